import { readStored } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useShellState } from '../shell-state.ts'
import { Sidebar, SidebarButton } from './sidebar.tsx'

const secret = { routerName: 'redis', code: 'redis.read', type: 'menu' } as const
const page = { component: () => null, level: 0 } as const
const demo: WebFeature = {
  name: 'scope',
  pages: [
    { ...page, path: 'index/:uId?', titleKey: 'game', menu: { order: 1 } },
    { ...page, path: 'users', titleKey: 'line', menu: { order: 2, group: 'admin' } },
    { ...page, path: 'secret', titleKey: 'server', permission: secret, menu: { order: 3 } },
  ],
}

beforeEach(() => {
  fakeApi()
  useShellState.setState({ isSidebarOpen: false })
})

describe('sidebar', () => {
  it('[S4.06] is remembered as 1 or 0', async () => {
    const { user } = await renderWithApp(<SidebarButton />)
    await user.click(screen.getByRole('button', { name: '展开侧边栏', expanded: false }))
    expect(readStored('sidebar')).toBe('1')
    await user.click(screen.getByRole('button', { name: '收起侧边栏', expanded: true }))
    expect(readStored('sidebar')).toBe('0')
  })

  it('lists the pages one may open, grouped', async () => {
    const reader = testUser({ roles: ['reader'], grants: [] })
    await renderWithApp(<Sidebar />, { features: [demo], user: reader })
    const sidebar = within(screen.getByRole('complementary', { name: '侧边栏' }))
    sidebar.getByRole('link', { name: '游戏' })
    const group = within(sidebar.getByRole('group', { name: '系统管理' }))
    expect(group.getByRole('link', { name: '线路' }).getAttribute('href')).toBe('/users')
    expect(sidebar.queryByRole('link', { name: '区服' })).toBeNull()
  })
})
