import { useSession } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { logout } from '@qd/session/contract'
import { UserMenu } from './user-menu.tsx'

describe('user menu', () => {
  it.each([
    ['the server agrees', () => null],
    ['the server is away', () => new FakeFailure(503, 'store_unavailable')],
  ])('[S4.04] log out clears token and storage and leads to sign-in when %s', async (_name, reply) => {
    const api = fakeApi([fake(logout, reply)])
    window.location.hash = '#/index'
    const { user } = await renderWithApp(<UserMenu />, { scope: TEST_SCOPE })
    localStorage.setItem('qd.uid:here', '30123000045')
    await user.click(screen.getByRole('button', { name: '用户菜单：林夕' }))
    await user.click(screen.getByRole('menuitem', { name: '退出登录' }))
    await waitFor(() => expect(window.location.hash).toBe('#/login'))
    expect(api.callsOf(logout)).toHaveLength(1)
    expect(useSession.getState().token).toBe('')
    expect(useScope.getState().lineId).toBe('')
    expect(localStorage.getItem('qd.uid:here')).toBeNull()
  })

  it('opens by keyboard, moves by arrows, closes by Esc', async () => {
    fakeApi()
    const { user } = await renderWithApp(<UserMenu />)
    screen.getByRole('button', { name: '用户菜单：林夕' }).focus()
    await user.keyboard('{Enter}{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: '安全设置' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '用户菜单：林夕' }))
  })
})
