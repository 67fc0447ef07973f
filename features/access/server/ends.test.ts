import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { at, openAccessDesk } from '../../../apps/server/testing/access-desk.ts'
import { RIGHT_ENDED } from '../contract/index.ts'
import type { RightsSource } from '../contract/index.ts'
import { accessMigrations } from './index.ts'
import type { AccessTables } from './index.ts'

const DAY_MS = 86_400_000
const START = 1_800_000_000_000

interface Detail {
  grants: { role: string; until?: number }[]
  sources: RightsSource[]
}

describeStored('rights that end', accessMigrations, (open) => {
  const prepare = async () => {
    const clock = { nowMs: START }
    const desk = await openAccessDesk(await open<AccessTables>(), ['boss', 'second', 'lead', 'ops'], clock)
    await desk.assign('boss', [at('ROLE_ADMIN', '*')])
    const give = (who: string, username: string, ...grants: unknown[]) =>
      desk.ask(who, '/platform/user/grants', { userId: `id-${username}`, give: grants, take: [] })
    const detail = async (username: string) =>
      (await desk.ask<Detail>('boss', '/platform/user/detail', { userId: `id-${username}` })).body.data
    const group = async (...grants: unknown[]) => {
      const draft = { name: '夜班', parentId: null, externalName: '' }
      const { body } = await desk.ask<{ groupId: string }>('boss', '/platform/userGroup/save', draft)
      const { groupId } = body.data
      await desk.ask('boss', '/platform/userGroup/grants', { groupId, give: grants, take: [] })
      return groupId
    }
    const join = (who: string, groupId: string, username: string, until?: number) =>
      desk.ask(who, '/platform/userGroup/members/change', {
        groupId,
        join: [`id-${username}`],
        leave: [],
        ...(until === undefined ? {} : { until }),
      })
    const rolesOf = async (username: string) => (await desk.access.rightsOf(`id-${username}`)).roles
    return { desk, clock, give, detail, group, join, rolesOf }
  }

  test('[T27] a grant holds until its end and not a moment longer; given again it gets another end', async () => {
    const { desk, clock, give, detail, rolesOf } = await prepare()
    const until = START + 3 * DAY_MS
    expect((await give('boss', 'ops', { ...at('operator', 'lantern'), until })).http).toBe(200)
    expect((await detail('ops')).grants).toEqual([{ ...at('operator', 'lantern'), until, mayTake: true }])
    expect((await desk.access.rightsOf('id-ops')).endsAt).toBe(until)
    clock.nowMs = until - 1
    expect(await rolesOf('ops')).toEqual(['operator'])
    clock.nowMs = until
    expect(await rolesOf('ops')).toEqual([])
    expect((await detail('ops')).grants).toEqual([])
    clock.nowMs = START
    const later = until + DAY_MS
    await give('boss', 'ops', { ...at('operator', 'lantern'), until: later })
    expect((await detail('ops')).grants.map((grant) => grant.until)).toEqual([later])
    await give('boss', 'ops', at('operator', 'lantern'))
    expect((await detail('ops')).grants).toEqual([{ ...at('operator', 'lantern'), mayTake: true }])
    await desk.close()
  })

  test('[T27] a membership ends, and with it what the group gives; the earlier of both ends counts', async () => {
    const { desk, clock, detail, group, join, rolesOf } = await prepare()
    const [first, second] = [START + DAY_MS, START + 2 * DAY_MS]
    const groupId = await group({ ...at('operator', 'lantern'), until: second }, at('reader', 'lantern'))
    expect((await join('boss', groupId, 'ops', first)).http).toBe(200)
    expect((await detail('ops')).sources.map(({ role, until }) => [role, until])).toEqual([
      ['operator', first],
      ['reader', first],
    ])
    const members = await desk.ask('boss', '/platform/userGroup/members', { groupId })
    expect(members.body.data).toMatchObject([{ username: 'ops', until: first }])
    await join('boss', groupId, 'ops')
    expect((await detail('ops')).sources.map(({ until }) => until)).toEqual([second, undefined])
    clock.nowMs = second
    expect(await rolesOf('ops')).toEqual(['reader'])
    await join('boss', groupId, 'ops', second + 1)
    clock.nowMs = second + 1
    expect([await rolesOf('ops'), await desk.access.groupIdsOf('id-ops')]).toEqual([[], []])
    await desk.close()
  })

  test('[T27] what is over is taken away, and every open page of its holder hears of it once', async () => {
    const { desk, clock, give, group, join } = await prepare()
    const until = START + DAY_MS
    await give('boss', 'ops', { ...at('operator', 'lantern'), until })
    await join('boss', await group({ ...at('reader', 'lantern'), until }), 'lead')
    await desk.cleanUp()
    desk.changed.length = 0
    clock.nowMs = until
    await desk.cleanUp()
    expect(desk.changed.toSorted()).toEqual(['id-lead', 'id-ops'])
    await desk.cleanUp()
    expect(desk.changed).toHaveLength(2)
    // The row is gone: a clock that is set back brings nothing back.
    clock.nowMs = START
    expect((await desk.access.rightsOf('id-ops')).roles).toEqual([])
    await desk.close()
  })

  test('[T27] the last administrator does not end by time', async () => {
    const { desk, give } = await prepare()
    const until = START + DAY_MS
    const both = at('ROLE_ADMIN', '*')
    expect((await give('boss', 'second', { ...both, until })).http).toBe(200)
    const last = await give('second', 'boss', { ...both, until })
    expect([last.http, last.body.err?.code]).toEqual([409, 'last_admin'])
    const taken = await desk.ask('second', '/platform/user/grants', {
      userId: 'id-boss',
      give: [],
      take: [both],
    })
    expect(taken.body.err?.code).toBe('last_admin')
    await desk.close()
  })

  test('[T27] nobody gives a right longer than they hold it, by grant, group or role, nor in the past', async () => {
    const { desk, give, group, join } = await prepare()
    const until = START + DAY_MS
    await give('boss', 'lead', { ...at('admin', 'lantern'), until })
    const code = async (answer: ReturnType<typeof give>) => (await answer).body.err?.code ?? 'done'
    expect(await code(give('lead', 'ops', at('reader', 'lantern')))).toBe('account_not_found')
    await give('boss', 'ops', at('reader', 'lantern'))
    expect(await code(give('lead', 'ops', at('operator', 'lantern')))).toBe('grant_outlasts_own')
    expect(await code(give('lead', 'ops', { ...at('operator', 'lantern'), until: until + 1 }))).toBe(
      'grant_outlasts_own',
    )
    expect(await code(give('lead', 'ops', { ...at('operator', 'lantern'), until }))).toBe('done')
    expect(await code(give('boss', 'ops', { ...at('operator', 'lantern'), until: START }))).toBe(
      'grant_until_past',
    )
    const groupId = await group(at('operator', 'lantern'))
    expect(await code(join('lead', groupId, 'ops'))).toBe('grant_outlasts_own')
    expect(await code(join('lead', groupId, 'ops', until))).toBe('done')
    const role = { code: 'own', name: 'own', codes: ['index.data.edit'], version: 0 }
    expect(await code(desk.ask('lead', '/platform/role/save', role))).toBe('rights_exceeded')
    await desk.close()
  })

  test('[T27] nobody keeps the rights of a group by mapping it to a group of the identity provider', async () => {
    const { desk, clock, give, group } = await prepare()
    const until = START + DAY_MS
    await give('boss', 'lead', { ...at('admin', 'lantern'), until })
    const groupId = await group(at('operator', 'lantern'))
    const save = (who: string, name: string, externalName: string) =>
      desk.ask(who, '/platform/userGroup/save', { groupId, name, parentId: null, externalName })
    const mapped = await save('lead', '夜班', 'leads')
    expect([mapped.http, mapped.body.err?.code, mapped.body.err?.field]).toEqual([
      403,
      'grant_outlasts_own',
      'externalName',
    ])
    expect((await save('lead', '早班', '')).http).toBe(200)
    expect((await save('boss', '早班', 'night')).http).toBe(200)
    // A name, and no mapping at all, give nobody anything.
    expect((await save('lead', '晚班', 'night')).http).toBe(200)
    expect((await save('lead', '晚班', 'leads')).body.err?.code).toBe('grant_outlasts_own')
    expect((await save('lead', '晚班', '')).http).toBe(200)
    clock.nowMs = until
    expect((await save('lead', '晚班', '')).http).toBe(403)
    await desk.close()
  })

  test('[T27] who holds a right for a time looks as a role of it, and no further', async () => {
    const { desk, give } = await prepare()
    await give('boss', 'lead', { ...at('admin', 'lantern'), until: START + DAY_MS })
    const view = async (grant: unknown) => {
      const { http, body } = await desk.ask('lead', '/platform/role/preview', grant)
      return [http, body.err?.code]
    }
    expect(await view(at('operator', 'lantern'))).toEqual([200, undefined])
    expect(await view(at('operator', 'other'))).toEqual([403, 'rights_exceeded'])
    expect(await view(at('ROLE_ADMIN', '*'))).toEqual([403, 'rights_exceeded'])
    expect(await view(at('nobody', 'lantern'))).toEqual([404, 'role_not_found'])
    expect(desk.previews).toHaveLength(1)
    await desk.close()
  })

  test('the audit tells that a right has ended, once, whichever node takes it away', async () => {
    const { desk, clock, give, group, join } = await prepare()
    const until = START + DAY_MS
    await give('boss', 'ops', { ...at('operator', 'lantern'), until }, at('reader', 'lantern'))
    const groupId = await group({ ...at('developer', 'lantern'), until })
    await join('boss', groupId, 'second', until)
    clock.nowMs = until
    desk.changed.length = 0
    await Promise.all([desk.cleanUp(), desk.cleanUp()])
    const told = desk.audited.flatMap(({ entry }) => (entry?.action === RIGHT_ENDED ? [entry] : []))
    expect(told.map(({ target, actorId, scope, detail }) => [target, actorId, scope, detail])).toEqual(
      expect.arrayContaining([
        [
          'id-ops',
          '',
          'lantern',
          { holder: 'user', grants: ['operator @ lantern (*) until 2027-01-16T08:00:00.000Z'] },
        ],
        ['id-second', '', '*', { holder: 'user', groups: ['夜班'] }],
        [
          groupId,
          '',
          'lantern',
          { holder: 'group', grants: ['developer @ lantern (*) until 2027-01-16T08:00:00.000Z'] },
        ],
      ]),
    )
    expect(told).toHaveLength(3)
    expect([...new Set(desk.changed)].toSorted()).toEqual(['id-ops', 'id-second'])
    await desk.cleanUp()
    expect(desk.audited.filter(({ entry }) => entry?.action === RIGHT_ENDED)).toHaveLength(3)
    await desk.close()
  })

  test('an end after the last day there is is a fault of the input', async () => {
    const { desk, give, group, join } = await prepare()
    const last = 8_640_000_000_000_000
    const groupId = await group(at('reader', 'lantern'))
    for (const until of [last + 1, Number.MAX_SAFE_INTEGER, -last - 1]) {
      expect((await give('boss', 'ops', { ...at('reader', 'lantern'), until })).http).toBe(400)
      expect((await join('boss', groupId, 'ops', until)).http).toBe(400)
    }
    expect((await give('boss', 'ops', { ...at('reader', 'lantern'), until: last })).http).toBe(200)
    expect((await join('boss', groupId, 'ops', last)).http).toBe(200)
    await desk.close()
  })
})
