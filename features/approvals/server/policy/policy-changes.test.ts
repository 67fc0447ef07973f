import { expect, test } from 'vitest'
import type { PolicyBody } from '../../contract/index.ts'
import { policyChanges } from './policy-changes.ts'

const deps = {
  types: () => [{ type: 'mail.send', title: 'mail.send', text: '' }] as never,
  texts: { approval: (lang: string, title: string) => `${title} (${lang})` } as never,
  placeNames: (scope: string) => (scope === 'lantern/harbour' ? ['灯海', 'Harbour'] : []),
}
const policy: PolicyBody = {
  name: 'Production',
  isActive: true,
  match: {
    effects: [],
    types: ['mail.send'],
    environments: ['production'],
    scopes: [],
    leastRisk: 'R3',
    limits: null,
  },
  stages: [{ name: 'Review', need: 1, groups: [] }],
  differentPeople: true,
  decideWithinHours: 72,
}
const rowsOf = (before: PolicyBody | null, after: PolicyBody) => {
  const block = policyChanges(deps, new Map([['g1', 'Producers']]), before, after)
  return block.kind === 'changes' ? block.rows : []
}
const what = (name: string) => ({ key: `approvals.field.${name}` })

test('a policy that stays as it is has no row', () => {
  expect(rowsOf(policy, structuredClone(policy))).toEqual([])
})

test('each part that differs has a row in words', () => {
  const after: PolicyBody = {
    ...policy,
    isActive: false,
    match: {
      effects: ['currency'],
      types: [],
      environments: ['production', 'test'],
      scopes: ['lantern/harbour', 'gone'],
      leastRisk: 'R2',
      limits: { rows: 100, worth: null, sensitive: true },
    },
    stages: [
      { name: 'Review', need: 2, groups: ['g1'] },
      { name: 'Lead', need: 1, groups: [] },
    ],
  }
  const all = { key: 'approvals.fact.all' }
  expect(rowsOf(policy, after)).toEqual([
    { what: what('isActive'), before: { key: 'approvals.fact.on' }, after: { key: 'approvals.fact.off' } },
    {
      what: what('types'),
      before: expect.objectContaining({
        otherwise: 'mail.send',
        texts: expect.objectContaining({ cn: 'mail.send (cn)' }),
      }),
      after: null,
    },
    { what: what('types'), before: null, after: { key: 'effect.currency' } },
    { what: what('environments'), before: null, after: 'test' },
    { what: what('scopes'), before: all, after: null },
    { what: what('scopes'), before: null, after: '灯海 / Harbour' },
    { what: what('scopes'), before: null, after: 'gone' },
    { what: what('leastRisk'), before: 'R3', after: 'R2' },
    { what: what('rows'), before: null, after: '100' },
    { what: what('sensitive'), before: null, after: { key: 'approvals.fact.on' } },
    { what: what('stages'), before: 'Review · × 1', after: 'Review · × 2 · Producers' },
    { what: what('stages'), before: null, after: 'Lead · × 1' },
  ])
})

test('a new one shows all it says', () => {
  const shown = rowsOf(null, policy).map((row) =>
    typeof row.what === 'object' && 'key' in row.what ? row.what.key : '',
  )
  expect(shown.map((key) => key.replace('approvals.field.', ''))).toEqual([
    'name',
    'isActive',
    'types',
    'environments',
    'scopes',
    'leastRisk',
    'stages',
    'differentPeople',
    'decideWithinHours',
  ])
})
