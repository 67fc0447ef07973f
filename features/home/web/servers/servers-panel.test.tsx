import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import { selectedEnvironment, useScope } from '@qd/web-calls'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ServersPanel } from './servers-panel.tsx'

const OPERATORS = [
  { partnerCode: 'harbour', name: 'Harbour', platform: 1 },
  { partnerCode: 'northwind', name: 'Northwind', platform: 3 },
]
const LINES = {
  harbour: [{ lineId: 'harbour-live', lineCode: 'live', name: '正式线', environment: 'production' as const }],
  northwind: [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }],
}
const SERVERS = {
  'harbour-live': [{ sId: 12, serviceName: '长夜海峡', status: 'stopped' as const, openedAt: null }],
  'northwind-test': [
    { sId: 123, serviceName: '潮汐之门', status: 'running' as const, openedAt: null },
    { sId: 124, serviceName: '琥珀礁', status: 'unknown' as const, openedAt: null },
  ],
}

let api: FakeApi

async function show(): Promise<UserEvent> {
  const { user } = await renderWithApp(<ServersPanel />, { scope: { game: 'lantern' } })
  return user
}

const names = (): string[] => screen.queryAllByRole('button', { name: /^S\d/ }).map((row) => row.textContent)

beforeEach(() => {
  api = fakeApi([
    fake(gameList, () => [{ id: 'lantern', name: '灯海', code: 'lantern', environment: 'test' as const }]),
    fake(operatorList, () => OPERATORS),
    fake(lineList, ({ body }) => LINES[body.partnerCode as keyof typeof LINES]),
    fake(serverList, ({ params }) => SERVERS[params.lineId as keyof typeof SERVERS]),
  ])
})

describe('servers on the home page', () => {
  it('lists every line in reach with its environment and how its servers are', async () => {
    await show()
    await screen.findByText('潮汐之门')
    const live = screen.getByRole('region', { name: 'Harbour 正式线' })
    expect(within(live).getByText('正式')).toBeTruthy()
    expect(within(live).getByText('已停止')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Northwind 测试线' })).getByText('测试')).toBeTruthy()
  })

  it('says so when there is no game at all, instead of loading for ever', async () => {
    fakeApi([fake(gameList, () => [])])
    await renderWithApp(<ServersPanel />, { scope: { game: '' } })
    await screen.findByText('没有可以进入的区服')
  })

  it('who may add games is told how to begin, and everybody else whom to ask', async () => {
    const grants = [{ scope: '*', environment: '*' as const, codes: ['catalogue.place.edit'] }]
    fakeApi([fake(gameList, () => [])])
    const { unmount } = await renderWithApp(<ServersPanel />, {
      scope: { game: '' },
      user: testUser({ grants }),
    })
    await screen.findByText('先在游戏目录里依次添加游戏、运营商、线路和区服。')
    unmount()
    await renderWithApp(<ServersPanel />, { scope: { game: '' }, user: testUser({ grants: [] }) })
    await screen.findByText('请管理员为你的账号开通运营商。')
  })

  it('a click moves the whole selection and marks the server', async () => {
    const user = await show()
    await user.click(await screen.findByText('潮汐之门'))
    const state = useScope.getState()
    expect(state).toMatchObject({ partnerCode: 'northwind', lineId: 'northwind-test', sId: 123 })
    expect(selectedEnvironment(state)).toBe('test')
    expect(screen.getByRole('button', { current: true }).textContent).toContain('S123')
  })

  it('is searched by server, line or operator, and walked by arrow keys', async () => {
    const user = await show()
    await screen.findByText('潮汐之门')
    const filter = screen.getByRole('searchbox')
    await user.type(filter, 's124')
    expect(names()).toEqual([expect.stringContaining('琥珀礁')])
    await user.clear(filter)
    await user.type(filter, 'NORTH')
    expect(names()).toHaveLength(2)
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(useScope.getState().sId).toBe(124)
    await user.clear(filter)
    await user.type(filter, 'zzz')
    expect(screen.getByText('没有匹配的区服')).toBeTruthy()
  })

  it('a line that cannot be read says so, is tried again, and keeps the others in use', async () => {
    api.on(serverList, ({ params }) =>
      params.lineId === 'harbour-live'
        ? new FakeFailure(503, 'upstream_down', '连不上')
        : SERVERS['northwind-test'],
    )
    const user = await show()
    expect(await screen.findByText('区服一览:请求失败:连不上')).toBeTruthy()
    expect(await screen.findByText('潮汐之门')).toBeTruthy()
    api.on(serverList, ({ params }) => SERVERS[params.lineId as keyof typeof SERVERS])
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    expect(await screen.findByText('长夜海峡')).toBeTruthy()
  })

  it('without any operator in reach it says whom to ask', async () => {
    api.on(operatorList, () => [])
    await show()
    expect(await screen.findByText('没有可以进入的区服')).toBeTruthy()
  })

  it('operators that cannot be read are an error with a retry', async () => {
    api.on(operatorList, () => new FakeFailure(500, 'internal', '坏了'))
    await show()
    expect(await screen.findByText('坏了')).toBeTruthy()
  })
})
