import { gameList } from '@qd/scope/contract'
import { getUserInfo, login, ticket } from '@qd/session/contract'
import { getConfig } from '@qd/system/contract'
import { linkList, menuList } from '@qd/menu/contract'
import { call, whenUserLeaves } from '@qd/web-calls'
import { openDialog } from '@qd/web-frame'
import type { WebFeature } from '@qd/web-frame'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { AppRoutes } from '../router.tsx'

const demo: WebFeature = {
  name: 'scope',
  pages: [
    {
      path: 'index/:uId?',
      titleKey: 'game',
      component: () => <input aria-label="typed" />,
      level: 0,
      menu: { order: 1 },
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

const someone = { ...testUser(), id: 'u2', username: 'wei' }

async function typeThenLose(code: string, details?: object) {
  const api = fakeApi([
    fake(getUserInfo, () => testUser() as never),
    fake(ticket, () => ({ ticket: 't', expiresAt: 1 })),
    fake(gameList, () => []),
    fake(linkList, () => ({ list: [] })),
    fake(menuList, () => ({ list: [] })),
    fake(getConfig, () => Response.json({ status: 0, data: { sandbox: false } })),
  ])
  const app = await renderWithApp(<AppRoutes />, { path: '/index', features: [demo] })
  await app.user.type(await screen.findByLabelText('typed'), '守夜人')
  act(() => void openDialog(() => <textarea aria-label="reason" defaultValue="补偿" />, { title: '提交' }))
  await screen.findByLabelText('reason')
  api.on(
    gameList,
    () =>
      new FakeFailure(
        401,
        code,
        '登录已失效',
        details === undefined ? {} : { err: { code, details } as never },
      ),
  )
  await act(() => call(gameList, { body: {} }, { tag: 'kit:retry', told: 'toast' }).catch(() => undefined))
  await screen.findByLabelText('用户名')
  api.on(gameList, () => [])
  const signIn = async (userInfo = testUser()) => {
    api.on(login, () => ({ token: 'new', expiresAt: 1, userInfo }) as never)
    const name = screen.getByLabelText<HTMLInputElement>('用户名')
    await app.user.clear(name)
    await app.user.type(name, userInfo.username)
    await app.user.type(screen.getByLabelText('密码'), 'correct horse')
    await app.user.click(screen.getByRole('button', { name: /登\s?录/ }))
    await waitFor(() => expect(screen.queryByLabelText('用户名')).toBeNull())
  }
  return { ...app, signIn }
}

beforeAll(() => Promise.all([import('./shell.tsx'), import('@qd/session/web/login')]))
beforeEach(() => {
  vi.stubGlobal('WebSocket', SilentSocket)
  window.location.hash = '#/index'
})

it('[S4.05] when a session runs out nothing of it is left in the browser, and what was typed is hidden', async () => {
  await typeThenLose('session_expired')
  expect(JSON.stringify(localStorage)).not.toMatch(/test-token|林夕/)
  expect(screen.queryByRole('textbox', { name: 'typed' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'reason' })).toBeNull()
})

it('the same user goes on with what he typed, in the page and in the dialog', async () => {
  const { signIn } = await typeThenLose('session_expired')
  await signIn()
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('守夜人')
  expect(screen.getByLabelText<HTMLInputElement>('reason').value).toBe('补偿')
  expect(localStorage.getItem('qd.session')).toContain('new')
})

it('[S4.04] another user finds nothing of it', async () => {
  const { signIn } = await typeThenLose('session_expired')
  await signIn(someone)
  expect((await screen.findByLabelText<HTMLInputElement>('typed')).value).toBe('')
  expect(screen.queryByLabelText('reason')).toBeNull()
})

it.each([
  ['ended', /管理员或你的其他设备结束/],
  ['password', /密码已修改/],
  ['second_factor', /两步验证/],
  ['too_many', /登录的地方太多/],
  ['something new', /会话已过期/],
])('[S4.05] ended as %s it says why, and its user goes on', async (reason, words) => {
  const { signIn } = await typeThenLose('session_expired', { reason })
  screen.getByText(words)
  await signIn()
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('守夜人')
})

it('[S4.05] a disabled account is told so, and what was typed is forgotten', async () => {
  const left = vi.fn()
  whenUserLeaves(left)
  const { signIn } = await typeThenLose('session_expired', { reason: 'disabled' })
  screen.getByText(/账号已被停用/)
  expect(left).toHaveBeenCalledWith('u1')
  await signIn()
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('')
})

it('[S4.05] a session that was taken away keeps no page', async () => {
  await typeThenLose('session_required')
  expect(screen.queryByLabelText('typed')).toBeNull()
})

it('pages wait half an hour, then they are gone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await typeThenLose('session_expired')
  act(() => void vi.advanceTimersByTime(30 * 60_000))
  await waitFor(() => expect(screen.queryByLabelText('typed')).toBeNull())
  vi.useRealTimers()
})
