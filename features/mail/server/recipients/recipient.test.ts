import { join } from 'node:path'
import { measure } from '@qd/contract-kit/testing/measure'
import { expect, test } from 'vitest'
import { frozenText, isNamesOnly, packChunk, unpackChunk } from './recipient.ts'
import type { Recipient } from './recipient.ts'

const players = (
  count: number,
  of = (index: number): Recipient => ({ uId: String(30_123_000_001 + index) }),
) => Array.from({ length: count }, (_, index) => of(index))

test.each([
  ['nobody', 0],
  ['one', 1],
  ['a usual chunk', 1_000],
  ['more than zlib writes in one go', 20_000],
])('%s comes out as they went in', (_, count) => {
  const vars = { name: '名字 ☂' }
  const named = players(count, (index) =>
    index % 2 === 0 ? { roleId: `r${index}`, vars } : { uId: `${index}` },
  )
  const chunks = [players(count), named].map((each) => [each, packChunk(each)] as const)
  for (const [each, chunk] of chunks) {
    expect(unpackChunk(chunk)).toEqual(each)
    // What one of them gave back is nothing that others read from.
    expect(unpackChunk(chunk)).toEqual(each)
  }
})

test('a list leaves next to nothing behind of the buffers of its chunks', async () => {
  const script = join(import.meta.dirname, '../testing/pack-chunks.ts')
  // Their texts pass through shared buffers, 6 MB of them; what zlib wrote into would be 10 more.
  expect(await measure<number>(script, { args: ['200'] })).toBeLessThan(6 * 1_048_576)
})

test('a chunk in which nobody has anything of their own is known by its text', () => {
  const isNames = (each: Recipient) => isNamesOnly(frozenText(packChunk([{ uId: '1' }, each])))
  expect([{ uId: '2' }, { roleId: 'r' }].map(isNames)).toEqual([true, true])
  const gift = [{ number: '1001', quantity: '2' }]
  expect(
    [
      { uId: '2', attach: gift },
      { uId: '2', vars: { a: 'b' } },
    ].map(isNames),
  ).toEqual([false, false])
  expect(isNames({ roleId: 'odd[' })).toBe(false)
})
