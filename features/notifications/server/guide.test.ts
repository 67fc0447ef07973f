import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type IsGenuine = (headers: object, body: string, secret: string, nowSeconds?: number) => boolean

const guide = readFileSync(new URL('../../../docs/guides/notifications.md', import.meta.url), 'utf8')
const code = /```js\n([\s\S]*?)```/.exec(guide)![1]!
const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
  isGenuine: IsGenuine
}

const BODY = '{"id":"1"}'
const NOW = 1_900_000_000
const signed = (secret: string, timestamp = String(NOW)) => ({
  'x-quarterdeck-timestamp': timestamp,
  'x-quarterdeck-signature': `v1=${createHmac('sha256', secret).update(`${timestamp}.${BODY}`).digest('hex')}`,
})

test('the check of the guide takes what is genuine and nothing else, and no signature makes it fail', () => {
  const right = signed('secret')
  expect(isGenuine(right, BODY, 'secret', NOW)).toBe(true)
  expect(isGenuine(right, `${BODY} `, 'secret', NOW)).toBe(false)
  expect(isGenuine(right, BODY, 'secret', NOW + 301)).toBe(false)
  expect(isGenuine(signed('other'), BODY, 'secret', NOW)).toBe(false)
  const { length } = right['x-quarterdeck-signature']
  // As many letters, but more bytes.
  for (const given of ['é'.repeat(length), '', 'v1=']) {
    expect(isGenuine({ ...right, 'x-quarterdeck-signature': given }, BODY, 'secret', NOW)).toBe(false)
  }
})
