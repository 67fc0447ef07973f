import { serverStates } from '@qd/game-servers/contract'
import { SelectionMissing, useScope } from '@qd/web-calls'
import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import type { AppOptions, FakeApi } from '@qd/web-testing'
import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { channelList, gameList, lineList, operatorList, serverList } from '../../contract/index.ts'
import { chooseOption } from './choose.ts'
import { ScopeBar } from './scope-bar.tsx'
import { useScopeLists } from './use-scope-lists.ts'

const OPERATORS = [
  { partnerCode: 'harbour', name: 'Harbour', platform: 1 },
  { partnerCode: 'northwind', name: 'Northwind', platform: 3 },
]
const LINES = {
  harbour: [
    { lineId: 'harbour-dev', lineCode: 'dev', name: '开发线', environment: 'dev' as const },
    { lineId: 'harbour-live', lineCode: 'live', name: '正式线', environment: 'production' as const },
  ],
  northwind: [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }],
}
const SERVERS = [
  { sId: 123, serviceName: '潮汐之门', status: 'running' as const, openedAt: null },
  { sId: 124, serviceName: '琥珀礁', status: 'stopped' as const, openedAt: null },
]

const said = { lineId: 'northwind-test', labels: [], state: null, silentSince: null, heardAt: 1, online: 1 }
const STATES = [
  { ...said, sId: 123, state: 'maintenance' as const, labels: ['新服'] },
  { ...said, sId: 124, silentSince: 1 },
]

function world(): FakeApi {
  return fakeApi([
    fake(gameList, () => [{ id: 'lantern', name: '灯海', code: 'lantern', environment: 'test' as const }]),
    fake(operatorList, () => OPERATORS),
    fake(lineList, ({ body }) => LINES[body.partnerCode as keyof typeof LINES]),
    fake(serverList, () => SERVERS),
    fake(channelList, () => [{ name: 'TapTap', code: 'taptap' }]),
    fake(serverStates, () => []),
  ])
}

function Screen() {
  const queries = useQueryClient()
  useScopeLists()
  return (
    <>
      <ScopeBar />
      <SelectionMissing missing="line" />
      <button onClick={() => void queries.refetchQueries()}>refresh</button>
    </>
  )
}

async function show(options: AppOptions = {}): Promise<{ user: UserEvent; api: FakeApi }> {
  const api = world()
  const { user } = await renderWithApp(<Screen />, options)
  await screen.findByRole('button', { name: '游戏: 灯海' })
  return { user, api }
}

