import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionText, readCondition, readValue, valueText } from './formula.ts'

const name = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,6}$/)
const reference = fc
  .tuple(fc.constantFrom('param', 'read', 'target'), fc.array(name, { minLength: 1, maxLength: 3 }))
  .map(([from, path]) => ({ $: [from, ...path].join('.') }))
const leaf = fc.oneof(
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
    .map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.string(),
  fc.constantFrom(true, false, null, '9223372036854775807', '=1', '10'),
  reference,
)
const { value } = fc.letrec<{ value: unknown; condition: unknown }>((tie) => ({
  condition: fc.record({
    left: tie('value'),
    op: fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in'),
    right: tie('value'),
  }),
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    ...['$add', '$mul', '$min', '$max', '$concat'].map((operator) =>
      fc.array(tie('value'), { minLength: 2, maxLength: 3 }).map((parts) => ({ [operator]: parts })),
    ),
    fc.tuple(tie('value'), tie('value')).map((parts) => ({ $sub: parts })),
    fc.tuple(tie('condition'), tie('value'), tie('value')).map((parts) => ({ $if: parts })),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(name, fc.constantFrom('$$price', 'a b', '', 'x.y')), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}))

describe('formulas', () => {
  it('whatever stands in a step is written and read back the same', () => {
    fc.assert(
      fc.property(value, fc.boolean(), (template, isText) => {
        expect(readValue(valueText(template, isText), isText)).toEqual({ ok: true, value: template })
      }),
    )
  })

  it('so are conditions', () => {
    fc.assert(
      fc.property(value, value, fc.constantFrom('eq', 'lt', 'in'), (left, right, op) => {
        const condition = { left, op: op as 'eq', right }
        expect(readCondition(conditionText(condition))).toEqual({ ok: true, value: condition })
      }),
    )
  })

  it.each([
    ['10', 10],
    ['hello', 'hello'],
    ['9223372036854775807', '9223372036854775807'],
    ['=param.count + 1', { $add: [{ $: 'param.count' }, 1] }],
    ['=a.b', null],
    ['=param.a - 1 - 2', { $sub: [{ $sub: [{ $: 'param.a' }, 1] }, 2] }],
    ['=2 * (param.a + 1)', { $mul: [2, { $add: [{ $: 'param.a' }, 1] }] }],
    ['=min(read.bag.count, 99)', { $min: [{ $: 'read.bag.count' }, 99] }],
    [
      '=if(param.vip > 3, "金", "银")',
      { $if: [{ left: { $: 'param.vip' }, op: 'gt', right: 3 }, '金', '银'] },
    ],
    ['={id: param.id, list: [1, 2]}', { id: { $: 'param.id' }, list: [1, 2] }],
    ['=ref("read.bag.a-b")', { $: 'read.bag.a-b' }],
    ['={"$price": 1, "a b": 2}', { $$price: 1, 'a b': 2 }],
    ['=1 +', null],
    ['=max(1)', null],
    ['={__proto__: 1}', null],
    ['=(((((((((((((((((((((((((1)))))))))))))))))))))))))', null],
  ])('%s is read as %j', (text, wanted) => {
    const found = readValue(text, false)
    expect(found.ok ? found.value : null).toEqual(wanted)
  })

  it('says where a formula breaks', () => {
    expect(readValue('=1 + ?', false)).toEqual({ ok: false, at: 5 })
    expect(readCondition('param.a >')).toEqual({ ok: false, at: 9 })
  })

  it('digits typed into a field of text stay text', () => {
    expect(readValue('10', true)).toEqual({ ok: true, value: '10' })
  })
})
