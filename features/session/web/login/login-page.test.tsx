import { getConfig } from '@qd/system/contract'
import type { GlobalConfig } from '@qd/system/contract'
import { switchLanguage, useSession, useSettings } from '@qd/web-base'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { login } from '../../contract/index.ts'
import { userInfo } from '../../contract/user-info.ts'
import { z } from '@qd/contract-kit'
import LoginPage from './login-page.tsx'

const config = {
  menus: [],
  extMenus: [],
  PLATFORM_BASE_NUM: 1e10,
  SID_BASE_NUM: 1e6,
  ws: '/live',
  wsList: [],
  configApi: '',
  hashApi: '',
  routeApi: '',
  adjustUrl: '',
  newUserUrl: '',
  yapi: '',
  jsonDeep: 2,
  jsonExpand: 3,
  project: 'wstool',
  protocol: 'protobuf',
  version: '0.1.0',
  build: '',
  logCollectorUrl: '',
  mirrorUrl: '',
  userWs: '',
  passwordMin: 6,
  sandbox: false,
  setupOpen: false,
  proofKeys: [],
} satisfies GlobalConfig

const session = { token: 'fresh', expiresAt: 1, userInfo: z.parse(userInfo, testUser()) }

function api(reply: Parameters<typeof fake<typeof login>>[1], more: Partial<GlobalConfig> = {}): FakeApi {
  return fakeApi([fake(login, reply), fake(getConfig, () => ({ ...config, ...more }))])
}

beforeEach(() => {
  window.location.hash = '#/login'
})

describe('login page', () => {
  it('[S4.03] clears what was stored, keeps token and user, notes the time', async () => {
    const asked = api(() => session)
    const { user } = await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    localStorage.setItem('qd.uid:old', '1')
    await user.type(screen.getByLabelText('用户名'), ' lin ')
    await user.type(screen.getByLabelText('密码'), 'quarterdeck{Enter}')
    await waitFor(() => expect(useSession.getState().token).toBe('fresh'))
    expect(asked.callsOf(login)[0]!.body).toEqual({ username: 'lin', password: 'quarterdeck' })
    expect(localStorage.getItem('qd.uid:old')).toBeNull()
    expect(JSON.parse(localStorage.getItem('qd.session')!).state.token).toBe('fresh')
    expect(useSession.getState().signedInAt).toBeGreaterThan(0)
    expect(window.location.hash).toBe('#/index')
  })

  it('[S1.07] offers the browser’s language in its own words, and switches only when asked', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ja', 'fr-CA', 'en'])
    api(() => session)
    const { user } = await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    const offer = screen.getByRole('button', { name: 'Afficher cette page en français' })
    expect(offer.lang).toBe('fr')
    expect(useSettings.getState().language).toBe('cn')
    await user.click(offer)
    expect(useSettings.getState().language).toBe('fr')
    expect(screen.queryByRole('button', { name: 'Afficher cette page en français' })).toBeNull()
  })

  it('[S1.07] offers nothing to whose browser wants what is shown, or a language there is not', async () => {
    const wanted = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['zh-CN', 'en'])
    api(() => session)
    const { unmount } = await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    const buttons = () =>
      screen
        .getAllByRole('button')
        .map((button) => button.lang)
        .filter((lang) => lang !== '')
    expect(buttons()).toEqual([])
    unmount()
    wanted.mockReturnValue(['ja'])
    await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    expect(buttons()).toEqual([])
  })

  it('[S2.03] goes back to where the operator came from, but never elsewhere', async () => {
    api(() => session)
    const { user } = await renderWithApp(<LoginPage />, {
      user: null,
      path: '/login?redirect=%2Findex%2F30123000045',
    })
    await user.type(screen.getByLabelText('用户名'), 'lin')
    await user.type(screen.getByLabelText('密码'), 'x{Enter}')
    await waitFor(() => expect(window.location.hash).toBe('#/index/30123000045'))
  })

  it.each([
    [401, 'login_failed', '用户名或密码错误'],
    [429, 'login_throttled', '尝试次数过多，请 15 分钟后再试'],
  ])('[S4.05] %i %s stays here and shows the text at the field', async (status, code, text) => {
    api(() => new FakeFailure(status, code, text))
    const { user } = await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    await user.type(screen.getByLabelText('用户名'), 'lin')
    await user.type(screen.getByLabelText('密码'), 'x{Enter}')
    await screen.findByText(text)
    expect(window.location.hash).toBe('#/login')
    expect(screen.getByLabelText('密码').getAttribute('aria-invalid')).toBe('true')
  })

  it('sends nothing while a field is empty', async () => {
    const asked = api(() => session)
    const { user } = await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    await user.click(screen.getByRole('button', { name: '登录' }))
    screen.getByText('请输入用户名和密码')
    expect(document.activeElement).toBe(screen.getByLabelText('用户名'))
    expect(asked.callsOf(login)).toEqual([])
  })

  it('shows and hides the password', async () => {
    api(() => session)
    const { user } = await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    expect(screen.getByLabelText('密码').getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: '显示密码' }))
    expect(screen.getByLabelText('密码').getAttribute('type')).toBe('text')
  })

  it('fills in a sandbox account by one click, and only in the sandbox', async () => {
    api(() => session, { sandbox: true })
    const { user } = await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    await user.click(await screen.findByRole('button', { name: /^operator/ }))
    expect((screen.getByLabelText('用户名') as HTMLInputElement).value).toBe('operator')
    expect((screen.getByLabelText('密码') as HTMLInputElement).value).toBe('quarterdeck-sandbox')
  })

  it('outside the sandbox no account is offered', async () => {
    const asked = api(() => session)
    await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    await waitFor(() => expect(asked.callsOf(getConfig)).toHaveLength(1))
    await screen.findByText('Quarterdeck 0.1.0')
    expect(screen.queryByText('沙盒账号')).toBeNull()
  })

  it('[S1.07] the language is chosen before sign-in, at once, and what was typed stays', async () => {
    api(() => session)
    const { user } = await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    await user.type(screen.getByLabelText('用户名'), 'lin')
    await user.click(screen.getByRole('button', { name: '语言' }))
    expect(screen.getAllByRole('menuitemradio')).toHaveLength(10)
    await user.click(screen.getByRole('menuitemradio', { name: 'Deutsch' }))
    expect(useSettings.getState().language).toBe('de')
    await act(() => switchLanguage('de'))
    await screen.findByRole('heading', { name: 'Bei Quarterdeck anmelden' })
    expect((screen.getByLabelText('Benutzername') as HTMLInputElement).value).toBe('lin')
    expect(document.documentElement.lang).toBe('de')
    expect(JSON.parse(localStorage.getItem('qd.settings')!).state.language).toBe('de')
  })
})
