import type { RouteReply } from '@qd/contract-kit'
import { forgetKept } from '@qd/web-frame'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  closeConnection,
  deleteConnection,
  listConnections,
  openConnection,
  orderConnections,
  saveConnection,
  testConnection,
} from '../../contract/index.ts'
import type { RedisConnection } from '../../contract/index.ts'
import { OPENED, sampleConnection } from '../testing/sample-connection.ts'
import { hideConnection, useWorkspace } from '../workspace/workspace.ts'
import RedisPage from '../page/redis-page.tsx'
import { forgetAllOpen } from './openings.ts'

const LINES = [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }]
const scope = { ...TEST_SCOPE, lines: LINES }
const userWith = (...codes: string[]) =>
  testUser({ grants: [{ scope: 'lantern/northwind', environment: '*', codes }] })
const manager = userWith('redis.redis.read', 'redis.redis.connections')
const reader = userWith('redis.redis.read')

const FIRST = sampleConnection()
const SECOND = sampleConnection({ id: 'c2', name: '排行榜', tags: ['rank'], position: 1, mode: 'cluster' })
const GUARDED = sampleConnection({
  id: 'c3',
  name: 'prod-rank',
  lineId: 'northwind-live',
  environment: 'production',
  readOnly: true,
  ssh: [{ host: 'jump.example', port: 22, username: 'ops', auth: 'key', hostKey: '' }],
  mayManage: false,
  mayFlush: false,
  mayEndanger: false,
})

const FAILED_TEST: RouteReply<typeof testConnection> = {
  isFine: false,
  steps: [
    { step: 'address', at: 'redis.example:6379', state: 'ok', ms: 0.4, code: '', msg: '' },
    { step: 'tcp', at: '', state: 'failed', ms: 1_204, code: 'redis_unreachable', msg: '拒绝连接' },
    { step: 'auth', at: '', state: 'skipped', ms: null, code: '', msg: '' },
  ],
  version: '',
  masters: [],
  hostKeys: [],
  isClusterNode: false,
}

let api: FakeApi
let list: RedisConnection[]
beforeEach(() => {
  forgetKept()
  localStorage.clear()
  forgetAllOpen()
  list = [FIRST, SECOND, GUARDED]
  api = fakeApi(
    [
      fake(listConnections, () => list),
      fake(openConnection, () => OPENED),
      fake(closeConnection, () => ({})),
      fake(orderConnections, () => ({})),
      fake(deleteConnection, () => ({})),
      fake(saveConnection, ({ body }) => ({
        connection: { ...FIRST, ...body.config, revision: FIRST.revision + 1 },
      })),
    ],
    { isGuarded: true },
  )
})

