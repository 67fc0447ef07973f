import { holdsFor } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { RightsSource, RoleGrant } from '../contract/index.ts'
import { accessMigrations } from './index.ts'
import type { AccessTables } from './index.ts'
import { ALL_CODES, at, onlyFor, openAccessDesk } from '../../../apps/server/testing/access-desk.ts'

const READ_KEY = 'vault.key.read'
const EDIT_KEY = 'vault.key.edit'
/** What somebody must hold to give anything: nothing else of the console. */
const GIVER = ['users.grant.assign', 'users.user.read']
const here = at('developer', 'lantern/harbour', 'test')
const SESSIONS = 'blue/session:*'

describeStored('grants for a few things', accessMigrations, (open) => {
  async function prepare() {
    const desk = await openAccessDesk(await open<AccessTables>(), ['boss', 'lead', 'ops', 'far'])
    await desk.assign('boss', [at('ROLE_ADMIN', '*')])
    const role = (code: string, codes: string[], version = 0) =>
      desk.ask('boss', '/platform/role/save', { code, name: code, codes, version })
    await role('giver', GIVER)
    const change = (who: string, part: { give?: RoleGrant[]; take?: RoleGrant[] }, username = 'ops') =>
      desk.ask(who, '/platform/user/grants', { userId: `id-${username}`, give: [], take: [], ...part })
    const held = async (username = 'ops') =>
      (await desk.ask<{ grants: RoleGrant[] }>('boss', '/platform/user/detail', { userId: `id-${username}` }))
        .body.data.grants
    return { desk, role, change, held }
  }

  test('[S6.02] one gives just those permissions of its role that declare the kind, for just those things', async () => {
    const { desk, change, held } = await prepare()
    expect((await change('boss', { give: [onlyFor(here, SESSIONS)] })).http).toBe(200)
    const line = `lantern/harbour test vault:${SESSIONS}: ${EDIT_KEY} ${READ_KEY}`
    expect(await desk.codesOf('ops')).toEqual([line])
    // What asks for a role, such as a menu entry, names no thing.
    const { roles, grants } = await desk.access.rightsOf('id-ops')
    expect(roles).toEqual([])
    const place = { game: 'lantern', operator: 'harbour', environment: 'test' } as const
    const holdsKey = (key: string) =>
      holdsFor(grants, READ_KEY, place, { kind: 'vault', parts: ['blue', key] })
    expect([holdsKey('session:1'), holdsKey('player:1')]).toEqual([true, false])
    expect(desk.app.audits.at(-1)?.entry?.detail).toMatchObject({
      before: { grants: [] },
      after: { grants: [`developer @ lantern/harbour (test) only vault:${SESSIONS}`] },
    })
    expect(await held()).toEqual([{ ...onlyFor(here, SESSIONS), mayTake: true }])
    await desk.close()
  })

  test('the same role at the same place is held for several patterns, each with its end, beside the whole', async () => {
    const { desk, change, held } = await prepare()
    const until = desk.clock.nowMs + 60_000
    const both = [onlyFor(here, SESSIONS), onlyFor(here, 'red/*')]
    await change('boss', { give: [...both, here] })
    expect(await held()).toHaveLength(3)
    await change('boss', { give: [{ ...both[0]!, until }] })
    expect((await held()).map((grant) => [grant.resource?.pattern, grant.until])).toEqual([
      [undefined, undefined],
      [SESSIONS, until],
      ['red/*', undefined],
    ])
    await change('boss', { take: [here, both[1]!] })
    const left = `developer @ lantern/harbour (test) until ${new Date(until).toISOString()} only vault:${SESSIONS}`
    expect(desk.app.audits.at(-1)?.entry?.detail).toMatchObject({ after: { grants: [left] } })
    expect((await held()).map((grant) => grant.resource?.pattern)).toEqual([SESSIONS])
    desk.clock.nowMs = until
    expect(await desk.codesOf('ops')).toEqual([])
    await desk.cleanUp()
    expect(await held()).toEqual([])
    await desk.close()
  })

  test('a group gives one to its members, who learn why they hold it; roles tell who holds them so', async () => {
    const { desk } = await prepare()
    const { body } = await desk.ask<{ groupId: string }>('boss', '/platform/userGroup/save', {
      name: 'night',
      parentId: null,
      externalName: '',
    })
    const { groupId } = body.data
    const grant = onlyFor(here, SESSIONS)
    const given = await desk.ask('boss', '/platform/userGroup/grants', { groupId, give: [grant], take: [] })
    expect(given.http).toBe(200)
    await desk.ask('boss', '/platform/userGroup/members/change', { groupId, join: ['id-ops'], leave: [] })
    expect(await desk.codesOf('ops')).toEqual([
      `lantern/harbour test vault:${SESSIONS}: ${EDIT_KEY} ${READ_KEY}`,
    ])
    const detail = await desk.ask<{ sources: RightsSource[] }>('boss', '/platform/user/detail', {
      userId: 'id-ops',
    })
    expect(detail.body.data.sources).toMatchObject([
      { ...grant, codes: [EDIT_KEY, READ_KEY], group: { name: 'night' } },
    ])
    const holders = await desk.ask('boss', '/platform/role/holders', { code: 'developer' })
    const { role: _role, ...place } = grant
    expect(holders.body.data).toEqual([{ user: null, group: { id: groupId, name: 'night' }, ...place }])
    expect(
      await desk.access.holdersOf(
        { routerName: 'vault', code: 'key.read', type: 'button' },
        { scope: 'lantern/harbour', environment: 'test' },
      ),
    ).toEqual(['id-boss'])
    await desk.close()
  })

  test.each([
    ['grant_resource_unknown', 'give.0.resource.kind', onlyFor(here, 'x', 'attic')],
    ['grant_resource_unused', 'give.0.resource.kind', onlyFor(at('operator', 'lantern'), SESSIONS)],
    ['grant_pattern_parts', 'give.0.resource.pattern', onlyFor(here, 'blue')],
    ['grant_pattern_parts', 'give.0.resource.pattern', onlyFor(here, '/x')],
    ['grant_pattern_star', 'give.0.resource.pattern', onlyFor(here, 'bl*ue/x')],
    ['grant_pattern_star', 'give.0.resource.pattern', onlyFor(here, 'blue/**')],
    ['field_invalid', 'give.0.resource.pattern', onlyFor(here, 'blue/x\ny')],
    ['field_invalid', 'give.0.resource.pattern', onlyFor(here, `blue/${'x'.repeat(300)}`)],
    ['role_everywhere_only', 'give.0', onlyFor(at('ROLE_ADMIN', '*'), '*/*')],
  ])('what cannot be given is refused with %s at %s', async (code, field, grant) => {
    const { desk, change } = await prepare()
    const { http, body } = await change('boss', { give: [grant] })
    expect({ http: http >= 400, code: body.err?.code, field: body.err?.field }).toEqual({
      http: true,
      code,
      field,
    })
    expect(await desk.codesOf('ops')).toEqual([])
    await desk.close()
  })

  test('who may give and holds a few things gives those and parts of them, and takes no more than that', async () => {
    const { desk, change, role } = await prepare()
    await role('keeper', [READ_KEY])
    await desk.assign('ops', [at('reader', 'lantern/harbour')])
    await desk.assign('lead', [at('giver', 'lantern'), onlyFor(at('keeper', 'lantern/harbour'), SESSIONS)])
    const keeper = at('keeper', 'lantern/harbour')
    const narrower = onlyFor(at('keeper', 'lantern/harbour/l1', 'test'), 'blue/session:7*')
    for (const grant of [onlyFor(keeper, SESSIONS), narrower]) {
      expect((await change('lead', { give: [grant] })).http).toBe(200)
    }
    const wider = [
      keeper,
      onlyFor(keeper, '*/*'),
      onlyFor(keeper, 'blue/*'),
      onlyFor(keeper, '*/session:*'),
      onlyFor(at('keeper', 'lantern'), SESSIONS),
      // More codes than they hold.
      onlyFor(at('developer', 'lantern/harbour'), SESSIONS),
    ]
    for (const grant of wider) {
      const { http, body } = await change('lead', { give: [grant] })
      expect([http, body.err?.code, body.err?.field]).toEqual([403, 'rights_exceeded', 'give.0'])
    }
    await change('boss', { give: [keeper, onlyFor(keeper, 'red/*')] })
    for (const grant of [keeper, onlyFor(keeper, 'red/*')]) {
      expect((await change('lead', { take: [grant] })).body.err?.code).toBe('rights_exceeded')
    }
    expect((await change('lead', { take: [narrower] })).http).toBe(200)
    await desk.close()
  })

  test('who holds a few things and may not give gives none of them', async () => {
    const { desk, change } = await prepare()
    await desk.assign('ops', [at('reader', 'lantern')])
    await desk.assign('lead', [onlyFor(here, SESSIONS)])
    expect((await change('lead', { give: [onlyFor(here, SESSIONS)] })).body.err?.code).toBe('forbidden')
    await desk.assign('lead', [onlyFor(here, SESSIONS), at('giver', 'lantern/northwind')])
    expect((await change('lead', { give: [onlyFor(here, SESSIONS)] })).body.err?.code).toBe('rights_exceeded')
    await desk.close()
  })

  test('a narrowed role opens nothing of users and roles, whatever it holds as a whole', async () => {
    const { desk } = await prepare()
    await desk.assign('lead', [onlyFor(at('admin', '*'), '*/*')])
    expect(await desk.codesOf('lead')).toEqual([`* * vault:*/*: ${EDIT_KEY} ${READ_KEY}`])
    for (const path of ['/platform/user/list', '/platform/role/list', '/platform/userGroup/tree']) {
      const answer = await desk.ask('lead', path, { page: 1, pageSize: 10 })
      expect([path, answer.body.err?.code]).toEqual([path, 'forbidden'])
    }
    await desk.close()
  })

  test('a role held for a few things is edited by who holds there what it gives, before and after', async () => {
    const { desk, role } = await prepare()
    await role('keeper', [READ_KEY])
    await role('editor', ['roles.role.edit', 'roles.role.read'])
    await desk.assign('ops', [onlyFor(at('keeper', 'lantern'), SESSIONS)])
    const save = async (who: string, codes: string[], version: number) =>
      (await desk.ask(who, '/platform/role/save', { code: 'keeper', name: 'keeper', codes, version })).body
        .err?.code
    await desk.assign('lead', [at('editor', '*'), onlyFor(at('developer', 'lantern'), 'red/*')])
    expect(await save('lead', [], 1)).toBe('rights_exceeded')
    await desk.assign('lead', [at('editor', '*'), onlyFor(at('developer', 'lantern'), 'blue/*')])
    expect(await save('lead', [READ_KEY, EDIT_KEY], 1)).toBeUndefined()
    expect(await desk.codesOf('ops')).toEqual([`lantern * vault:${SESSIONS}: ${EDIT_KEY} ${READ_KEY}`])
    await desk.close()
  })

  test('a preview of one shows what it gives; the catalogue names what may be narrowed', async () => {
    const { desk } = await prepare()
    const grant = onlyFor(here, SESSIONS)
    expect((await desk.ask('boss', '/platform/role/preview', grant)).http).toBe(200)
    const { role: _role, ...place } = grant
    expect(desk.previews).toEqual([
      { label: 'developer', roles: [], grants: [{ ...place, codes: [EDIT_KEY, READ_KEY] }] },
    ])
    const bad = await desk.ask('boss', '/platform/role/preview', onlyFor(here, 'blue'))
    expect([bad.body.err?.code, bad.body.err?.field]).toEqual(['grant_pattern_parts', 'resource.pattern'])
    const options = await desk.ask<{ code: string; narrowed: object[] }[]>('boss', '/platform/role/options')
    const narrowed = (code: string) => options.body.data.find((role) => role.code === code)?.narrowed
    expect(narrowed('developer')).toEqual([{ kind: 'vault', codes: [EDIT_KEY, READ_KEY] }])
    expect(narrowed('reader')).toEqual([])
    const pages = await desk.ask<{ routerName: string; functionList: { resource?: string }[] }[]>(
      'boss',
      '/platform/permission/list',
    )
    const named = pages.body.data.map(({ routerName, functionList }) => [
      routerName,
      functionList.map(({ resource }) => resource ?? ''),
    ])
    expect(named).toContainEqual(['vault', ['vault', 'vault']])
    expect(named).toContainEqual(['mock', ['']])
    await desk.close()
  })

  test('narrowed grants of the super role, had they come into the store, are no administrator', async () => {
    const store = await open<AccessTables>()
    const desk = await openAccessDesk(store, ['boss', 'ops'])
    await desk.assign('boss', [at('ROLE_ADMIN', '*')])
    await desk.assign('ops', [at('ROLE_ADMIN', '*')])
    await store.write((tx) =>
      tx
        .updateTable('user_role')
        .set({ resource_kind: 'vault', resource_pattern: '*/*' })
        .where('user_id', '=', 'id-ops')
        .execute(),
    )
    const rights = await desk.access.rightsOf('id-ops')
    expect(rights.roles).toEqual([])
    expect(rights.grants).toEqual([
      { scope: '*', environment: '*', codes: [], resource: { kind: 'vault', pattern: '*/*' } },
    ] satisfies Grant[])
    expect(ALL_CODES).toContain(READ_KEY)
    await desk.close()
  })
})

