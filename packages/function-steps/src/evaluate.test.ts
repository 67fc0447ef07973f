import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextAction } from './index.ts'
import type { Scope, Step } from './index.ts'

const scope: Scope = {
  param: { level: 7, big: '9007199254740993', rate: 0.5, name: '潮', list: [1, '2'] },
  read: { gold: '9223372036854775800', ship: { route: { distance: 4.5 } }, none: null },
  target: { uId: '30123000045', sId: 123 },
}

/** The value a template gets as a parameter of a command; the fault's code where it gets none. */
function valueOf(template: unknown, over: Partial<Scope> = {}): unknown {
  const step: Step = { kind: 'command', name: 'x', params: { value: template } }
  const action = nextAction(step, { ...scope, ...over }, 'steps.0')
  if (!action.ok) return action.fault.code
  return action.value.kind === 'command' ? action.value.params['value'] : action.value.kind
}

describe('values of templates', () => {
  it.each<[unknown, unknown]>([
    [{ $: 'param.level' }, 7],
    [{ $: 'read.ship.route.distance' }, 4.5],
    [{ $: 'read.ship.route.nothing' }, null],
    [{ $: 'target.uId' }, '30123000045'],
    [{ $add: [{ $: 'param.big' }, 1] }, '9007199254740994'],
    [{ $add: [{ $: 'param.level' }, 1] }, 8],
    [{ $sub: [1, { $: 'param.level' }] }, -6],
    [{ $mul: [{ $: 'param.rate' }, { $: 'param.level' }] }, 3.5],
    [{ $min: ['5', 3, 9] }, '3'],
    [{ $max: [9_007_199_254_740_991, '9007199254740993'] }, '9007199254740993'],
    [{ $concat: [{ $: 'param.name' }, '-', { $: 'param.level' }] }, '潮-7'],
    [{ $if: [{ left: { $: 'param.level' }, op: 'ge', right: '7' }, 'yes', { $: 'read.gone' }] }, 'yes'],
    [{ $if: [{ left: '2', op: 'in', right: { $: 'param.list' } }, 1, 0] }, 1],
    [{ $if: [{ left: { $: 'read.none' }, op: 'eq', right: null }, 1, 0] }, 1],
    [{ a: [{ b: { $: 'param.level' } }] }, { a: [{ b: 7 }] }],
  ])('%j is %j', (template, value) => {
    expect(valueOf(template)).toEqual(value)
  })

  it.each<[unknown, string]>([
    [{ $: 'param.gone' }, 'reference_unknown'],
    [{ $: 'param.__proto__' }, 'reference_unknown'],
    [{ $: 'constructor.name' }, 'reference_unknown'],
    [{ $: 5 }, 'reference_unknown'],
    [{ $add: [{ $: 'read.gold' }, 100] }, 'out_of_int64'],
    [{ $add: ['x', 1] }, 'not_a_number'],
    [{ $add: [{ $: 'read.none' }, 1] }, 'not_a_number'],
    [{ $mul: ['9007199254740993', 0.5] }, 'not_a_number'],
    [{ $add: [1] }, 'operator_arguments'],
    [{ $sub: [1, 2, 3] }, 'operator_arguments'],
    [{ $eval: ['1'] }, 'operator_unknown'],
    [{ $add: [1, 2], b: 1 }, 'operator_unknown'],
    [{ $concat: [[1], 'x'] }, 'not_text'],
    [{ $concat: ['x'.repeat(40_000), 'x'.repeat(40_000)] }, 'too_large'],
    [{ $if: [{ left: 'a', op: 'lt', right: 'b' }, 1, 0] }, 'not_comparable'],
    [{ $if: [{ left: 1, op: 'like', right: 1 }, 1, 0] }, 'condition_wrong'],
    [JSON.parse('{"a":{"__proto__":1}}'), 'key_forbidden'],
  ])('%j is refused as %s', (template, code) => {
    expect(valueOf(template)).toBe(code)
  })

  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  it('counts like exact integers, and never leaves 64 bits', () => {
    fc.assert(
      fc.property(int64, int64, fc.constantFrom('$add', '$sub', '$mul'), (left, right, name) => {
        const exact = { $add: left + right, $sub: left - right, $mul: left * right }[name] ?? 0n
        const value = valueOf({ [name]: [left.toString(), right.toString()] })
        const fits = exact >= -(2n ** 63n) && exact <= 2n ** 63n - 1n
        expect(value).toBe(fits ? exact.toString() : 'out_of_int64')
      }),
    )
  })

  it('JSON without expressions stays what it is', () => {
    const json = fc.jsonValue({ depthSize: 'small' }).filter((value) => {
      const text = JSON.stringify(value)
      return !/"\$|"__proto__"|"constructor"|"prototype"/.test(text)
    })
    fc.assert(
      fc.property(json, (value) => {
        expect(valueOf(value)).toEqual(value)
      }),
    )
  })

  it('values of parameters are never read as expressions', () => {
    const param = { level: { $: 'read.gold' } }
    expect(valueOf({ $: 'param.level' }, { param })).toEqual({ $: 'read.gold' })
  })

  it('a few references to long values make nothing that fills the memory', () => {
    const param = {
      long: 'y'.repeat(65_000),
      rows: Array.from({ length: 1_000 }, () => ({ name: 'y'.repeat(100) })),
    }
    const many = (name: string) => Array.from({ length: 9_000 }, () => ({ $: `param.${name}` }))
    expect(valueOf({ $concat: many('long') }, { param })).toBe('too_large')
    expect(valueOf(many('long'), { param })).toBe('too_large')
    expect(valueOf(many('rows'), { param })).toBe('too_large')
    expect(valueOf({ rows: { $: 'param.rows' } }, { param })).toEqual({ rows: param.rows })
  })

  it('a reference that is no text is unknown, also one that cannot become text', () => {
    expect(valueOf({ $: { toString: 0, valueOf: 0 } })).toBe('reference_unknown')
  })

  it('whatever stands there, a template has a value or a fault', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('$', '$add', '$if', '$concat', '$x'), (value, name) => {
        expect(() => valueOf({ [name]: value })).not.toThrow()
      }),
    )
  })
})

