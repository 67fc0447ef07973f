import {
  channelList,
  gameList,
  lineList,
  lookup,
  operatorList,
  serverList,
  serverTime,
} from '@qd/scope/contract'
import { getUserInfo, ticket } from '@qd/session/contract'
import { useUIdHistory } from '@qd/scope/web'
import { leaveSession, useScope } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { TEST_SCOPE, fake, fakeApi, renderWithApp, takeComplaints, testUser } from '@qd/web-testing'
import type { AppOptions, FakeRoute } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useLocation, useParams } from 'react-router'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppRoutes } from '../router.tsx'
import { reloadWithUId } from '../boot/reload-with-uid.ts'
import { useTabs } from './tabs/tabs-store.ts'

function HomePage() {
  const { uId } = useParams()
  if (uId === '666') throw new Error('a broken page')
  return <h1>home {uId}</h1>
}

const secret = { routerName: 'redis', code: 'redis.read', type: 'menu' } as const
const demo: WebFeature = {
  name: 'scope',
  pages: [
    {
      path: 'index/:uId?',
      titleKey: 'game',
      component: HomePage,
      level: 0,
      menu: { order: 1 },
      recordParams: ['uId'],
      tabTitle: ({ uId }) => (uId === undefined ? '首页' : `玩家 ${uId}`),
      isAffixed: true,
    },
    { path: 'redis', titleKey: 'line', component: () => <h1>redis</h1>, level: 0, menu: { order: 2 } },
    {
      path: 'secret',
      titleKey: 'server',
      component: () => <h1>secret</h1>,
      level: 0,
      permission: secret,
      menu: { order: 3 },
    },
  ],
}

vi.mock('../features.ts', () => ({ FEATURES: [demo] }))

class SilentSocket extends EventTarget {
  static OPEN = 1
  readyState = 0
  send(): void {}
  close(): void {}
}

const player = {
  id: '30123000045',
  sId: 123,
  name: '岚夜听潮',
  level: 72,
  online: true,
  channel: 'taptap',
  game: 'lantern',
  partnerCode: 'northwind',
  lineId: 'northwind-test',
}

function world(): FakeRoute[] {
  const line = { lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }
  const game = { id: 'lantern', name: '灯海', code: 'lantern', environment: 'test' as const }
  const server = { sId: 123, serviceName: '潮汐之门', status: 'running' as const, openedAt: null }
  return [
    fake(gameList, () => [game]),
    fake(operatorList, () => [{ partnerCode: 'northwind', name: 'Northwind', platform: 3 }]),
    fake(lineList, () => [line]),
    fake(serverList, () => [server]),
    fake(channelList, () => []),
    fake(serverTime, () => ({ timestamp: 1, real: 1, offset: 0, zone: 0 })),
    fake(lookup, ({ query }) => ({ ...player, id: String(query.uId) })),
    fake(ticket, () => ({ ticket: 't', expiresAt: 1 })),
  ]
}

function Where() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{`${pathname}${search}`}</output>
}

const address = () => screen.getByRole('status', { name: 'address' }).textContent

async function open(path: string, options: AppOptions = {}) {
  const user = options.user === undefined ? testUser() : options.user
  const api = fakeApi([
    ...world(),
    fake(getUserInfo, () => ({ ...testUser(), ...user, grants: user?.grants ?? [] })),
  ])
  const app = await renderWithApp(
    <>
      <AppRoutes />
      <Where />
    </>,
    { scope: TEST_SCOPE, features: [demo], ...options, path },
  )
  return { ...app, api }
}

// Loaded ahead: on a busy machine the lazy chunk takes longer than a query waits.
beforeAll(() => import('./shell.tsx'))
beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket)
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: /min-width/.test(media),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  useTabs.getState().reset()
  useUIdHistory.setState({ players: [] })
  window.location.hash = '#/index'
})

describe('routes', () => {
  it('[S2.05] / leads to /index inside the shell', async () => {
    await open('/')
    await screen.findByRole('heading', { name: 'home' })
    expect(address()).toBe('/index')
  })

  it('[S2.04] an unknown path leads to /404 and from there home', async () => {
    const { user } = await open('/no/such/page')
    await screen.findByText('页面不存在')
    expect(address()).toBe('/404')
    await user.click(screen.getByRole('button', { name: '返回首页' }))
    await screen.findByRole('heading', { name: 'home' })
  })

  it.each([
    [
      '/redirect/index/30123000045?uId=30123000045',
      '/index/30123000045?uId=30123000045&game=lantern&line=northwind-test&sId=123',
    ],
    ['/redirect//evil.example', '/404'],
  ])('[S2.02] %s leads to %s', async (from, to) => {
    await open(from)
    await waitFor(() => expect(address()).toBe(to))
  })

  it('[S2.03] without a session every page leads to sign-in, keeping the way back', async () => {
    await open('/index/30123000045', { user: null })
    await waitFor(() => expect(address()).toBe('/login?redirect=%2Findex%2F30123000045'))
  })

  it('a broken page leaves the shell standing', async () => {
    await open('/index/666')
    await screen.findByText('此页面出错了')
    screen.getByRole('navigation', { name: '主菜单' })
    expect(takeComplaints().join()).toContain('a broken page')
  })
})

