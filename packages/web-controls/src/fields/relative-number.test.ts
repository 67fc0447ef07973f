import type { Field } from '@qd/protocol-model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { relativeNumber } from './relative-number.ts'

const field = (more: Partial<Field> = {}): Field => ({
  name: 'x',
  fieldName: 'x',
  comment: '',
  type: 'int',
  ...more,
})

it.each([
  ['+500', 100, '600'],
  ['+ 1,500', 100, '1600'],
  ['+1k', 7, '1007'],
  ['+2.5k', 0, '2500'],
  ['+1M', '9000000000000000000', '9000000000001000000'],
  ['x2', 21, '42'],
  ['×3', -2, '-6'],
  ['*10', 0, '0'],
  ['+500', undefined, null],
  ['+500', '', null],
  ['x1.5', 100, '150'],
  ['x1.5', 101, null],
  ['+0.5', 1, null],
  ['-500', 100, null],
  ['500', 100, null],
  ['+', 100, null],
  ['x', 100, null],
  ['+x2', 100, null],
  ['+1kk', 100, null],
  ['+500', 'never', null],
])('%s from %j is %j', (typed, current, next) => {
  expect(relativeNumber(field(), typed, current)).toBe(next)
})

it('a fraction stays one where the field has them', () => {
  expect(relativeNumber(field({ type: 'float' }), '+0.1', 0.2)).toBe('0.3')
  expect(relativeNumber(field({ type: 'float' }), 'x1.5', 3)).toBe('4.5')
})

it.each([
  ['a text', field({ type: 'string' })],
  ['a time', field({ time: 's' })],
  ['a choice', field({ dataProvider: 'enum:[[1,"a"],[2,"b"]]' })],
])('%s takes it as it is typed', (_what, other) => {
  expect(relativeNumber(other, '+500', 1)).toBeNull()
})

it('is exact for every int64', () => {
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  fc.assert(
    fc.property(int64, fc.bigInt({ min: 0n, max: 2n ** 40n }), (from, amount) => {
      expect(relativeNumber(field(), `+${amount}`, from.toString())).toBe((from + amount).toString())
      expect(relativeNumber(field(), `x${amount}`, from.toString())).toBe((from * amount).toString())
    }),
    { seed: 12 },
  )
})
