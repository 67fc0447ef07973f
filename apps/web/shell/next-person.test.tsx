import { menuList, linkList } from '@qd/menu/contract'
import { gameList } from '@qd/scope/contract'
import { getUserInfo, login, logout, ticket } from '@qd/session/contract'
import { getConfig } from '@qd/system/contract'
import { call, followOtherTabs } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { AppRoutes } from '../router.tsx'

const PLAYER = '/index/30123000045'

function Page() {
  const { pathname } = useLocation()
  return <h1>{`page ${pathname}`}</h1>
}

const demo: WebFeature = {
  name: 'scope',
  pages: [{ path: 'index/:uId?', titleKey: 'game', component: Page, level: 0, menu: { order: 1 } }],
}
vi.mock('../features.ts', () => ({ FEATURES: [demo] }))

class SilentSocket extends EventTarget {
  static OPEN = 1
  readyState = 0
  send(): void {}
  close(): void {}
}

/** Ordinary people: an operator and another one. */
const grants = [{ scope: 'lantern', environment: '*', codes: ['index.player.read', 'index.data.read'] }]
const anna = testUser({ id: 'u-anna', username: 'anna', roles: ['operator'], grants })
const boris = testUser({ id: 'u-boris', username: 'boris', roles: ['operator'], grants })

const at: { path: string; go: (to: string | number) => void } = { path: '', go: () => undefined }

function Address() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    Object.assign(at, {
      path: `${pathname}${search}`,
      go: (to: string | number) => void (typeof to === 'number' ? navigate(to) : navigate(to)),
    })
  })
  return null
}

async function annaOnAPlayer() {
  const api = fakeApi([
    fake(getUserInfo, () => anna as never),
    fake(logout, () => null),
    fake(ticket, () => ({ ticket: 't', expiresAt: 1 })),
    fake(gameList, () => []),
    fake(linkList, () => ({ list: [] })),
    fake(menuList, () => ({ list: [] })),
    fake(getConfig, () => Response.json({ status: 0, data: { sandbox: false } })),
  ])
  const page = (
    <>
      <AppRoutes />
      <Address />
    </>
  )
  const { user } = await renderWithApp(page, { path: '/index', features: [demo], user: anna })
  await screen.findByRole('heading', { name: 'page /index' })
  act(() => at.go(PLAYER))
  await screen.findByRole('heading', { name: `page ${PLAYER}` })
  window.location.hash = `#${PLAYER}`
  const signIn = async (userInfo: typeof anna) => {
    api.on(login, () => ({ token: `token of ${userInfo.username}`, expiresAt: 1, userInfo }) as never)
    api.on(getUserInfo, () => userInfo as never)
    const name = await screen.findByLabelText<HTMLInputElement>('用户名')
    await user.clear(name)
    await user.type(name, userInfo.username)
    await user.type(screen.getByLabelText('密码'), 'correct horse')
    await user.click(screen.getByRole('button', { name: /登\s?录/ }))
    await waitFor(() => expect(screen.queryByLabelText('用户名')).toBeNull())
  }
  const signOut = async () => {
    await user.click(screen.getByRole('button', { name: '用户菜单：林夕' }))
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
    await screen.findByLabelText('用户名')
  }
  /** The call that learns that the session is over. */
  const lose = async (code: string) => {
    api.on(gameList, () => new FakeFailure(401, code, '登录已失效'))
    await act(() =>
      call(gameList, { body: {} }, { tag: 'scope:uId.label', told: 'toast' }).catch(() => undefined),
    )
    await screen.findByLabelText('用户名')
    api.on(gameList, () => [])
  }
  return { signIn, signOut, lose }
}

beforeAll(() => Promise.all([import('./shell.tsx'), import('@qd/session/web/login')]))
beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket)
  window.location.hash = '#/index'
})

it('[S4.04] after a sign-out the address names no player, and the next person begins at home', async () => {
  const { signIn, signOut } = await annaOnAPlayer()
  await signOut()
  expect(at.path).toBe('/login')
  await signIn(boris)
  expect(at.path).toBe('/index')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/30123000045|anna/)
})

it('[S4.04] going back in the browser leads neither the next person nor the login page to pages from before', async () => {
  const { signIn, signOut } = await annaOnAPlayer()
  await signOut()
  act(() => at.go(-1))
  await waitFor(() => expect(at.path).toBe('/login'))
  await signIn(boris)
  expect(at.path).toBe('/index')
  act(() => at.go(-1))
  await waitFor(() => expect(at.path).not.toContain('30123000045'))
})

it.each(['session_expired', 'session_required'])(
  '[S4.04] a session that ended as %s leads another person home',
  async (code) => {
    const { signIn, lose } = await annaOnAPlayer()
    await lose(code)
    expect(at.path).toBe('/login')
    await signIn(boris)
    expect(at.path).toBe('/index')
  },
)

it('[S2.03] the same user goes on at the player after a timeout', async () => {
  const { signIn, lose } = await annaOnAPlayer()
  await lose('session_expired')
  expect(at.path).toBe('/login')
  await signIn(anna)
  expect(at.path).toBe(PLAYER)
})

it('whoever signed in does not come back to the form by the history', async () => {
  const { signIn, lose } = await annaOnAPlayer()
  await lose('session_expired')
  window.location.hash = '#/login'
  await signIn(anna)
  act(() => at.go(-1))
  await waitFor(() => expect(screen.getByRole('heading', { name: `page ${PLAYER}` })).toBeTruthy())
  expect(at.path).toBe(PLAYER)
})

it('[S2.03] an address opened without a session is gone on to after signing in, also where somebody signed out', async () => {
  const { signIn, signOut } = await annaOnAPlayer()
  await signOut()
  act(() => at.go('/index/30123000077'))
  await waitFor(() => expect(at.path).toBe(`/login?redirect=${encodeURIComponent('/index/30123000077')}`))
  await signIn(boris)
  expect(at.path).toBe('/index/30123000077')
})

it('a page open in another tab goes when somebody else signs in, and stays when it is the same user', async () => {
  await annaOnAPlayer()
  const start = vi.fn()
  const stop = followOtherTabs(start)
  const stored = (userInfo: typeof anna | null) =>
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'qd.session', newValue: JSON.stringify({ state: { userInfo } }) }),
    )
  stored(anna)
  stored(null)
  window.dispatchEvent(new StorageEvent('storage', { key: 'qd.session', newValue: 'no json' }))
  expect(start).not.toHaveBeenCalled()
  stored(boris)
  expect(start).toHaveBeenCalledExactlyOnceWith('/index')
  stop()
})