describe('shell', () => {
  it('[S2.20] the menu keeps the uId in the query', async () => {
    const { user } = await open('/index/30123000045')
    await user.click(await screen.findByRole('link', { name: '线路' }))
    await screen.findByRole('heading', { name: 'redis' })
    await waitFor(() =>
      expect(address()).toBe('/redis?uId=30123000045&game=lantern&line=northwind-test&sId=123'),
    )
    await user.click(screen.getByRole('link', { name: '游戏' }))
    await waitFor(() =>
      expect(address()).toBe('/index/30123000045?uId=30123000045&game=lantern&line=northwind-test&sId=123'),
    )
  })

  it('[S2.23] opened players stay as tags, closing the one in view goes to its neighbour', async () => {
    const { user } = await open('/index/30123000045')
    await screen.findByRole('link', { name: '玩家 30123000045' })
    await user.clear(screen.getByRole('combobox', { name: '玩家 uId' }))
    await user.type(screen.getByRole('combobox', { name: '玩家 uId' }), '10001000001{Enter}')
    await screen.findByRole('heading', { name: 'home 10001000001' })
    await user.click(screen.getByRole('button', { name: '关闭 玩家 10001000001' }))
    await screen.findByRole('heading', { name: 'home 30123000045' })
    expect(screen.queryByRole('link', { name: '玩家 10001000001' })).toBeNull()
    expect(screen.queryByRole('button', { name: '关闭 首页' })).toBeNull()
  })

  it('[S6.03] a page without permission is neither in the menu nor shown', async () => {
    const reader = testUser({
      roles: ['reader'],
      grants: [{ scope: '*', environment: '*', codes: ['index.data.read'] }],
    })
    await open('/secret', { user: reader })
    await screen.findByText('没有权限')
    const menu = screen.getByRole('navigation', { name: '主菜单' })
    expect(within(menu).queryByRole('link', { name: '区服' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'secret' })).toBeNull()
  })

  it('the browser tab names the player and his server before the product', async () => {
    await open(`/index/${player.id}?uId=${player.id}`)
    await waitFor(() => expect(document.title).toBe(`${player.name} · S123 潮汐之门 · Quarterdeck`))
  })

  it('the stripe takes the environment of the line', async () => {
    await open('/index')
    await waitFor(() => expect(document.documentElement.dataset['env']).toBe('test'))
  })

  it('[S2.25] under 992 px selection and menu move into a drawer', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: /max-width: 991px/.test(media),
      media,
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    const { user } = await open('/index')
    await user.click(await screen.findByRole('button', { name: '打开菜单' }))
    const drawer = await screen.findByRole('dialog')
    expect(drawer.querySelector('[data-scope-level="server"]')).not.toBeNull()
    await user.click(screen.getByRole('link', { name: '线路' }))
    await screen.findByRole('heading', { name: 'redis' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('session end', () => {
  it('[S4.04] tags and uId history of one operator never reach the next', async () => {
    await open('/index/30123000045')
    await waitFor(() => expect(useTabs.getState().tabs).toHaveLength(2))
    expect(useUIdHistory.getState().players).toEqual([
      { uId: '30123000045', game: 'lantern', name: '岚夜听潮' },
    ])
    act(() => leaveSession())
    expect(useTabs.getState().tabs).toEqual([])
    expect(useUIdHistory.getState().players).toEqual([])
  })
})

describe('page load', () => {
  it('[S2.21] reloads once with the remembered uId, and not on moves inside', async () => {
    await open('/index/30123000045')
    await waitFor(() => expect(useScope.getState().player?.uId).toBe('30123000045'))
    const reload = vi.fn()
    window.location.hash = '#/index'
    expect(reloadWithUId(reload)).toBe(true)
    expect(reload).toHaveBeenCalledTimes(1)
    expect(window.location.hash).toBe(
      '#/index/30123000045?uId=30123000045&game=lantern&line=northwind-test&sId=123',
    )
    expect(reloadWithUId(reload)).toBe(false)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