describe('what to do next', () => {
  const set = (value: unknown): Step => ({
    kind: 'patch',
    changes: [{ diff: 'Bag', key: { $: 'param.level' }, path: ['count'], op: 'set', value }],
  })

  it('fills in keys, paths and values of a patch', () => {
    expect(nextAction(set({ $add: [1, 1] }), scope, 'steps.0')).toEqual({
      ok: true,
      value: { kind: 'patch', changes: [{ diff: 'Bag', key: '7', path: ['count'], op: 'set', value: 2 }] },
    })
  })

  it('skips where `when` does not hold, ends where `stopIf` holds', () => {
    const never = { left: 1, op: 'eq', right: 2 } as const
    const always = { left: 1, op: 'eq', right: '1' } as const
    const kindOf = (step: Step) => {
      const action = nextAction(step, scope, 'steps.0')
      return action.ok ? action.value.kind : action.fault.code
    }
    expect(kindOf({ ...set(1), when: never })).toBe('skip')
    expect(kindOf({ ...set(1), when: never, stopIf: always })).toBe('skip')
    expect(kindOf({ ...set(1), stopIf: always })).toBe('stop')
    expect(kindOf({ ...set(1), when: always, stopIf: never })).toBe('patch')
  })

  it('names the place of what cannot be', () => {
    expect(nextAction(set({ $add: [{ $: 'read.none' }, 1] }), scope, 'steps.3')).toMatchObject({
      fault: { path: 'steps.3.changes.0.value.$add', code: 'not_a_number' },
    })
  })
})