const narrowedAt = accessMigrations.findIndex(({ name }) => name === 'access-0004-resources')
const before = accessMigrations.slice(0, narrowedAt)
const narrowing = accessMigrations[narrowedAt]!

describeStored('the tables of grants from before', before, (open) => {
  test('keep their rows, which are narrowed to nothing, and go with their role', async () => {
    const store = await open<AccessTables>()
    const places = ['lantern', 'tide'].map((scope) => ({ scope, environment: 'test' as const, ends_at: 5 }))
    const held = places.map((place) => ({ role_id: 'r1', ...place }))
    await store.write(async (tx) => {
      await tx.insertInto('role').values({ id: 'r1', code: 'night', name: 'night', built_in: 0 }).execute()
      await tx.insertInto('user_group').values({ id: 'g1', name: 'g', parent_id: null }).execute()
      await tx
        .insertInto('user_role')
        .values(held.map((row) => ({ user_id: 'u1', ...row })))
        .execute()
      await tx
        .insertInto('group_role')
        .values(held.map((row) => ({ group_id: 'g1', ...row })))
        .execute()
      await narrowing.up(tx as never)
    })
    const rows = async (table: 'user_role' | 'group_role') =>
      store.read.selectFrom(table).selectAll().orderBy('scope').execute()
    const kept = held.map((row) => ({ ...row, resource_kind: '', resource_pattern: '' }))
    expect(await rows('user_role')).toEqual(kept.map((row) => ({ user_id: 'u1', ...row })))
    expect(await rows('group_role')).toEqual(kept.map((row) => ({ group_id: 'g1', ...row })))
    await store.write(async (tx) => {
      const again = { ...kept[0]!, user_id: 'u1', resource_kind: 'vault', resource_pattern: 'a/*' }
      await tx.insertInto('user_role').values(again).execute()
      await tx.deleteFrom('role').where('id', '=', 'r1').execute()
    })
    expect([await rows('user_role'), await rows('group_role')]).toEqual([[], []])
  })
})
