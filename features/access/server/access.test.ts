import { AppError, BUILT_IN_ROLES, holds } from '@qd/contract-kit'
import type { BuiltInRole, DeclaredPermission } from '@qd/contract-kit'
import { aCaller, createTestApp, recordingAudit } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { moveStamp } from './administer.ts'
import { accessMigrations, createAccessFeature } from './index.ts'
import type { AccessTables, RoleGrant } from './index.ts'
import { accountsInMemory } from '../../../apps/server/testing/accounts-in-memory.ts'

const button = (routerName: string, code: string, heldBy: readonly BuiltInRole[]): DeclaredPermission => ({
  routerName,
  code,
  type: 'button',
  heldBy,
})
const READ = button('index', 'data.read', BUILT_IN_ROLES)
const EDIT = button('index', 'data.edit', ['operator', 'developer'])
const CATALOGUE = [
  READ,
  EDIT,
  button('index', 'player.read', BUILT_IN_ROLES),
  button('mock', 'simulator.hash', ['developer']),
]

const codeOf = (error: unknown) => (error instanceof AppError ? error.def.code : error)

async function prepare(store: Store<AccessTables>) {
  const feature = createAccessFeature({
    store,
    accounts: () => accountsInMemory([]),
    audit: recordingAudit(store.as()),
    usage: { seen: () => new Set(), lastUses: async () => [] },
    previews: () => ({ open: async () => ({ token: '', expiresAt: 0 }) }),
    catalogue: () => [],
    resources: () => [],
    titleOf: (_language, permission) => permission,
  })
  await feature.access.ensureBuiltInRoles(CATALOGUE)
  const assign = (userId: string, grants: readonly RoleGrant[]) =>
    store.write((tx) => feature.access.assignRoles(tx, userId, grants))
  return { feature, access: feature.access, assign }
}

