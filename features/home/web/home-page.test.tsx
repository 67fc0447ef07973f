import { forgetRecentPlayers, recentPlayers } from '@qd/players/contract'
import { onlineHistory, serverStates } from '@qd/game-servers/contract'
import { lineList, operatorList, serverCard, serverList } from '@qd/scope/contract'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { CAPABILITIES } from '@qd/game-contract'
import { useScope } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CAPABILITY_KEYS } from './capability-keys.ts'
import HomePage from './home-page.tsx'

type Card = RouteReplyGiven<typeof serverCard>

const running: Card = {
  server: {
    sId: 123,
    serviceName: '潮汐之门',
    lineId: 'northwind-test',
    lineName: '测试线',
    environment: 'test',
    openedAt: null,
  },
  status: 'running',
  build: '1.4.2',
  configVersion: 'c-88',
  protocolMd5: 'a41f0000000000009c2e',
  clock: { timestamp: 86_400, real: 0, offset: 86_400, zone: 0 },
  online: 12_345,
  startedAt: Date.now() - 3_600_000,
  capabilities: ['data.get', 'accounts.create', 'weather'],
}
const lan = {
  uId: '30123000045',
  name: '岚夜听潮',
  level: 72,
  sId: 123,
  lineId: 'x',
  game: 'lantern',
  gameName: '灯海',
  lineName: '测试线',
  at: Date.now(),
}

/** May look at Northwind's players, and nothing else. */
const reader = testUser({
  roles: ['reader'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['index.data.read'] }],
})

let api: FakeApi

beforeEach(() => {
  api = fakeApi([
    fake(serverCard, () => running),
    fake(recentPlayers, () => [lan]),
    fake(forgetRecentPlayers, () => null),
    fake(operatorList, () => []),
    fake(lineList, () => []),
    fake(serverList, () => []),
    fake(serverStates, () => []),
    fake(onlineHistory, () => ({ from: 0, stepMs: 300_000, servers: [] })),
  ])
})

