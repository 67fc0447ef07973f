import { z } from '@qd/contract-kit'
import { useSession } from '@qd/web-base'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { acceptInvitation, getInvitation, getSignInWays } from '../../contract/index.ts'
import { userInfo } from '../../contract/user-info.ts'
import InvitationPage from './invitation-page.tsx'

const path = `/invitation?code=${'c'.repeat(43)}`
const open = { isOpen: true, isInvitation: true, username: 'mei.lan', passwordMin: 12 }
const session = { token: 'fresh', expiresAt: 1, userInfo: z.parse(userInfo, testUser()) }
const noWays = fake(getSignInWays, () => ({ oidc: null }))

beforeEach(() => {
  window.location.hash = `#${path}`
})

describe('invitation', () => {
  it('names the user, asks for a password twice and leads into the console', async () => {
    const api = fakeApi([noWays, fake(getInvitation, () => open), fake(acceptInvitation, () => session)])
    const { user } = await renderWithApp(<InvitationPage />, { user: null, path })
    await screen.findByText('用户名 mei.lan')
    await user.type(screen.getByLabelText('密码'), 'too short{Enter}')
    screen.getByText('密码至少 12 位')
    await user.clear(screen.getByLabelText('密码'))
    await user.type(screen.getByLabelText('密码'), 'quiet lantern at sea')
    await user.type(screen.getByLabelText('重复密码'), 'quiet lantern at se{Enter}')
    screen.getByText('两次输入的新密码不一致')
    expect(api.callsOf(acceptInvitation)).toEqual([])
    await user.type(screen.getByLabelText('重复密码'), 'a{Enter}')
    await waitFor(() => expect(window.location.hash).toBe('#/index'))
    expect(useSession.getState().token).toBe('fresh')
  })

  it('with a second factor the new password leads to sign-in', async () => {
    fakeApi([
      fake(getInvitation, () => ({ ...open, isInvitation: false })),
      fake(acceptInvitation, () => null),
    ])
    const { user } = await renderWithApp(<InvitationPage />, { user: null, path })
    await screen.findByRole('heading', { name: '更换密码' })
    await user.type(screen.getByLabelText('密码'), 'quiet lantern at sea')
    await user.type(screen.getByLabelText('重复密码'), 'quiet lantern at sea{Enter}')
    await waitFor(() => expect(window.location.hash).toBe('#/login'))
    await screen.findByText('密码已保存，请登录')
  })

  it.each([
    ['/invitation', 'incomplete'],
    [path, 'used'],
  ])('%s: says that the link is no longer good (%s)', async (address) => {
    fakeApi([fake(getInvitation, () => ({ ...open, isOpen: false, username: '' }))])
    await renderWithApp(<InvitationPage />, { user: null, path: address })
    await screen.findByText('此链接已失效')
    screen.getByRole('button', { name: '前往登录' })
  })

  it('shows what the server says at the field', async () => {
    const refusal = () => new FakeFailure(400, 'password_common', '该密码过于常见')
    fakeApi([noWays, fake(getInvitation, () => open), fake(acceptInvitation, refusal)])
    const { user } = await renderWithApp(<InvitationPage />, { user: null, path })
    await user.type(await screen.findByLabelText('密码'), 'password12345')
    await user.type(screen.getByLabelText('重复密码'), 'password12345{Enter}')
    await screen.findByText('该密码过于常见')
    expect(screen.getByLabelText('密码').getAttribute('aria-invalid')).toBe('true')
  })
})
