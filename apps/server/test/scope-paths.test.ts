import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proven, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/** Texts that are no place, or that another reader might take for another one. */
const NO_PLACES = [
  '',
  '..',
  'lantern/..',
  'lantern/../tide',
  './lantern',
  'lantern//northwind',
  '/lantern',
  'lantern/',
  'lantern/%2e%2e/tide',
  'lantern\\northwind',
  'lantern/*',
  'lantern\0',
  'a/b/c/1/2',
  `lantern/${'a'.repeat(65)}`,
]

const ANY = '*' as const
let running: TestConsole
let as: Speaker
let userId: string
let groupId: string

beforeAll(async () => {
  running = await startTestConsole()
  as = await running.signIn('admin')
  const people = await as.post<{ list: { id: string; username: string }[] }>('/platform/user/list', {
    page: 1,
    pageSize: 50,
  })
  userId = people.body.data.list.find(({ username }) => username === 'operator')!.id
  const group = { name: 'night watch', parentId: null, externalName: '' }
  groupId = (await as.post<{ groupId: string }>('/platform/userGroup/save', group)).body.data.groupId
})
afterAll(() => running.dispose())

const grantAt = (scope: string) => ({ role: 'operator', scope, environment: ANY })
const nobody = { give: [], take: [] }
const CALLS: Record<string, (scope: string) => object> = {
  '/platform/audit/list': (scope) => ({ scope }),
  '/platform/audit/export': (scope) => ({ scope, fileType: 'csv' }),
  '/platform/role/preview': (scope) => grantAt(scope),
  '/platform/user/grants': (scope) => ({ userId, ...nobody, give: [grantAt(scope)] }),
  '/platform/userGroup/grants': (scope) => ({ groupId, ...nobody, give: [grantAt(scope)] }),
  '/platform/user/invite': (scope) => ({
    username: 'somebody',
    name: 'somebody',
    department: '',
    mustUseSecondFactor: false,
    grants: [grantAt(scope)],
    groupIds: [],
  }),
  '/api/auth/tokens/create': (scope) => ({
    tokenName: 'nightly',
    expiresAt: Date.now() + 86_400_000,
    grants: [{ scope, environment: ANY, codes: ['index.data.read'] }],
  }),
}

describe('a place that is none is refused, and its field named, wherever one comes in', () => {
  test.each(Object.keys(CALLS))('%s', async (path) => {
    for (const scope of NO_PLACES) {
      const asked = CALLS[path]!(scope)
      const { http, body } = await proven(as, () => as.post(path, asked))
      expect([scope, http]).toEqual([scope, 400])
      expect(body.err?.code).toMatch(/^(field_invalid|grant_scope_invalid)$/)
      expect(body.err?.field).toMatch(/(^|\.)scope$|^(give|grants)\.0$/)
    }
    const good = await as.post(path, CALLS[path]!('lantern/northwind')).catch(() => null)
    expect(good?.body.err?.code ?? '').not.toMatch(/field_invalid|grant_scope_invalid/)
  })

  test('a kept filter', async () => {
    const save = (scope: string) =>
      as.post('/api/preset/save', { page: 'audit.rows', name: 'mine', filter: { scope }, isShared: false })
    for (const scope of NO_PLACES.filter((text) => text !== '')) {
      const { http, body } = await save(scope)
      expect([scope, http, body.err?.field]).toEqual([scope, 400, 'filter.scope'])
    }
    expect((await save('')).http).toBe(200)
  })
})