describe('home without a player', () => {
  it('[S2.06] shows the selected server in figures', async () => {
    await renderWithApp(<HomePage />, { scope: TEST_SCOPE })
    expect(await screen.findByText('S123 潮汐之门')).toBeTruthy()
    for (const text of ['运行中', '12,345', '1.4.2', 'c-88', 'a41f…9c2e', '+1 天', 'weather']) {
      expect(screen.getByText(text)).toBeTruthy()
    }
  })

  it('tells in words what the server offers and what it does not', async () => {
    await renderWithApp(<HomePage />, { scope: TEST_SCOPE, user: reader })
    const offered = within(await screen.findByRole('region', { name: '支持的功能' }))
    expect(offered.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '读取玩家数据',
      '创建账号',
      'weather',
    ])
    const others = within(screen.getByRole('region', { name: '不支持' }))
    expect(others.getAllByRole('listitem')).toHaveLength(Object.keys(CAPABILITIES).length - 2)
    expect(others.getByText('调整游戏时间')).toBeTruthy()
    expect(Object.keys(CAPABILITY_KEYS).toSorted()).toEqual(Object.keys(CAPABILITIES).toSorted())
  })

  it('shows operator, line and channels beside the name of the server', async () => {
    const operators = [{ partnerCode: 'northwind', name: 'Northwind', platform: 3 }]
    const channels = [{ name: 'TapTap', code: 'taptap' }]
    await renderWithApp(<HomePage />, { scope: { ...TEST_SCOPE, operators, channels }, user: reader })
    expect(await screen.findByText('Northwind / 测试线')).toBeTruthy()
    expect(screen.getByText('渠道 1')).toBeTruthy()
  })

  it('has room for the work of other features, and tells them which server is chosen', async () => {
    const slots: WebFeature['slots'] = {
      ownJobs: () => <p>own jobs</p>,
      ownDrafts: () => <p>own drafts</p>,
      latestEdits: ({ at }) => <p>{`latest of ${at.game}/${at.lineId}/${at.sId}`}</p>,
      unsentChanges: ({ uId }) => <span>{`unsent of ${uId}`}</span>,
    }
    const features = [{ name: 'others', pages: [], slots }]
    await renderWithApp(<HomePage />, { scope: TEST_SCOPE, user: reader, features })
    await screen.findByText('latest of lantern/northwind-test/123')
    expect(screen.getByText('own jobs')).toBeTruthy()
    expect(screen.getByText('own drafts')).toBeTruthy()
    const card = within(await screen.findByRole('link', { name: /岚夜听潮/ }))
    for (const text of ['72 级', '30123000045', '灯海 · 测试线', 'S123', 'unsent of 30123000045']) {
      expect(card.getByText(text)).toBeTruthy()
    }
    act(() => useScope.getState().selectServer(0))
    await waitFor(() => expect(screen.queryByText(/^latest of/)).toBeNull())
  })

  it('recent players that cannot be read say so and are asked for again', async () => {
    api.on(recentPlayers, () => new FakeFailure(503, 'store_unavailable', '数据库不可用'))
    const { user } = await renderWithApp(<HomePage />, { scope: TEST_SCOPE, user: reader })
    const players = within(await screen.findByRole('region', { name: '最近打开的玩家' }))
    expect(await players.findByText(/数据库不可用$/)).toBeTruthy()
    api.on(recentPlayers, () => [lan])
    await user.click(players.getByRole('button', { name: /重\s?试/ }))
    expect(await players.findByRole('link', { name: /岚夜听潮/ })).toBeTruthy()
  })

  it.each([
    ['stopped' as const, '已停止', /区服已停止/],
    ['unknown' as const, '状态未知', /暂时无法连接/],
  ])('[S2.06] a server that is %s says so', async (status, tag, hint) => {
    api.on(serverCard, () => ({ ...running, status, clock: null, online: null, startedAt: null }))
    await renderWithApp(<HomePage />, { scope: TEST_SCOPE })
    expect(await screen.findByText(tag)).toBeTruthy()
    expect(screen.getByText(hint)).toBeTruthy()
  })

  it('[S5.01] without a server it says what to choose and asks nothing', async () => {
    await renderWithApp(<HomePage />, { scope: { game: 'lantern', partnerCode: 'northwind' } })
    expect(await screen.findByText('请选择线路')).toBeTruthy()
    expect(api.callsOf(serverCard)).toEqual([])
  })

  it('[S7.01] a server that never answers is given up after 90 s, and said so', async () => {
    const limits: number[] = []
    const clocks = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms)
      return clocks.signal
    })
    api.on(
      serverCard,
      () =>
        new Promise((_resolve, reject) =>
          clocks.signal.addEventListener('abort', () => reject(clocks.signal.reason)),
        ),
    )
    await renderWithApp(<HomePage />, { scope: TEST_SCOPE })
    expect(new Set(limits)).toEqual(new Set([90_000]))
    clocks.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    expect(await screen.findByText('连接到服务器失败')).toBeTruthy()
  })

  it('[S2.06] a failure can be tried again', async () => {
    api.on(serverCard, () => new FakeFailure(503, 'upstream_down', '连不上'))
    const { user } = await renderWithApp(<HomePage />, { scope: TEST_SCOPE })
    expect(await screen.findByText(/连不上$/)).toBeTruthy()
    api.on(serverCard, () => running)
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    expect(await screen.findByText('运行中')).toBeTruthy()
  })

  it('[S2.06] a refresh that fails keeps the last figures and says so', async () => {
    const { user } = await renderWithApp(<HomePage />, { scope: TEST_SCOPE })
    await screen.findByText('12,345')
    api.on(serverCard, () => new FakeFailure(503, 'upstream_down', '连不上'))
    await user.click(screen.getByRole('button', { name: '刷新' }))
    expect(await screen.findByText(/连不上$/)).toBeTruthy()
    expect(screen.getByText('12,345')).toBeTruthy()
  })

  it('recent players that cannot be forgotten stay, and the refusal is told once', async () => {
    api.on(forgetRecentPlayers, () => new FakeFailure(503, 'store_unavailable', '数据库不可用'))
    const { user } = await renderWithApp(<HomePage />, { scope: TEST_SCOPE })
    await user.click(await screen.findByRole('button', { name: /清\s?空/ }))
    expect(await screen.findAllByText(/数据库不可用/)).toHaveLength(1)
    expect(screen.getByText('岚夜听潮')).toBeTruthy()
  })

  it('recent players lead to their page and can be forgotten', async () => {
    const { user } = await renderWithApp(<HomePage />, { scope: TEST_SCOPE })
    const link = await screen.findByRole('link', { name: /岚夜听潮/ })
    expect(link.getAttribute('href')).toBe('/index/30123000045?uId=30123000045&game=lantern')
    api.on(recentPlayers, () => [])
    await user.click(screen.getByRole('button', { name: /清\s?空/ }))
    expect(await screen.findByText('还没有打开过玩家')).toBeTruthy()
    await waitFor(() => expect(api.callsOf(forgetRecentPlayers)).toHaveLength(1))
  })
})

it('the address of a player shows what another feature makes of them', async () => {
  const playerPage = ({ uId, game }: { uId: string; game: string }) => <h1>{`player ${uId} of ${game}`}</h1>
  const page = (
    <Routes>
      <Route path="/index/:uId?" element={<HomePage />} />
    </Routes>
  )
  await renderWithApp(page, {
    scope: TEST_SCOPE,
    path: '/index/30123000045?game=lantern',
    features: [{ name: 'editor', pages: [], slots: { playerPage } }],
  })
  expect(await screen.findByRole('heading', { name: 'player 30123000045 of lantern' })).toBeTruthy()
  expect(api.callsOf(serverCard)).toEqual([])
})
