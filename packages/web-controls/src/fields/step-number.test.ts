import type { Field } from '@qd/protocol-model'
import { describe, expect, it } from 'vitest'
import { stepNumber } from './step-number.ts'

const field = (more: Partial<Field>): Field => ({
  name: 'x',
  fieldName: 'x',
  comment: '',
  type: 'int',
  ...more,
})

describe('stepNumber', () => {
  it.each([
    [{}, '5', 1, '6'],
    [{}, '', -1, '-1'],
    [{ max: 10 }, '9', 10, '10'],
    [{ min: '0' }, '3', -10, '0'],
    [{}, '9007199254740993', 1, '9007199254740994'],
    [{ max: '9223372036854775807' }, '9223372036854775807', 1, '9223372036854775807'],
    [{ type: 'float' }, '0.2', 1, '1.2'],
    [{ type: 'float', max: 1 }, '0.5', 1, '1'],
    [{}, 'abc', 1, null],
  ] as const)('[ED.111] %j: %s by %i is %s', (more, text, steps, next) => {
    expect(stepNumber(field(more), text, steps)).toBe(next)
  })
})
