import { z } from '@qd/contract-kit'
import { getConfig } from '@qd/system/contract'
import { useSession } from '@qd/web-base'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { finishOidc, getSignInWays, login, signInByLink } from '../../contract/index.ts'
import { userInfo } from '../../contract/user-info.ts'
import { signInAgain } from '../sign-in-again.ts'
import LoginPage from './login-page.tsx'
import SignedInPage from './signed-in-page.tsx'

const session = { token: 'fresh', expiresAt: 1, userInfo: z.parse(userInfo, testUser()) }
const noConfig = fake(getConfig, () => new FakeFailure(503, 'store_unavailable'))
const ways = (label: string | null) =>
  fake(getSignInWays, () => ({ oidc: label === null ? null : { label } }))

/** Asks for the code as the server does, and takes only this one. */
const asksFor = (code: string) =>
  fake(login, ({ body }) => {
    if (body.otp === undefined) return new FakeFailure(401, 'second_factor_required', '需要验证码')
    return body.otp === code ? session : new FakeFailure(401, 'second_factor_wrong', '验证码不正确')
  })

beforeEach(() => {
  window.location.hash = '#/login'
})

describe('second step of sign-in', () => {
  it('[T26] asks for the code after the password, keeps both, and says when the code is wrong', async () => {
    const api = fakeApi([noConfig, ways(null), asksFor('123456')])
    const { user } = await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    await user.type(screen.getByLabelText('用户名'), 'lin')
    await user.type(screen.getByLabelText('密码'), 'quarterdeck{Enter}')
    const field = await screen.findByLabelText('两步验证码')
    expect([document.activeElement, field.getAttribute('autocomplete')]).toEqual([field, 'one-time-code'])
    await user.keyboard('{Enter}')
    screen.getByText('请输入验证码')
    await user.type(field, '000000{Enter}')
    await screen.findByText('验证码不正确')
    await user.clear(field)
    await user.click(field)
    await user.paste(' 123456 ')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(useSession.getState().token).toBe('fresh'))
    expect(api.callsOf(login).map(({ body }) => (body as { otp?: string }).otp)).toEqual([
      undefined,
      '000000',
      '123456',
    ])
  })

  it('leads back to the password, which is still there', async () => {
    fakeApi([noConfig, ways(null), asksFor('123456')])
    const { user } = await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    await user.type(screen.getByLabelText('用户名'), 'lin')
    await user.type(screen.getByLabelText('密码'), 'quarterdeck{Enter}')
    await user.click(await screen.findByRole('button', { name: '返回' }))
    expect((screen.getByLabelText('密码') as HTMLInputElement).value).toBe('quarterdeck')
  })

  it('signs in again over the page: token changes, what is stored stays', async () => {
    fakeApi([asksFor('123456')])
    await renderWithApp(<i />)
    window.location.hash = '#/index'
    localStorage.setItem('qd.uid:here', '30123000045')
    await expect(signInAgain('quarterdeck')).rejects.toMatchObject({ code: 'second_factor_required' })
    expect([useSession.getState().token, window.location.hash]).toEqual(['test-token', '#/index'])
    await signInAgain('quarterdeck', '123456')
    expect(useSession.getState().token).toBe('fresh')
    expect(localStorage.getItem('qd.uid:here')).toBe('30123000045')
    expect(window.location.hash).toBe('#/index')
  })
})

describe('sign-in through the company', () => {
  it('is offered only where it is set up, under its name', async () => {
    fakeApi([noConfig, ways('Harbour ID')])
    await renderWithApp(<LoginPage />, { user: null, path: '/login' })
    await screen.findByRole('button', { name: '使用Harbour ID登录' })
  })

  it('is not offered elsewhere; what went wrong on the way back is said', async () => {
    const api = fakeApi([noConfig, ways(null)])
    await renderWithApp(<LoginPage />, { user: null, path: '/login?fault=oidc_unknown_user' })
    await waitFor(() => expect(api.callsOf(getSignInWays)).toHaveLength(1))
    screen.getByText('你的公司账号还没有关联控制台账号，请向管理员索取邀请链接。')
    expect(screen.queryByRole('button', { name: /使用.*登录/ })).toBeNull()
  })

  it('trades the code of the address for the session, and goes on inside this console only', async () => {
    const api = fakeApi([fake(finishOidc, () => session)])
    const path = `/signed-in?code=${'c'.repeat(43)}&redirect=${encodeURIComponent('//evil.example/')}`
    await renderWithApp(<SignedInPage />, { user: null, path })
    await waitFor(() => expect(window.location.hash).toBe('#/index'))
    expect(useSession.getState().token).toBe('fresh')
    expect(api.callsOf(finishOidc)).toHaveLength(1)
  })

  it('goes back to sign-in when the code is no longer good', async () => {
    fakeApi([fake(finishOidc, () => new FakeFailure(400, 'oidc_expired', '已过期'))])
    window.location.hash = '#/signed-in'
    await renderWithApp(<SignedInPage />, { user: null, path: '/signed-in?code=x' })
    await waitFor(() => expect(window.location.hash).toBe('#/login?fault=oidc_expired'))
  })

  it('a link of the terminal signs in once; used again, it says so to who is not signed in', async () => {
    const redirect = '/mock?game=local&line=local'
    const path = `/signed-in?${new URLSearchParams({ link: 'l'.repeat(43), redirect }).toString()}`
    const api = fakeApi([fake(signInByLink, () => session)])
    const { unmount } = await renderWithApp(<SignedInPage />, { user: null, path })
    await waitFor(() => expect(window.location.hash).toBe(`#${redirect}`))
    expect(useSession.getState().token).toBe('fresh')
    unmount()
    api.on(signInByLink, () => new FakeFailure(404, 'sign_in_link_closed', '此链接已使用过'))
    window.location.hash = '#/signed-in'
    const again = await renderWithApp(<SignedInPage />, { user: testUser(), path })
    await waitFor(() => expect(window.location.hash).toBe(`#${redirect}`))
    again.unmount()
    await renderWithApp(<SignedInPage />, { user: null, path })
    expect(await screen.findByText(/此链接已使用过/)).toBeTruthy()
  })
})
