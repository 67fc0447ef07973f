import { fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { setup, setupState } from '../../contract/index.ts'
import SetupPage from './setup-page.tsx'

const code = 'a'.repeat(32)

beforeEach(() => {
  window.location.hash = `#/setup?code=${code}`
})

describe('set-up page', () => {
  it('creates the first administrator and goes on to sign-in', async () => {
    const api = fakeApi([fake(setupState, () => ({ open: true, passwordMin: 12 })), fake(setup, () => null)])
    const { user } = await renderWithApp(<SetupPage />, { user: null, path: `/setup?code=${code}` })
    await user.type(await screen.findByLabelText('用户名'), 'lin')
    // Said before the first try, as what is wanted and not as a fault.
    const faults = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
    screen.getByText('密码至少 12 位')
    expect(faults().join('')).toBe('')
    await user.type(screen.getByLabelText('密码'), 'too short')
    await user.type(screen.getByLabelText('重复密码'), 'too short{Enter}')
    expect(faults()).toContain('密码至少 12 位')
    for (const label of ['密码', '重复密码']) {
      await user.clear(screen.getByLabelText(label))
      await user.type(screen.getByLabelText(label), 'long enough now')
    }
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.hash).toBe('#/login'))
    expect(api.callsOf(setup).map((asked) => asked.body)).toEqual([
      { code, username: 'lin', password: 'long enough now' },
    ])
  })

  it('says so when the link was used', async () => {
    fakeApi([fake(setupState, () => ({ open: false, passwordMin: 12 }))])
    await renderWithApp(<SetupPage />, { user: null, path: `/setup?code=${code}` })
    await screen.findByText('此链接已失效')
  })

  it('asks nothing with half a link', async () => {
    const api = fakeApi()
    await renderWithApp(<SetupPage />, { user: null, path: '/setup?code=short' })
    await screen.findByText('此链接已失效')
    expect(api.calls).toEqual([])
  })
})