async function choose(user: UserEvent, button: string | RegExp, option: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('button', { name: button }))
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('selection', () => {
  it('[S1.01] goes from game to server, and takes an only option by itself', async () => {
    const { user } = await show()
    expect(useScope.getState()).toMatchObject({ game: 'lantern', partnerCode: '', lineId: '', sId: 0 })
    await choose(user, '运营商', /Northwind/)
    await screen.findByRole('button', { name: '线路: 测试线 测试' })
    await choose(user, '区服', /S124 琥珀礁/)
    expect(useScope.getState()).toMatchObject({ lineId: 'northwind-test', sId: 124 })
    await choose(user, '渠道: 全部渠道', /TapTap/)
    expect(useScope.getState().channel).toBe('taptap')
  })

  it('[S1.01] another operator clears what hangs below it', async () => {
    const { user } = await show()
    await choose(user, '运营商', /Northwind/)
    await choose(user, '区服', /S123/)
    await choose(user, '运营商: Northwind', /Harbour/)
    expect(useScope.getState()).toMatchObject({ partnerCode: 'harbour', lineId: '', sId: 0 })
  })

  it('remembers the line and server used last under an operator', async () => {
    const { user } = await show()
    await choose(user, '运营商', /Northwind/)
    await choose(user, '区服', /S124/)
    await choose(user, '运营商: Northwind', /Harbour/)
    await choose(user, '运营商: Harbour', /Northwind/)
    await waitFor(() => expect(useScope.getState()).toMatchObject({ lineId: 'northwind-test', sId: 124 }))
  })

  it('[S5.01] what stands for a page without a line opens the selector', async () => {
    const { user } = await show({ scope: { game: 'lantern', partnerCode: 'harbour' } })
    const line = await screen.findByRole('button', { name: '线路' })
    await waitFor(() => expect(line).toHaveProperty('disabled', false))
    await user.click(screen.getByRole('button', { name: '去选择' }))
    await user.click(await screen.findByRole('option', { name: /开发线/ }))
    expect(useScope.getState().lineId).toBe('harbour-dev')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('keeps a stored selection that still exists and drops one that does not', async () => {
    await show({ scope: { game: 'lantern', partnerCode: 'northwind', lineId: 'gone', sId: 999 } })
    await waitFor(() => expect(useScope.getState()).toMatchObject({ lineId: 'northwind-test', sId: 0 }))
  })

  it('[S8.05] after a failed lookup no server is chosen by itself', async () => {
    const recent = { 'server:northwind-test': ['123'] }
    await show({
      scope: {
        game: 'lantern',
        partnerCode: 'northwind',
        lineId: 'northwind-test',
        sId: 0,
        uId: '0',
        recent,
      },
    })
    await waitFor(() => expect(useScope.getState().servers).toHaveLength(2))
    expect(useScope.getState().sId).toBe(0)
  })

  it('[S1.02] is searched and used by keyboard', async () => {
    const { user } = await show({ scope: { game: 'lantern', partnerCode: 'northwind' } })
    const server = await screen.findByRole('button', { name: '区服' })
    await waitFor(() => expect(server).toHaveProperty('disabled', false))
    server.focus()
    await user.keyboard('{Enter}')
    await user.type(screen.getByRole('combobox', { name: '搜索: 区服' }), '124{Enter}')
    expect(useScope.getState().sId).toBe(124)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '区服: S124 琥珀礁' }))
  })

  it('[S8.02] a list that cannot be read is told of once, not at every refresh', async () => {
    const { user, api } = await show({ scope: { game: 'lantern', partnerCode: 'northwind' } })
    await waitFor(() => expect(useScope.getState().servers).toHaveLength(2))
    api.on(serverList, () => new FakeFailure(503, 'upstream_down', '连不上'))
    const refresh = screen.getByRole('button', { name: 'refresh' })
    await user.click(refresh)
    await screen.findByText('区服:请求失败:连不上')
    await user.click(refresh)
    await waitFor(() => expect(api.callsOf(serverList)).toHaveLength(3))
    expect(screen.queryByText('×2')).toBeNull()
    expect(useScope.getState().servers).toHaveLength(2)
  })

  it('[S3.04] shows how servers are and where a line stands', async () => {
    const { user } = await show({ scope: { game: 'lantern', partnerCode: 'northwind' } })
    await user.click(await screen.findByRole('button', { name: '区服' }))
    const stopped = await screen.findByRole('option', { name: /S124/ })
    expect(stopped.querySelector('[title]')?.getAttribute('title')).toBe('已停止')
    expect(screen.getByRole('button', { name: '线路: 测试线 测试' }).textContent).toContain('测试')
  })

  it('[S1.01] tells of a server what it says of itself before it is chosen, and finds it by its label', async () => {
    const { user, api } = await show()
    api.on(serverStates, () => STATES)
    await user.click(screen.getByText('refresh'))
    await choose(user, /^运营商/, /Northwind/)
    await choose(user, '区服', /潮汐之门.*维护中/)
    await user.click(await screen.findByRole('button', { name: '区服: S123 潮汐之门 维护中' }))
    expect((await screen.findByRole('option', { name: /琥珀礁/ })).textContent).toContain('失联')
    await user.type(screen.getByRole('combobox'), '新服')
    await waitFor(() => expect(screen.queryByRole('option', { name: /琥珀礁/ })).toBeNull())
    expect(screen.getByRole('option', { name: /潮汐之门/ })).toBeTruthy()
  })
})

describe('chooseOption', () => {
  it.each([
    [['a', 'b'], 'b', [], 'b'],
    [['a', 'b'], 'x', ['y', 'b'], 'b'],
    [['a'], '', [], 'a'],
    [['a', 'b'], '', [], ''],
    [[], 'a', ['a'], ''],
  ] as const)('%j with %j standing and %j remembered gives %j', (ids, current, recent, expected) => {
    expect(chooseOption(ids, current, recent)).toBe(expected)
  })
})