describeStored('access', accessMigrations, (open) => {
  test.each([
    ['ROLE_ADMIN', ['*']],
    ['admin', ['index.data.edit', 'index.data.read', 'index.player.read', 'mock.simulator.hash']],
    ['operator', ['index.data.edit', 'index.data.read', 'index.player.read']],
    ['developer', ['index.data.edit', 'index.data.read', 'index.player.read', 'mock.simulator.hash']],
    ['reviewer', ['index.data.read', 'index.player.read']],
    ['reader', ['index.data.read', 'index.player.read']],
  ])('role %s expands to its permissions of the catalogue', async (role, codes) => {
    const { access, assign } = await prepare(await open<AccessTables>())
    const place =
      role === 'ROLE_ADMIN'
        ? ({ scope: '*', environment: '*' } as const)
        : ({ scope: 'lantern/northwind', environment: 'test' } as const)
    await assign('u1', [{ role, ...place }])
    expect(await access.rightsOf('u1')).toEqual({
      roles: [role],
      grants: [{ ...place, codes }],
      groups: [],
      endsAt: null,
    })
  })

  test('holders of a permission at a place hold it there wholly, by themselves or through a group', async () => {
    const store = await open<AccessTables>()
    const { access, assign } = await prepare(store)
    const grant = (role: string, scope: string, environment: RoleGrant['environment'] = '*') => [
      { role, scope, environment },
    ]
    await assign('everywhere', grant('ROLE_ADMIN', '*'))
    await assign('here', grant('operator', 'lantern'))
    await assign('test-only', grant('operator', 'lantern', 'test'))
    await assign('below', grant('operator', 'lantern/north/l1'))
    await assign('reads', grant('reader', 'lantern'))
    await assign('alike', grant('operator', 'lan'))
    const holders = async (scope: string, environment: 'test' | 'production' | null) =>
      (await access.holdersOf(EDIT, { scope, environment })).toSorted()
    expect(await holders('lantern/north/l1', 'test')).toEqual(['below', 'everywhere', 'here', 'test-only'])
    expect(await holders('lantern/north/l1', 'production')).toEqual(['below', 'everywhere', 'here'])
    expect(await holders('lantern', null)).toEqual(['everywhere', 'here'])
    expect(await holders('*', null)).toEqual(['everywhere'])
    const groupId = await store.write((tx) => access.ensureGroup(tx, 'night shift', null))
    await store.write((tx) => access.joinGroup(tx, groupId, 'member'))
    expect(await holders('tide', null)).toEqual(['everywhere'])
    const db: Kysely<AccessTables> = store.read
    const role = await db
      .selectFrom('role')
      .select('id')
      .where('code', '=', 'operator')
      .executeTakeFirstOrThrow()
    await store.write(async (tx) => {
      const row = { group_id: groupId, role_id: role.id, scope: 'tide', environment: '*' as const }
      await tx.insertInto('group_role').values(row).execute()
      await moveStamp(tx)
    })
    expect(await holders('tide', null)).toEqual(['everywhere', 'member'])
  })

  test('grants of several roles stay apart by scope and environment', async () => {
    const { access, assign } = await prepare(await open<AccessTables>())
    await assign('u1', [
      { role: 'operator', scope: 'lantern/harbour', environment: 'dev' },
      { role: 'reader', scope: 'lantern/harbour', environment: '*' },
    ])
    const { grants } = await access.rightsOf('u1')
    const at = (environment: 'dev' | 'production') => ({ game: 'lantern', operator: 'harbour', environment })
    expect(holds(grants, 'index.data.edit', at('dev'))).toBe(true)
    expect(holds(grants, 'index.data.edit', at('production'))).toBe(false)
    expect(holds(grants, 'index.data.read', at('production'))).toBe(true)
  })

  test('assigning replaces what was held; a refused assignment changes nothing', async () => {
    const { access, assign } = await prepare(await open<AccessTables>())
    await assign('u1', [{ role: 'operator', scope: '*', environment: '*' }])
    await assign('u1', [{ role: 'reader', scope: '*', environment: '*' }])
    const refusals: [RoleGrant, string][] = [
      [{ role: 'nobody', scope: '*', environment: '*' }, 'role_not_found'],
      [{ role: 'reader', scope: 'lantern//x', environment: '*' }, 'grant_scope_invalid'],
      [{ role: 'reader', scope: 'a/b/c/d/e', environment: '*' }, 'grant_scope_invalid'],
      [{ role: 'reader', scope: 'lantern/*', environment: '*' }, 'grant_scope_invalid'],
      [{ role: 'reader', scope: '*', environment: 'nowhere' as '*' }, 'grant_scope_invalid'],
      [{ role: 'ROLE_ADMIN', scope: 'lantern', environment: '*' }, 'role_everywhere_only'],
    ]
    for (const [grant, code] of refusals) expect(await assign('u1', [grant]).catch(codeOf)).toBe(code)
    expect((await access.rightsOf('u1')).roles).toEqual(['reader'])
  })

  test('starting again follows the catalogue and keeps assignments', async () => {
    const { access, assign } = await prepare(await open<AccessTables>())
    await assign('u1', [{ role: 'admin', scope: '*', environment: '*' }])
    await access.ensureBuiltInRoles([READ])
    await access.ensureBuiltInRoles([READ])
    expect((await access.rightsOf('u1')).grants[0]?.codes).toEqual(['index.data.read'])
  })

  test('a start that finds the roles as it wants them writes nothing', async () => {
    const store = await open<AccessTables>()
    const { access } = await prepare(store)
    const stamp = async () => (await store.read.selectFrom('access_stamp').selectAll().execute())[0]!.value
    const before = await stamp()
    await access.ensureBuiltInRoles(CATALOGUE)
    expect(await stamp()).toBe(before)
    await store.write((tx) => tx.deleteFrom('role_permission').where('permission_key', '=', '*').execute())
    await access.ensureBuiltInRoles(CATALOGUE)
    expect(await stamp()).toBe(before + 1)
    const kept = await store.read
      .selectFrom('role_permission')
      .selectAll()
      .where('permission_key', '=', '*')
      .execute()
    expect(kept).toHaveLength(1)
  })

  test('[S7.03] groups: below the own ones, with hasSelf the own ones too, ROLE_ADMIN all, others none', async () => {
    const store = await open<AccessTables>()
    const { feature, access } = await prepare(store)
    await store.write(async (tx) => {
      const any = tx
      const top = await access.ensureGroup(any, '总部', null)
      const ops = await access.ensureGroup(any, '运营', top)
      expect(await access.ensureGroup(any, '运营', top)).toBe(ops)
      await access.ensureGroup(any, '夜班', ops)
      await access.ensureGroup(any, '别处', null)
      await access.joinGroup(any, ops, 'id-ops')
      await access.joinGroup(any, ops, 'id-ops')
    })
    const app = createTestApp({ features: [feature] })
    const ask = async (name: string, roles: string[], body: unknown) => {
      const { http, body: answer } = await app
        .as(aCaller(name, [], roles))
        .post<{ name: string; parentId: string | null }[]>('/platform/userGroup/childs', body)
      expect(http).toBe(200)
      return answer.data.map((group) => `${group.name}${group.parentId === null ? '' : '<'}`)
    }
    expect(await ask('ops', [], { hasSelf: true, sent: 'by old clients' })).toEqual(['夜班<', '运营'])
    expect(await ask('ops', [], {})).toEqual(['夜班'])
    expect(await ask('boss', ['ROLE_ADMIN'], {})).toEqual(['别处', '夜班<', '总部', '运营<'])
    expect(await ask('stranger', ['admin'], { hasSelf: true })).toEqual([])
    expect((await app.anonymous.post('/platform/userGroup/childs')).http).toBe(401)
    const bad = await app.as(aCaller('ops')).post('/platform/userGroup/childs', { hasSelf: 'yes' })
    expect([bad.http, bad.body.err?.field]).toEqual([400, 'hasSelf'])
    await app.close()
  })
})
