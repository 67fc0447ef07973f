import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fitsGlob } from './glob.ts'

/*
 * 52,000 globs of any bytes against the real server, over 700 keys. Declared limits: a glob with more than a thousand
 * stars, which Redis gives up on, and a Redis on a processor whose bytes have no sign.
 */
const ROUNDS = 26
const PATTERNS = 2_000

let redis: TestRedis
let client: Redis
beforeAll(async () => {
  redis = await startRedis()
  client = new Redis({ port: redis.port, host: '127.0.0.1' })
})
afterAll(async () => {
  client.disconnect()
  await redis.stop()
})

const SIGNS = [...'ab:*?[]^-\\'].map((sign) => sign.charCodeAt(0))
const byte = fc.oneof(fc.constantFrom(...SIGNS), fc.constantFrom(...SIGNS), fc.nat(255))
const bytes = (minLength: number, maxLength: number) =>
  fc.array(byte, { minLength, maxLength }).map((each) => Buffer.from(each))
const shaped = fc
  .tuple(fc.constantFrom('[', '[^'), byte, byte, bytes(0, 3), fc.constantFrom(']', ''))
  .map(([open, first, last, rest, close]) =>
    Buffer.concat([Buffer.from(open), Buffer.of(first, 0x2d, last), rest, Buffer.from(close)]),
  )
const glob = fc
  .array(fc.oneof(shaped, bytes(0, 4), fc.constant(Buffer.from('*'))), { minLength: 1, maxLength: 5 })
  .map((parts) => Buffer.concat(parts))

const hexes = (names: readonly Buffer[]) => names.map((name) => name.toString('hex')).toSorted()

test('globs of any bytes fit what the server says they fit', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const singles = Array.from({ length: 256 }, (_none, at) => Buffer.of(at))
    const made = [...singles, ...fc.sample(bytes(1, 6), { numRuns: 450, seed: round })]
    const keys = [...new Map(made.map((key) => [key.toString('hex'), key])).values()]
    await client.flushall()
    await client.mset(...keys.flatMap((key) => [key, '1']))
    for (const pattern of fc.sample(glob, { numRuns: PATTERNS, seed: round })) {
      const ours = keys.filter((key) => fitsGlob(pattern, key))
      const theirs = (await client.callBuffer('KEYS', pattern)) as Buffer[]
      const name = pattern.toString('hex')
      if (ours.length !== theirs.length || String(hexes(ours)) !== String(hexes(theirs)))
        expect([name, hexes(ours)]).toEqual([name, hexes(theirs)])
    }
  }
}, 600_000)
