import { getUserInfo } from '@qd/session/contract'
import { TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { FEATURES } from '../../features.ts'
import { AppRoutes } from '../../router.tsx'
import { useShellState } from '../shell-state.ts'
import { smallWorld, startSmallWorld } from '../testing/small-world.ts'

/* The menu of the real pages, for somebody who edits data and runs functions at Northwind. */

const codes = ['index.data.read', 'dataModify.function.run']
const user = testUser({
  roles: ['operator'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes }],
})

async function open() {
  fakeApi([...smallWorld(), fake(getUserInfo, () => ({ ...user, grants: user.grants as never }))])
  return renderWithApp(<AppRoutes />, { user, features: FEATURES, path: '/account', scope: TEST_SCOPE })
}
const linksIn = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

beforeAll(() => import('../shell.tsx'))
beforeEach(() => {
  startSmallWorld()
  useShellState.setState({ isSidebarOpen: false })
})

it('[S1.03] the menu bar leads to the data of players and to the functions, and to nothing that may not be used', async () => {
  await open()
  const bar = await screen.findByRole('navigation', { name: '主菜单' })
  expect(linksIn(bar)).toEqual(expect.arrayContaining(['/index', '/dataModify']))
  expect(within(bar).queryByRole('button', { name: '系统管理' })).toBeNull()
})

it('[S2.22] the sidebar is hidden at first, and leads home and to the functions', async () => {
  const app = await open()
  const show = await screen.findByRole('button', { name: '展开侧边栏' })
  expect(screen.queryByRole('complementary', { name: '侧边栏' })).toBeNull()
  await app.user.click(show)
  const sidebar = screen.getByRole('complementary', { name: '侧边栏' })
  expect(linksIn(sidebar)).toEqual(expect.arrayContaining(['/index', '/dataModify']))
})
