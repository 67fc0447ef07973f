import { expect, it } from 'vitest'
import { giftTime } from './gift-time.ts'

it.each<[string, boolean, number | null]>([
  ['100000', true, null],
  ['100001', true, 100_001_000],
  ['1790000000', true, 1_790_000_000_000],
  ['1790000000000', true, 1_790_000_000_000],
  ['1790000000', false, null],
  ['9007199254740991', true, null],
  ['', true, null],
  ['-200000', true, null],
  ['x', true, null],
])('%s, a time: %s, is %s', (quantity, isTime, at) => {
  expect(giftTime(quantity, isTime)).toBe(at)
})
