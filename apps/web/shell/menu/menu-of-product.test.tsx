import { linkList } from '@qd/menu/contract'
import { getUserInfo } from '@qd/session/contract'
import { TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { FEATURES } from '../../features.ts'
import { AppRoutes } from '../../router.tsx'
import { useShellState } from '../shell-state.ts'
import { smallWorld, startSmallWorld } from '../testing/small-world.ts'

/* The menu of the real pages, for somebody who edits data, runs functions and reads messages at Northwind. */

const codes = ['index.data.read', 'dataModify.function.run', 'mock.simulator.read']
const user = testUser({
  roles: ['operator'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes }],
})

const link = { place: 'extra' as const, target: 'tab' as const }
const links = [{ ...link, id: '1', name: '协议平台', url: 'https://proto.example.org/' }]

async function open(who = user) {
  fakeApi([
    ...smallWorld(),
    fake(getUserInfo, () => ({ ...who, grants: who.grants as never })),
    fake(linkList, () => ({ list: links })),
  ])
  return renderWithApp(<AppRoutes />, { user: who, features: FEATURES, path: '/account', scope: TEST_SCOPE })
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

it('[S1.03] the menu bar leads to data, functions and the simulator in this order, and to nothing that may not be used', async () => {
  await open()
  const bar = await screen.findByRole('navigation', { name: '主菜单' })
  const inOrder = linksIn(bar).filter((link) => ['/index', '/dataModify', '/mock'].includes(link ?? ''))
  expect(inOrder).toEqual(['/index', '/dataModify', '/mock'])
  expect(within(bar).queryByRole('button', { name: '系统管理' })).toBeNull()
})

it('[S1.03] what stands in the bar itself stands in the order of the product', async () => {
  const codes = [
    'index.data.read',
    'dataModify.function.run',
    'mock.simulator.read',
    'mock.simulator.connect',
  ]
  await open(testUser({ roles: ['developer'], grants: [{ scope: '*', environment: '*', codes }] }))
  const bar = await screen.findByRole('navigation', { name: '主菜单' })
  const order = ['/index', '/dataModify', '/mock']
  const shown = linksIn(bar).filter((path) => path !== null && order.includes(path))
  const pages = new Set(
    FEATURES.flatMap((feature) => feature.pages).map(({ path }) => `/${path.split('/')[0]}`),
  )
  const inMenu = FEATURES.flatMap((feature) => feature.pages).filter((page) => page.menu !== undefined)
  const expected = order.filter(
    (path) => pages.has(path) && inMenu.some((page) => `/${page.path.split('/')[0]}` === path),
  )
  expect(shown).toEqual(expected)
})

it('only the page in view is marked, not the one above it in the address', async () => {
  const codes = ['mock.simulator.read', 'mock.simulator.connect', 'mock.simulator.bots']
  const who = testUser({ roles: ['developer'], grants: [{ scope: '*', environment: '*', codes }] })
  const { user: hand } = await open(who)
  const bar = within(await screen.findByRole('navigation', { name: '主菜单' }))
  const marked = () =>
    bar
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map((link) => link.getAttribute('href'))
  await hand.click(bar.getByRole('link', { name: '客户端模拟器' }))
  expect(marked()).toEqual(['/mock'])
  await hand.click(bar.getByRole('button', { name: '其他功能' }))
  await hand.click(await screen.findByRole('menuitem', { name: '机器人' }))
  await waitFor(() => expect(marked()).toEqual([]))
})

it('[S2.18] the extra menus begin with the description of the protocol, for those who may read it', async () => {
  const codes = ['mock.simulator.read']
  const app = await open(testUser({ grants: [{ scope: 'lantern/northwind', environment: '*', codes }] }))
  await app.user.click(await screen.findByRole('button', { name: '外部工具' }))
  const items = screen.getAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['协议说明', '协议平台'])
  await app.user.click(items[0]!)
  const tabs = screen.getByRole('navigation', { name: '已打开的页面' })
  await within(tabs).findByRole('link', { name: /协议说明/ })
})

it('[S2.22] the sidebar is hidden at first, and leads home and to the functions', async () => {
  const app = await open()
  const show = await screen.findByRole('button', { name: '展开侧边栏' })
  expect(screen.queryByRole('complementary', { name: '侧边栏' })).toBeNull()
  await app.user.click(show)
  const sidebar = screen.getByRole('complementary', { name: '侧边栏' })
  expect(linksIn(sidebar)).toEqual(expect.arrayContaining(['/index', '/dataModify']))
})
