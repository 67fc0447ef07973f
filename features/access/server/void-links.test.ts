import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { accessMigrations } from './index.ts'
import type { AccessTables } from './index.ts'
import { at, openAccessDesk } from '../../../apps/server/testing/access-desk.ts'

type Desk = Awaited<ReturnType<typeof openAccessDesk>>
interface World {
  desk: Desk
  ask: (path: string, body: object) => Promise<{ http: number; data: { groupId: string; version: number } }>
  groupId: string
}

const CHANGES: readonly [string, (world: World) => Promise<unknown>][] = [
  [
    'a grant given',
    ({ ask }) => ask('user/grants', { userId: 'id-guest', give: [at('reader', 'lantern')], take: [] }),
  ],
  [
    'a grant taken',
    ({ ask }) => ask('user/grants', { userId: 'id-guest', give: [], take: [at('night', 'lantern')] }),
  ],
  [
    'a group joined',
    ({ ask, groupId }) => ask('userGroup/members/change', { groupId, join: ['id-guest'], leave: [] }),
  ],
  [
    'a group that gets a grant',
    async ({ ask, groupId }) => {
      await ask('userGroup/members/change', { groupId, join: ['id-guest'], leave: [] })
      await ask('user/link', { userId: 'id-guest' })
      await ask('userGroup/grants', { groupId, give: [at('reader', 'lantern')], take: [] })
    },
  ],
  [
    'a group moved below another',
    async ({ ask, groupId }) => {
      await ask('userGroup/members/change', { groupId, join: ['id-guest'], leave: [] })
      const parent = await ask('userGroup/save', { name: 'above', parentId: null, externalName: '' })
      await ask('user/link', { userId: 'id-guest' })
      const { groupId: parentId } = parent.data
      await ask('userGroup/save', { groupId, name: 'watch', parentId, externalName: '' })
    },
  ],
  [
    'a group that is deleted',
    async ({ ask, groupId }) => {
      await ask('userGroup/members/change', { groupId, join: ['id-guest'], leave: [] })
      await ask('user/link', { userId: 'id-guest' })
      await ask('userGroup/delete', { groupId })
    },
  ],
  [
    'a role that gets a permission',
    ({ ask }) =>
      ask('role/save', {
        code: 'night',
        name: '夜',
        codes: ['index.data.read', 'index.data.edit'],
        version: 1,
      }),
  ],
]

describeStored('one-time links', accessMigrations, (open) => {
  async function prepare(): Promise<World> {
    const desk = await openAccessDesk(await open<AccessTables>(), ['boss'])
    await desk.assign('boss', [at('ROLE_ADMIN', '*')])
    const ask: World['ask'] = async (path, body) => {
      const answer = await desk.ask<{ groupId: string; version: number }>('boss', `/platform/${path}`, body)
      expect([path, answer.http, answer.body.msg]).toEqual([path, 200, expect.anything()])
      return { http: answer.http, data: answer.body.data }
    }
    await ask('role/save', { code: 'night', name: '夜', codes: ['index.data.read'], version: 0 })
    const { groupId } = (await ask('userGroup/save', { name: 'watch', parentId: null, externalName: '' }))
      .data
    await ask('user/invite', {
      username: 'guest',
      name: 'guest',
      department: '',
      mustUseSecondFactor: false,
      grants: [at('night', 'lantern')],
      groupIds: [],
    })
    return { desk, ask, groupId }
  }
  const linkOf = async ({ desk }: World) => (await desk.accounts.find('id-guest'))?.link

  test.each(CHANGES)('are void after %s, and the audit names whose', async (_what, change) => {
    const world = await prepare()
    expect(await linkOf(world)).toBe('open')
    await change(world)
    expect(await linkOf(world)).toBe('void')
    expect(world.desk.app.audits.at(-1)?.entry?.detail).toMatchObject({ voidedLinks: ['guest'] })
    await world.desk.close()
  })

  test('stay good after what changes nobody’s rights', async () => {
    const world = await prepare()
    const { ask, groupId } = world
    await ask('role/save', { code: 'night', name: '夜班', codes: ['index.data.read'], version: 1 })
    await ask('userGroup/save', { groupId, name: 'late', parentId: null, externalName: '' })
    await ask('user/update', { userId: 'id-guest', name: 'x', department: '', mustUseSecondFactor: true })
    expect(await linkOf(world)).toBe('open')
    await world.desk.close()
  })
})
