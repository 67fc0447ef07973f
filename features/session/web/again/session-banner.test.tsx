import { useSession } from '@qd/web-base'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { login } from '../../contract/login.ts'
import { SessionBanner } from './session-banner.tsx'

const MINUTE = 60_000
const endingIn = (minutes: number, part: object = {}) =>
  testUser({
    session: { kind: 'full', expiresAt: Date.now() + minutes * MINUTE, idleMs: 60 * MINUTE },
    hasPassword: true,
    ...part,
  })

describe('end of the session', () => {
  it('is told ten minutes before, not earlier', async () => {
    await renderWithApp(<SessionBanner />, { user: endingIn(11) })
    expect(screen.queryByText(/到期/)).toBeNull()
  })

  it('who signs in again keeps page and rights, gets a new token, and is told of a wrong password', async () => {
    const api = fakeApi([fake(login, () => new FakeFailure(401, 'login_failed', '用户名或密码错误'))])
    const { user } = await renderWithApp(<SessionBanner />, { user: endingIn(3) })
    await screen.findByText(/登录将在 3 分钟后到期/)
    await user.click(screen.getByRole('button', { name: /重新登录/ }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText(/^密码/), 'wrong')
    await user.click(within(dialog).getByRole('button', { name: /登录并继续/ }))
    await within(dialog).findByText(/用户名或密码错误$/)
    api.on(login, () => ({ token: 'fresh', expiresAt: 1, userInfo: endingIn(720) }) as never)
    await user.clear(within(dialog).getByLabelText(/^密码/))
    await user.type(within(dialog).getByLabelText(/^密码/), 'right{Enter}')
    await waitFor(() => expect(useSession.getState().token).toBe('fresh'))
    expect(api.callsOf(login).at(-1)?.body).toEqual({ username: 'lin', password: 'right' })
    await waitFor(() => expect(screen.queryByText(/到期/)).toBeNull())
  })

  it('who signs in through the company only is told, without a password to ask for', async () => {
    await renderWithApp(<SessionBanner />, { user: endingIn(3, { hasPassword: false }) })
    await screen.findByText(/登录将在 3 分钟后到期/)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
