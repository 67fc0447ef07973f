import { recentPlayers } from '@qd/players/contract'
import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import { useSettings } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import Palette from './palette.tsx'
import { useRecent } from './recent.ts'

const run = vi.fn()
const secret = { routerName: 'redis', code: 'redis.read', type: 'menu' } as const
const demo: WebFeature = {
  name: 'scope',
  pages: [
    { path: 'index/:uId?', titleKey: 'game', component: () => null, level: 0, menu: { order: 1 } },
    { path: 'secret', titleKey: 'line', component: () => null, level: 0, permission: secret },
    { path: 'detail/:id', titleKey: 'channel', component: () => null, level: 0 },
  ],
  commands: [{ id: 'demo', titleKey: 'operator', run }],
}

function world() {
  const line = { lineId: 'nw-test', lineCode: 'test', name: '测试线', environment: 'test' as const }
  const server = (sId: number, serviceName: string) => ({
    sId,
    serviceName,
    status: 'running' as const,
    openedAt: null,
  })
  return fakeApi([
    fake(gameList, () => [{ id: 'lantern', name: '灯海', code: 'lantern', environment: 'test' as const }]),
    fake(operatorList, () => [{ partnerCode: 'northwind', name: 'Northwind', platform: 3 }]),
    fake(lineList, () => [line]),
    fake(serverList, () => [server(123, '潮汐之门'), server(124, '琥珀礁')]),
    fake(recentPlayers, () => [
      {
        uId: '30123000045',
        name: '岚夜听潮',
        level: 72,
        sId: 123,
        lineId: 'nw-test',
        game: 'lantern',
        at: 1,
      },
    ]),
  ])
}

const reader = testUser({ grants: [{ scope: 'lantern', environment: '*', codes: ['index.player.read'] }] })
const onClose = vi.fn()
async function open(user = testUser()) {
  world()
  const app = await renderWithApp(<Palette onClose={onClose} />, { features: [demo], user })
  await screen.findByRole('option', { name: /岚夜听潮/ })
  await screen.findByRole('option', { name: /潮汐之门/ })
  return app
}
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const active = () => screen.getByRole('option', { selected: true }).textContent

beforeEach(() => {
  run.mockClear()
  onClose.mockClear()
  useRecent.setState({ ids: [] })
  window.location.hash = '#/index'
})

describe('command palette', () => {
  it('lists players, pages, commands, servers and settings', async () => {
    await open()
    const list = within(screen.getByRole('listbox'))
    for (const head of ['玩家', '页面', '命令', '区服']) list.getByText(head)
    expect(options()).toEqual(expect.arrayContaining(['游戏', '运营商']))
  })

  it('[S6.03] offers no page without its permission and none that needs a record', async () => {
    const { user } = await open(testUser({ roles: ['reader'], grants: [] }))
    await user.keyboard('线路')
    expect(screen.queryByRole('option', { name: '线路' })).toBeNull()
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('渠道')
    expect(screen.queryByRole('option', { name: '渠道' })).toBeNull()
  })

  it('finds a server by its pinyin initials and moves the selection there', async () => {
    const { user } = await open()
    await user.keyboard('hpj')
    await waitFor(() => expect(active()).toContain('琥珀礁'))
    await user.keyboard('{Enter}')
    expect(useScope.getState()).toMatchObject({ lineId: 'nw-test', sId: 124, partnerCode: 'northwind' })
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('a typed uId opens the player, known or not', async () => {
    const { user } = await open()
    await user.keyboard('10001000001')
    expect(options()[0]).toBe('打开玩家 10001000001')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.hash).toBe('#/index/10001000001?uId=10001000001'))
  })

  it('any other text leads to the players called so, below those it knows', async () => {
    const { user } = await open(reader)
    await user.keyboard('潮')
    const search = '查找名为“潮”的玩家'
    await waitFor(() => expect(options()).toHaveLength(3))
    expect(options().findIndex((option) => option?.includes('岚夜听潮'))).toBe(options().indexOf(search) - 1)
    expect(within(screen.getByRole('listbox')).getAllByText('玩家')).toHaveLength(1)
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('zzzzqqqq')
    screen.getByText('没有匹配的内容')
    expect(options()).toEqual(['查找名为“zzzzqqqq”的玩家'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.hash).toBe('#/index?find=zzzzqqqq'))
  })

  it('offers no search for players to whoever may read none, nor for a uId or the name of a command', async () => {
    const { user, unmount } = await open(testUser({ grants: [] }))
    await user.keyboard('潮')
    expect(options().join()).not.toContain('查找名为')
    unmount()
    const again = await open(reader)
    await again.user.keyboard('10001000001')
    expect(options().join()).not.toContain('查找名为')
    await again.user.clear(screen.getByRole('combobox'))
    await again.user.keyboard('运营')
    expect(options().join()).toContain('查找名为')
    await again.user.keyboard('商')
    expect(options().join()).not.toContain('查找名为')
  })

  it('arrow keys move and go round, the field keeps the focus', async () => {
    const { user } = await open()
    const field = screen.getByRole('combobox')
    expect(active()).toContain('岚夜听潮')
    await user.keyboard('{ArrowDown}')
    expect(active()).toBe('游戏')
    expect(field.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    )
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(field)
    await user.keyboard('{Tab}')
    expect(document.activeElement).toBe(field)
  })

  it('changes a setting, and remembers it as used lately', async () => {
    const { user, unmount } = await open()
    await user.keyboard('深色{Enter}')
    expect(useSettings.getState().theme).toBe('dark')
    unmount()
    await open()
    expect(screen.getByText('最近使用')).toBeDefined()
    expect(options()[0]).toContain('深色')
  })

  it('runs a command of a feature by click', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('option', { name: '运营商' }))
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('says so when nothing matches; Esc closes', async () => {
    const { user } = await open()
    await user.keyboard('zzzzqqqq')
    screen.getByText('没有匹配的内容')
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})
