import { expect, test } from 'vitest'
import { CONSOLE_MESSAGES_MAX } from '../../contract/index.ts'
import type { ConsoleMessage } from '../../contract/index.ts'
import { MessageFeed, WAITING_BYTES } from './message-feed.ts'

async function allTold(count: number, size: number) {
  let isBehind = true
  const told: ConsoleMessage[] = []
  let dropped = 0
  const feed = new MessageFeed({
    isBehind: () => isBehind,
    tell: (list, left) => {
      told.push(...list)
      dropped += left
    },
  })
  for (let at = 0; at < count; at += 1)
    feed.add([Buffer.from('message'), Buffer.from(String(at).padEnd(size, ' ')), Buffer.alloc(size, 'x')])
  isBehind = false
  await expect.poll(() => told.length + dropped).toBe(count)
  feed.end()
  return { told, dropped }
}

test('large messages that wait for a page are held by their bytes, the latest of them', async () => {
  const { told } = await allTold(5_000, 4_000)
  const bytes = told.reduce((sum, { text, channel }) => sum + `${text}${channel}`.length, 0)
  expect(bytes).toBeGreaterThan(WAITING_BYTES / 2)
  expect(bytes).toBeLessThan(WAITING_BYTES * 2.01)
  expect(String(told.at(-1)?.channel).trim()).toBe('4999')
})

test('small ones are held by their number', async () => {
  const { told } = await allTold(5_000, 1)
  expect(told).toHaveLength(CONSOLE_MESSAGES_MAX)
  expect(String(told.at(-1)?.channel).trim()).toBe('4999')
})
