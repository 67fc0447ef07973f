import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { GroupView } from '../contract/index.ts'
import { accessMigrations } from './index.ts'
import type { AccessTables } from './index.ts'
import { at, openAccessDesk } from '../../../apps/server/testing/access-desk.ts'

describeStored('groups', accessMigrations, (open) => {
  async function prepare() {
    const store = await open<AccessTables>()
    const desk = await openAccessDesk(store, ['boss', 'lead', 'ops', 'night'])
    await desk.assign('boss', [at('ROLE_ADMIN', '*')])
    await desk.assign('lead', [at('admin', 'lantern')])
    const save = async (who: string, name: string, parentId: string | null = null, more: object = {}) => {
      const body = { name, parentId, externalName: '', ...more }
      return desk.ask<{ groupId: string }>(who, '/platform/userGroup/save', body)
    }
    const made = async (who: string, name: string, parentId: string | null = null) =>
      (await save(who, name, parentId)).body.data.groupId
    const change = (who: string, groupId: string, join: string[], leave: string[] = []) =>
      desk.ask(who, '/platform/userGroup/members/change', { groupId, join, leave })
    const give = (who: string, groupId: string, ...grants: unknown[]) =>
      desk.ask(who, '/platform/userGroup/grants', { groupId, give: grants, take: [] })
    const tree = async (who: string) =>
      (await desk.ask<GroupView[]>(who, '/platform/userGroup/tree')).body.data
    return { desk, store, save, made, change, give, tree }
  }

  test('members hold what their group and all groups above it give', async () => {
    const { desk, made, change, give } = await prepare()
    const top = await made('boss', '总部')
    const middle = await made('boss', '运营', top)
    const bottom = await made('boss', '夜班', middle)
    await give('boss', top, at('reader', 'lantern'))
    await give('boss', bottom, at('operator', 'lantern/harbour', 'test'))
    expect((await change('boss', bottom, ['id-night'])).http).toBe(200)
    expect(await desk.codesOf('night')).toEqual([
      'lantern/harbour test: index.data.edit index.data.read index.player.read',
      'lantern *: index.data.read index.player.read',
    ])
    expect((await desk.access.rightsOf('id-night')).groups.map(({ name }) => name)).toEqual(['夜班'])
    expect((await desk.access.groupIdsOf('id-night')).toSorted()).toEqual([top, middle, bottom].toSorted())
    expect(await desk.access.groupIdsOf('id-ops')).toEqual([])
    desk.changed.length = 0
    // Whatever changes above is told to everybody below.
    await give('boss', middle, at('developer', 'lantern'))
    expect(desk.changed).toEqual(['id-night'])
    expect((await desk.access.rightsOf('id-night')).roles).toEqual(['developer', 'operator', 'reader'])
    const moved = await desk.ask('boss', '/platform/userGroup/save', {
      groupId: bottom,
      name: '夜班',
      parentId: null,
      externalName: '',
    })
    expect([moved.http, (await desk.access.rightsOf('id-night')).roles]).toEqual([200, ['operator']])
    await change('boss', bottom, [], ['id-night'])
    expect((await desk.access.rightsOf('id-night')).roles).toEqual([])
    expect(desk.changed).toEqual(['id-night', 'id-night', 'id-night'])
    await desk.close()
  })

  test('no cycles, ten levels, one name below a parent, one group for each outside name', async () => {
    const { desk, made, save } = await prepare()
    const chain = [await made('boss', '1')]
    for (let depth = 2; depth <= 10; depth++) chain.push(await made('boss', `${depth}`, chain.at(-1)))
    const [top, second] = [chain[0]!, chain[1]!]
    const refused = async (answer: ReturnType<typeof save>) => {
      const { http, body } = await answer
      return [http, body.err?.code, body.err?.field]
    }
    expect(await refused(save('boss', 'eleven', chain[9]!))).toEqual([409, 'group_too_deep', 'parentId'])
    expect(await refused(save('boss', '1', chain[9]!, { groupId: top }))).toEqual([
      409,
      'group_cycle',
      'parentId',
    ])
    const other = await made('boss', 'other')
    expect(await refused(save('boss', '1', other, { groupId: top }))).toEqual([
      409,
      'group_too_deep',
      'parentId',
    ])
    expect(await refused(save('boss', '2', top))).toEqual([409, 'group_name_taken', 'name'])
    expect((await save('boss', '2', second)).http).toBe(200)
    expect((await save('boss', 'mapped', null, { externalName: 'idp-ops' })).http).toBe(200)
    expect(await refused(save('boss', 'again', null, { externalName: 'idp-ops' }))).toEqual([
      409,
      'group_external_taken',
      'externalName',
    ])
    const del = (groupId: string) => desk.ask('boss', '/platform/userGroup/delete', { groupId })
    expect((await del(top)).body.err?.code).toBe('group_has_children')
    expect((await del(other)).http).toBe(200)
    expect((await del(other)).body.err?.code).toBe('group_not_found')
    await desk.close()
  })

  test.each(['a\u202eb', 'a\u2066b', 'a\nb', 'x\r\ny: z', 'a\u2028b', '\u0007', ' '])(
    'a name that would not read as it is written is refused: %j',
    async (name) => {
      const { desk, save } = await prepare()
      const answer = await save('boss', name)
      expect([answer.http, answer.body.err?.field]).toEqual([400, 'name'])
      await desk.close()
    },
  )

  test('two who save the same name at once: one wins', async () => {
    const { desk, save, tree } = await prepare()
    const answers = await Promise.all(['boss', 'lead', 'boss'].map((who) => save(who, '新组')))
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409, 409])
    expect((await tree('boss')).filter(({ name }) => name === '新组')).toHaveLength(1)
    await desk.close()
  })

  test('an administrator of one game handles the groups of his game and no others', async () => {
    const { desk, made, change, give, tree, save } = await prepare()
    const wide = await made('boss', '全公司')
    const games = await made('boss', '灯塔组', wide)
    const empty = await made('boss', '空组')
    await give('boss', games, at('operator', 'lantern'))
    await change('boss', games, ['id-ops'])
    expect(
      (await tree('lead')).map(({ name, mayEdit, mayChangeMembers }) => [name, mayEdit, mayChangeMembers]),
    ).toEqual([
      ['全公司', false, false],
      ['灯塔组', true, true],
    ])
    expect((await change('lead', games, [], ['id-ops'])).http).toBe(200)
    expect((await give('lead', games, at('reader', 'other'))).body.err?.code).toBe('rights_exceeded')
    expect((await give('lead', games, at('ROLE_ADMIN', '*'))).body.err?.code).toBe('role_not_for_groups')
    expect((await give('lead', empty, at('reader', 'lantern'))).body.err?.code).toBe('group_not_found')
    const own = await made('lead', '我的组')
    expect((await give('lead', own, at('reader', 'lantern'))).http).toBe(200)
    expect((await change('lead', own, ['id-lead'])).body.err?.code).toBe('account_own')
    await give('boss', wide, at('reader', 'other'))
    // What hangs below a group that gives more than they hold is out of their hands too.
    expect((await change('lead', games, ['id-ops'])).body.err?.code).toMatch(
      /rights_exceeded|account_not_found/,
    )
    expect((await save('lead', '灯塔组2', wide, { groupId: games })).body.err?.code).toBe('rights_exceeded')
    await desk.close()
  })

  test('members of mapped groups follow what the identity provider says, others stay', async () => {
    const { desk, store, made, save, change } = await prepare()
    const mapped = (await save('boss', '外部', null, { externalName: 'idp-ops' })).body.data.groupId
    const plain = await made('boss', '内部')
    await change('boss', plain, ['id-ops'])
    const sync = async (...names: string[]) => {
      await store.write((tx) => desk.access.syncExternalGroups(tx, 'id-ops', names))
      return (await desk.access.rightsOf('id-ops')).groups.map(({ id }) => id).toSorted()
    }
    expect(await sync('idp-ops', 'idp-ops', 'unknown')).toEqual([mapped, plain].toSorted())
    expect(await sync('IDP-OPS')).toEqual([plain])
    await desk.close()
  })
})