const open = (user = manager) => renderWithApp(<RedisPage />, { user, scope })
/** Its name begins with how far it is with it. */
const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^\\S*[开败]\\s*${name}`) })
const menuItem = (name: RegExp) => screen.findByRole('menuitem', { name })
const dialog = async () => within(await screen.findByRole('dialog'))

async function choose(user: Awaited<ReturnType<typeof open>>['user'], name: string, item: RegExp) {
  await user.click(await screen.findByRole('button', { name: `${name}：操作` }))
  await user.click(await menuItem(item))
}

describe('the list of connections', () => {
  it('[S2.30] shows them by line, with mode, read-only and tunnel', async () => {
    await open()
    const test = within(await screen.findByRole('region', { name: '测试线' }))
    expect(test.getByText('game-s123')).toBeTruthy()
    expect(test.getByText('集群')).toBeTruthy()
    const live = within(screen.getByRole('region', { name: 'northwind-live' }))
    expect(live.getByText('只读 · SSH')).toBeTruthy()
    expect(api.callsOf(listConnections)[0]?.query).toEqual({ game: 'lantern' })
  })

  it('is searched by tag and by pinyin', async () => {
    list = [...list, ...[4, 5].map((n) => sampleConnection({ id: `c${n}`, name: `other-${n}`, position: n }))]
    const { user } = await open()
    const search = await screen.findByRole('searchbox')
    await user.type(search, 'rank')
    await waitFor(() => expect(screen.queryByText('game-s123')).toBeNull())
    expect(screen.getByText('排行榜')).toBeTruthy()
    await user.clear(search)
    await user.type(search, 'phb')
    expect(await screen.findByText('排行榜')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('prod-rank')).toBeNull())
    await user.type(search, 'zzz')
    expect(await screen.findByText('没有匹配的连接')).toBeTruthy()
  })

  it('folds its groups and remembers that', async () => {
    list = [sampleConnection({ group: '会话' })]
    const { user, unmount } = await open()
    await user.click(await screen.findByRole('button', { name: /^会话/ }))
    expect(screen.queryByText('game-s123')).toBeNull()
    unmount()
    await open()
    const group = await screen.findByRole('button', { name: /^会话/ })
    expect(group.getAttribute('aria-expanded')).toBe('false')
  })

  it('says that there is none, and offers the button to who may make one', async () => {
    list = []
    const first = await open()
    expect(await screen.findByText('此游戏还没有连接')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: '新建连接' })).toHaveLength(2)
    first.unmount()
    await open(reader)
    expect(await screen.findByText(/管理连接/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '新建连接' })).toBeNull()
  })

  it('says why it cannot be read, and is read again', async () => {
    api.on(listConnections, () => new FakeFailure(503, 'unavailable', '服务暂不可用'))
    const { user } = await open()
    expect(await screen.findByText(/服务暂不可用/)).toBeTruthy()
    api.on(listConnections, () => list)
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    expect(await screen.findByText('game-s123')).toBeTruthy()
  })

  it('is not offered to who may not read', async () => {
    await open(userWith('jobs.job.read'))
    expect(await screen.findByText(/没有权限|无权限/)).toBeTruthy()
    expect(screen.queryByText('game-s123')).toBeNull()
  })
})

describe('opening', () => {
  it('[S2.30] happens with a double click; the database is shown', async () => {
    const { user } = await open(reader)
    await user.dblClick(await row('game-s123'))
    await screen.findByRole('img', { name: '已打开' })
    expect(api.callsOf(openConnection).map(({ body }) => body)).toEqual([
      { lineId: 'northwind-test', connectionId: 'c1', db: 0 },
    ])
    expect(useWorkspace.getState().active).toBe('c1/0')
  })

  it('happens with Enter, and arrow keys walk the rows', async () => {
    const { user } = await open(reader)
    ;(await row('game-s123')).focus()
    await user.keyboard('{ArrowDown}{Enter}')
    await screen.findByRole('img', { name: '已打开' })
    expect(useWorkspace.getState().active).toBe('c2/0')
  })

  it('does not happen with one click', async () => {
    const { user } = await open(reader)
    await user.click(await row('game-s123'))
    expect(api.callsOf(openConnection)).toEqual([])
  })

  it('asks for a password that is not stored, and keeps it nowhere', async () => {
    list = [sampleConnection({ asksPassword: true })]
    api.on(openConnection, ({ body }) =>
      body.password === 'right' ? OPENED : new FakeFailure(502, 'redis_auth_failed', '密码不对'),
    )
    const { user } = await open(reader)
    await user.dblClick(await row('game-s123'))
    const asked = await dialog()
    await user.type(asked.getByLabelText(/的密码$/), 'wrong{Enter}')
    expect(await asked.findByText(/密码不对/)).toBeTruthy()
    await user.clear(asked.getByLabelText(/的密码$/))
    await user.type(asked.getByLabelText(/的密码$/), 'right{Enter}')
    await screen.findByRole('img', { name: '已打开' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, useWorkspace.getState()])
    expect(stored).not.toContain('right')
  })

  it('asks for it, too, when only the server knows that it is needed; the session goes on', async () => {
    api.on(openConnection, ({ body }) =>
      body.password === undefined ? new FakeFailure(409, 'redis_password_needed', '需要密码') : OPENED,
    )
    const { user } = await open(reader)
    await user.dblClick(await row('game-s123'))
    const asked = await dialog()
    await user.type(asked.getByLabelText(/的密码$/), 'p{Enter}')
    expect(await screen.findByRole('img', { name: '已打开' })).toBeTruthy()
  })

  it('that fails says why, and how to repair it', async () => {
    api.on(openConnection, () => new FakeFailure(502, 'redis_unreachable', '无法连接 redis.example:6379'))
    api.on(testConnection, () => FAILED_TEST)
    const { user } = await open()
    await user.dblClick(await row('game-s123'))
    expect(await screen.findByText('无法连接 redis.example:6379')).toBeTruthy()
    expect(screen.getByRole('img', { name: '打开失败' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '测试连接' }))
    const tested = await dialog()
    expect(await tested.findByText('在“建立连接”这一步失败')).toBeTruthy()
    expect(tested.getByText('拒绝连接')).toBeTruthy()
    expect(tested.getByText('1,204 ms')).toBeTruthy()
    expect(tested.queryByText('登录验证')).toBeNull()
    await user.click(tested.getByRole('button', { name: /^确\s?定$|^知道了$|^好$/ }))
    api.on(openConnection, () => OPENED)
    await user.click(screen.getByRole('button', { name: /^重\s?试$/ }))
    await screen.findByRole('img', { name: '已打开' })
    expect(screen.queryByText('无法连接 redis.example:6379')).toBeNull()
  })

  it('of one node of a cluster offers the cluster to who may change it', async () => {
    api.on(openConnection, () => ({ ...OPENED, isClusterNode: true }))
    const { user } = await open()
    await user.dblClick(await row('game-s123'))
    api.on(openConnection, () => ({ ...OPENED, mode: 'cluster' as const }))
    await user.click(await screen.findByRole('button', { name: '按集群打开' }))
    await waitFor(() => expect(api.callsOf(openConnection)).toHaveLength(2))
    expect(api.callsOf(closeConnection)).toHaveLength(1)
    expect(api.callsOf(saveConnection)[0]?.body).toMatchObject({
      connectionId: 'c1',
      revision: 3,
      config: { mode: 'cluster', host: 'redis.example' },
      secrets: {},
    })
    await waitFor(() => expect(screen.queryByRole('button', { name: '按集群打开' })).toBeNull())
  })
})

describe('closing', () => {
  it('ends its databases and tells the server', async () => {
    const { user } = await open()
    await user.dblClick(await row('game-s123'))
    await screen.findByRole('img', { name: '已打开' })
    await choose(user, 'game-s123', /^关闭$/)
    await waitFor(() => expect(useWorkspace.getState().databases).toEqual([]))
    expect(api.callsOf(closeConnection)[0]?.body).toEqual({ lineId: 'northwind-test', connectionId: 'c1' })
  })

  it('follows when its last database is closed elsewhere on the page', async () => {
    const { user } = await open()
    await user.dblClick(await row('game-s123'))
    await screen.findByRole('img', { name: '已打开' })
    act(() => hideConnection('c1'))
    await waitFor(() => expect(api.callsOf(closeConnection)).toHaveLength(1))
    expect(screen.queryByRole('img', { name: '已打开' })).toBeNull()
  })

  it('[S4.13] comes before editing: asks, closes and goes on', async () => {
    const { user } = await open()
    await user.dblClick(await row('game-s123'))
    await screen.findByRole('img', { name: '已打开' })
    await choose(user, 'game-s123', /^编辑$/)
    await user.click((await dialog()).getByRole('button', { name: /^取\s?消$/ }))
    expect(api.callsOf(closeConnection)).toEqual([])
    await choose(user, 'game-s123', /^编辑$/)
    await user.click((await dialog()).getByRole('button', { name: '关闭并继续' }))
    expect(await (await dialog()).findByRole('tab', { name: '基本' })).toBeTruthy()
    expect(api.callsOf(closeConnection)).toHaveLength(1)
  })
})

describe('the menu of a connection', () => {
  it('offers nothing that changes it to who may only read', async () => {
    list = [sampleConnection({ mayManage: false })]
    const { user } = await open(reader)
    await user.click(await screen.findByRole('button', { name: 'game-s123：操作' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      '打开',
      '复制名称',
    ])
  })

  it('moves it among its neighbours', async () => {
    const { user } = await open()
    await choose(user, '排行榜', /^上移$/)
    await waitFor(() => expect(api.callsOf(orderConnections)).toHaveLength(1))
    expect(api.callsOf(orderConnections)[0]?.body).toEqual({ lineId: 'northwind-test', ids: ['c2', 'c1'] })
    expect(api.callsOf(listConnections).length).toBeGreaterThan(1)
  })

  it('deletes it only after a question', async () => {
    const { user } = await open()
    await choose(user, 'game-s123', /^删除$/)
    const asked = await dialog()
    expect(asked.getByText(/确定删除连接“game-s123”吗/)).toBeTruthy()
    expect(api.callsOf(deleteConnection)).toEqual([])
    await user.click(asked.getByRole('button', { name: /^删\s?除$/ }))
    await waitFor(() =>
      expect(api.callsOf(deleteConnection)[0]?.body).toEqual({
        lineId: 'northwind-test',
        connectionId: 'c1',
        revision: 3,
      }),
    )
  })

  it('copies its name', async () => {
    const { user } = await open()
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    await choose(user, 'game-s123', /^复制名称$/)
    await waitFor(() => expect(copied).toHaveBeenCalledWith('game-s123'))
  })
})
