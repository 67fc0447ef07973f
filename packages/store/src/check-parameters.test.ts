import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkParameters } from './check-parameters.ts'

test('[store.values] lets through what both databases keep unchanged', () => {
  const value = fc.oneof(
    fc.string().filter((text) => !text.includes('\0')),
    fc.maxSafeInteger(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isInteger(number)),
    fc.uint8Array(),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.array(value), (values) => checkParameters(values)),
    { seed: 1 },
  )
})

test.each([
  ['NUL in text', 'a\0b', 'store_nul_text'],
  ['2^53', 2 ** 53, 'store_unsafe_integer'],
  ['-2^53', -(2 ** 53), 'store_unsafe_integer'],
  ['2^63', 2n ** 63n, 'store_unsafe_integer'],
  ['below -2^63', -(2n ** 63n) - 1n, 'store_unsafe_integer'],
  ['NaN', Number.NaN, 'store_misuse'],
  ['infinity', Infinity, 'store_misuse'],
  ['true', true, 'store_misuse'],
  ['undefined', undefined, 'store_misuse'],
  ['a date', new Date(0), 'store_misuse'],
  ['an object', { a: 1 }, 'store_misuse'],
  ['an array', ['a'], 'store_misuse'],
])('[store.values] refuses %s wherever it stands', (_, value, code) => {
  expect(() => checkParameters([value])).toThrow(expect.objectContaining({ code }))
  expect(() => checkParameters(['fine', value])).toThrow(expect.objectContaining({ code }))
})
