import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { escapeGlob, fitsGlob, startOf } from './glob.ts'
import { fitsAll, passesFor } from './scan/scan-passes.ts'

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

const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ':', '*', '?', '[', ']', '\\'), maxLength: 6 })
const glob = fc.string({
  unit: fc.constantFrom('a', 'b', ':', '*', '?', '[', ']', '^', '-', '\\', '[ab]', '[^a]', 'a*'),
  maxLength: 6,
})

test('a glob fits what Redis itself says it fits', async () => {
  const cases = fc.sample(fc.tuple(glob, fc.uniqueArray(key, { minLength: 5, maxLength: 20 })), 300)
  for (const [pattern, keys] of cases) {
    await client.flushall()
    await client.mset(...keys.flatMap((each) => [each, '1']))
    // KEYS tells by the same rules as MATCH.
    const fitting = await client.keys(pattern)
    const ours = keys.filter((each) => fitsGlob(Buffer.from(pattern), Buffer.from(each)))
    expect([pattern, ours.toSorted()]).toEqual([pattern, fitting.toSorted()])
  }
})

/** Bytes on both sides of 0x7f, and what a glob is made of. */
const BYTES = [0x00, 0x2d, 0x41, 0x5d, 0x5e, 0x7f, 0x80, 0xc3, 0xff, 0x2a, 0x5c]
const bytes = (maxLength: number) =>
  fc.array(fc.constantFrom(...BYTES), { maxLength }).map((each) => Buffer.from(each))
const range = fc
  .tuple(fc.constantFrom('', '^'), fc.constantFrom(...BYTES), fc.constantFrom(...BYTES), bytes(2))
  .map(([not, first, last, rest]) =>
    Buffer.concat([Buffer.from(`[${not}`), Buffer.of(first, 0x2d, last), rest, Buffer.from(']')]),
  )
const byteGlob = fc
  .array(fc.oneof(range, range, bytes(2), fc.constantFrom('?', '[', '\\').map(Buffer.from)), { maxLength: 3 })
  .map((parts) => Buffer.concat(parts))

test('a glob of any bytes fits what Redis itself says it fits', async () => {
  const keys = fc
    .sample(bytes(4), 400)
    .concat(BYTES.map((byte) => Buffer.of(byte)))
    .filter(({ length }) => length > 0)
  await client.flushall()
  await client.mset(...keys.flatMap((each) => [each, '1']))
  for (const pattern of fc.sample(byteGlob, 400)) {
    const fitting = (await client.callBuffer('KEYS', pattern)) as Buffer[]
    const ours = keys.filter((each) => fitsGlob(pattern, each))
    const hex = (names: readonly Buffer[]) =>
      [...new Set(names.map((name) => name.toString('hex')))].toSorted()
    expect([pattern.toString('hex'), hex(ours)]).toEqual([pattern.toString('hex'), hex(fitting)])
  }
})

test('an empty key fits nothing, and one star', async () => {
  await client.flushall()
  await client.set('', '1')
  for (const pattern of ['', '*', '**', '?', '[^a]']) {
    const isOurs = fitsGlob(Buffer.from(pattern), Buffer.alloc(0))
    expect([pattern, isOurs]).toEqual([pattern, (await client.keys(pattern)).length === 1])
  }
})

test('many stars take no longer than the lengths allow', () => {
  const pattern = Buffer.from(`${'a*'.repeat(500)}b`)
  expect(fitsGlob(pattern, Buffer.from('a'.repeat(20_000)))).toBe(false)
})

test('an escaped key fits itself and nothing else', () => {
  fc.assert(
    fc.property(key, key, (one, other) => {
      const pattern = escapeGlob(Buffer.from(one))
      expect(fitsGlob(pattern, Buffer.from(other))).toBe(one === other)
      expect(startOf(pattern)).toMatchObject({ bytes: Buffer.from(one), isWhole: true })
    }),
  )
})

test('passes find every key that fits one glob and all patterns, and no other', () => {
  const globs = fc.option(
    fc.array(
      glob.map((each) => `a${each}`),
      { maxLength: 3 },
    ),
    { nil: null },
  )
  fc.assert(
    fc.property(globs, fc.array(glob, { maxLength: 2 }), fc.array(key), (readable, patterns, keys) => {
      const wanted = patterns.filter((pattern) => pattern !== '').map((pattern) => Buffer.from(pattern))
      const passes = passesFor(readable, wanted)
      for (const each of keys.map((name) => Buffer.from(name))) {
        const mayRead = readable === null || readable.some((one) => fitsGlob(Buffer.from(one), each))
        const isFound = passes.some(({ match, also }) =>
          fitsAll(match === null ? also : [match, ...also], each),
        )
        expect(isFound).toBe(mayRead && fitsAll(wanted, each))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('the server gets the pattern that says most, and a pass that can find nothing is left out', () => {
  const passes = (readable: string[] | null, pattern: string) =>
    passesFor(readable, [Buffer.from(pattern)]).map(({ match, also }) => [String(match), also.map(String)])
  expect(passes(null, 'game:*')).toEqual([['game:*', []]])
  expect(passes(['game:eu:*', 'mail:*'], 'game:eu:s1:*')).toEqual([['game:eu:s1:*', []]])
  expect(passes(['game:eu:*', 'mail:*'], '*7')).toEqual([
    ['game:eu:*', ['*7']],
    ['mail:*', ['*7']],
  ])
  expect(passesFor(['game:*'], [])).toEqual([{ match: Buffer.from('game:*'), also: [] }])
})
