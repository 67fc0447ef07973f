import { EFFECTS, NO_WORTH, UNKNOWN_EFFECTS, UNKNOWN_WORTH, effectsOf } from '@qd/contract-kit'
import type { Effect, Effects, Risk, Worth } from '@qd/contract-kit'
import { describe, expect, it } from 'vitest'
import { choosePolicy, isMatched } from './choose-policy.ts'
import type { Weighed } from './choose-policy.ts'

const weighed = (more: Partial<Weighed>): Weighed => ({
  type: { type: 'data-edit.bulk' },
  risk: 'R3',
  places: [{ scope: 'lantern/northwind/northwind-live', environment: 'production' }],
  rows: 1,
  hasMoreRows: false,
  worth: NO_WORTH,
  effects: effectsOf(),
  ...more,
})
const match = (more: object) => ({
  effects: [],
  types: [],
  environments: [],
  scopes: [],
  leastRisk: 'R2' as const,
  limits: null,
  ...more,
})
const from = (limits: { rows?: number; worth?: string; sensitive?: boolean }) =>
  match({ limits: { rows: null, worth: null, sensitive: false, ...limits } })

it.each<[Worth, boolean]>([
  [{ atLeast: '99', isComplete: true }, false],
  [{ atLeast: '100', isComplete: true }, true],
  [{ atLeast: '9007199254740993', isComplete: true }, true],
  [{ atLeast: '99', isComplete: false }, true],
  [UNKNOWN_WORTH, true],
])('a policy from a worth of 100 asks for %j: %s', (worth, asks) => {
  expect(isMatched(from({ worth: '100' }), weighed({ worth }))).toBe(asks)
})

it('an unknown worth says nothing to a policy that looks at rows', () => {
  expect(isMatched(from({ rows: 10 }), weighed({ worth: UNKNOWN_WORTH }))).toBe(false)
})

it('what may touch more rows than it tells is asked for by a policy that looks at rows', () => {
  expect(isMatched(from({ rows: 10 }), weighed({ rows: 9 }))).toBe(false)
  expect(isMatched(from({ rows: 10 }), weighed({ rows: 1, hasMoreRows: true }))).toBe(true)
})

it('a policy for what is sensitive asks where nobody can say that it is not', () => {
  const policy = from({ sensitive: true })
  expect(isMatched(policy, weighed({ effects: effectsOf('items') }))).toBe(false)
  expect(isMatched(policy, weighed({ effects: effectsOf('sensitive') }))).toBe(true)
  expect(isMatched(policy, weighed({ effects: UNKNOWN_EFFECTS }))).toBe(true)
})

describe('a policy that names effects', () => {
  it.each(EFFECTS)('asks for each way to %s, and for what nobody can say', (effect) => {
    const policy = match({ effects: [effect] })
    for (const type of ['data-edit.commit', 'custom-function.run', 'mail.send'])
      expect(isMatched(policy, weighed({ type: { type }, effects: effectsOf(effect) }))).toBe(true)
    const others = EFFECTS.filter((each) => each !== effect && !(effect === 'items' && each === 'currency'))
    expect(isMatched(policy, weighed({ effects: effectsOf(...others) }))).toBe(false)
    const partly: Effects = { ...effectsOf(...others), isComplete: false }
    expect(isMatched(policy, weighed({ effects: partly }))).toBe(true)
  })

  it('asks for a kind it names beside them, whatever that does', () => {
    const policy = match({ effects: ['items'], types: ['mail.send'] })
    expect(isMatched(policy, weighed({ type: { type: 'mail.send' } }))).toBe(true)
    expect(isMatched(policy, weighed({ type: { type: 'codes.release' } }))).toBe(false)
  })
})

it('a currency is an item', () => {
  expect(effectsOf('currency').known).toEqual<Effect[]>(['items', 'currency'])
})

describe('without a policy', () => {
  const asked = (more: Partial<Weighed>) => choosePolicy([], weighed(more))?.name ?? null
  const test = [{ scope: 'lantern/northwind/northwind-test', environment: 'test' as const }]

  it.each<[string, Partial<Weighed>, string | null]>([
    ['what is known', { effects: effectsOf('items') }, null],
    ['an unknown effect', { effects: UNKNOWN_EFFECTS }, 'approvals.unknownEffect'],
    ['an unknown effect of R2', { effects: UNKNOWN_EFFECTS, risk: 'R2' }, 'approvals.unknownEffect'],
    ['an unknown effect of R1', { effects: UNKNOWN_EFFECTS, risk: 'R1' as Risk }, null],
    ['an unknown effect in test', { effects: UNKNOWN_EFFECTS, places: test }, null],
    ['a rule', { type: { type: 'approvals.policy', isRule: true }, places: test }, 'approvals.builtInPolicy'],
  ])('%s', (_what, more, name) => {
    expect(asked(more)).toBe(name)
  })
})
