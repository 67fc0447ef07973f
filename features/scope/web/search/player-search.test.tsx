import type { RouteReply } from '@qd/contract-kit'
import { useScope } from '@qd/web-calls'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { playerSearch } from '../../contract/index.ts'
import { PlayerSearch } from './player-search.tsx'

type Found = RouteReply<typeof playerSearch>

const lan: Found['players'][number] = {
  uId: '30123000045',
  name: '岚夜听潮',
  level: 72,
  online: true,
  sId: 123,
  serviceName: '潮汐之门',
  lineId: 'northwind-test',
  game: 'lantern',
  matchedBy: 'name',
}
const other = { ...lan, uId: '30124000001', name: '潮', online: false, sId: 124, serviceName: '琥珀礁' }
const answer = (given: Partial<Found>): Found => ({
  players: [],
  hasMore: false,
  unanswered: [],
  unusable: [],
  ...given,
})

const reader = testUser({
  roles: ['reader'],
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['index.player.read'] }],
})

function Screen() {
  const { pathname, search } = useLocation()
  return (
    <>
      <PlayerSearch />
      <output aria-label="address">{`${pathname}${search}`}</output>
      <button type="button">elsewhere</button>
    </>
  )
}

let api: FakeApi
beforeEach(() => {
  api = fakeApi([fake(playerSearch, () => answer({ players: [lan, other] }))])
})

const open = (options: { path?: string; scope?: object; user?: typeof reader } = {}) =>
  renderWithApp(<Screen />, { user: reader, scope: TEST_SCOPE, path: '/index', ...options })
const field = () => screen.getByRole('textbox', { name: 'uId、名字或账号' }) as HTMLInputElement
const address = () => screen.getByRole('status', { name: 'address' }).textContent
const asked = () =>
  api.callsOf(playerSearch).map(({ address: at }) => decodeURIComponent(at.split('?')[1] ?? ''))

describe('the search for players', () => {
  it('finds by name and shows who, where and what matched, without opening anybody', async () => {
    const { user } = await open()
    expect(document.activeElement).toBe(field())
    await user.keyboard(' 岚夜 ')
    expect(asked()).toEqual([])
    await user.keyboard('{Enter}')
    const row = await screen.findByRole('link', { name: /岚夜听潮/ })
    for (const text of ['72 级', '30123000045', 'S123 潮汐之门', '名字匹配', '在线'])
      within(row).getByText(text)
    expect(row.getAttribute('href')).toBe('/index/30123000045?uId=30123000045&game=lantern')
    expect(asked()).toEqual(['q=岚夜&game=lantern'])
    expect(address()).toBe(`/index?${new URLSearchParams({ find: '岚夜' })}`)
    expect(document.activeElement).toBe(field())
    expect(field().value).toBe('岚夜')
  })

  it('a single exact match waits for a click too', async () => {
    api.on(playerSearch, () => answer({ players: [{ ...lan, matchedBy: 'account' }] }))
    await open({ path: '/index?find=lan%40example' })
    await screen.findByText('账号匹配')
    expect(address()).toBe('/index?find=lan%40example')
    expect(field().value).toBe('lan@example')
  })

  it.each([
    ['device', '设备匹配'],
    ['email', '邮箱匹配'],
    ['order', '订单匹配'],
  ] as const)('says that a player was found by %s', async (matchedBy, said) => {
    api.on(playerSearch, () => answer({ players: [{ ...lan, matchedBy }] }))
    await open({ path: '/index?find=QD-2026-7' })
    await screen.findByText(said)
    expect(field().title).toBe('也可以输入设备号、邮箱或订单号，需区服支持')
  })

  it('walks by arrow keys from the field through the rows and back, and opens by Enter', async () => {
    const { user } = await open({ path: '/index?find=潮' })
    const [first, second] = await screen.findAllByRole('link')
    await user.click(field())
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(first)
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(second)
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(field())
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(address()).toBe('/index/30124000001?uId=30124000001&game=lantern')
  })

  it('a uId is opened by the lookup, and not searched; a short number is searched', async () => {
    const { user } = await open()
    await user.keyboard('30123000045{Enter}')
    expect(address()).toBe('/index/30123000045?uId=30123000045')
    expect(asked()).toEqual([])
    await user.clear(field())
    await user.type(field(), '888')
    await user.click(screen.getByRole('button', { name: /^搜\s?索$/ }))
    await waitFor(() => expect(asked()).toEqual(['q=888&game=lantern']))
  })

  it('looks where it is told to, and follows the selection there', async () => {
    const { user } = await open({ path: '/index?find=潮' })
    await screen.findAllByRole('link')
    await user.click(screen.getByRole('radio', { name: '当前区服' }))
    await waitFor(() => expect(asked().at(-1)).toBe('q=潮&game=lantern&lineId=northwind-test&sId=123'))
    await user.click(screen.getByRole('radio', { name: '当前线路' }))
    await waitFor(() => expect(asked().at(-1)).toBe('q=潮&game=lantern&lineId=northwind-test'))
    await user.type(field(), '生{Enter}')
    await waitFor(() => expect(asked().at(-1)).toBe('q=潮生&game=lantern&lineId=northwind-test'))
    act(() => useScope.getState().moveTo({ lineId: 'northwind-two', sId: 0 }))
    await waitFor(() => expect(asked().at(-1)).toBe('q=潮生&game=lantern&lineId=northwind-two'))
    expect((screen.getByRole('radio', { name: '当前区服' }) as HTMLButtonElement).disabled).toBe(true)
    act(() => useScope.getState().moveTo({ lineId: '', sId: 0 }))
    expect((screen.getByRole('radio', { name: '当前线路' }) as HTMLButtonElement).disabled).toBe(true)
    expect(screen.getByRole('radio', { name: '全部区服' }).getAttribute('aria-checked')).toBe('true')
  })

  it('Enter on the same text asks anew; the cross ends the search', async () => {
    const { user } = await open({ path: '/index?find=潮' })
    await screen.findAllByRole('link')
    await user.click(field())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked()).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: '清空搜索' }))
    expect(address()).toBe('/index')
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
  })

  it('takes the focus from nobody', async () => {
    const { user } = await renderWithApp(<input aria-label="note" />, { user: reader })
    await user.click(screen.getByRole('textbox', { name: 'note' }))
    await open()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'note' }))
  })
})

describe('what there is to say', () => {
  it('before a search there is nothing but the field', async () => {
    await open()
    expect(screen.queryByRole('region', { name: /查找结果/ })).toBeNull()
    expect(asked()).toEqual([])
  })

  it('while it is asked', async () => {
    api.on(playerSearch, () => new Promise(() => undefined))
    await open({ path: '/index?find=潮' })
    screen.getByRole('status', { name: 'Loading' })
  })

  it('nobody is found', async () => {
    api.on(playerSearch, () => answer({}))
    const { user } = await open({ path: '/index?find=潮' })
    await screen.findByText('没有找到“潮”')
    screen.getByText('请核对写法。')
    await user.click(screen.getByRole('radio', { name: '当前线路' }))
    await screen.findByText('请核对写法，或扩大查找范围。')
  })

  it('a failure, which can be tried again', async () => {
    api.on(playerSearch, () => new FakeFailure(503, 'upstream_down', '连不上'))
    const { user } = await open({ path: '/index?find=潮' })
    await screen.findByText(/连不上$/)
    api.on(playerSearch, () => answer({ players: [lan] }))
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    await screen.findByRole('link', { name: /岚夜听潮/ })
  })

  it('servers without an answer are named beside what the others found', async () => {
    const unanswered = [124, 125, 126, 127, 128, 129, 130].map((sId) => ({ sId, serviceName: `区${sId}` }))
    api.on(playerSearch, () => answer({ players: [lan], unanswered: unanswered.slice(0, 2) }))
    const { unmount } = await open({ path: '/index?find=潮' })
    await screen.findByText('没有给出结果的区服：')
    const named = () => screen.getAllByText(/^S\d+ 区\d+$/).map((server) => server.textContent)
    expect(named()).toEqual(['S124 区124', 'S125 区125'])
    expect(screen.queryByText(/^另有/)).toBeNull()
    screen.getByRole('link', { name: /岚夜听潮/ })
    unmount()
    api.on(playerSearch, () => answer({ unanswered }))
    await open({ path: '/index?find=潮' })
    await screen.findByText('另有 2 个')
    expect(named()).toHaveLength(5)
  })

  it('players that nobody can open are counted with the reason', async () => {
    const row = { sId: 124, serviceName: '琥珀礁', platform: 3, reason: 'other_platform' as const, count: 2 }
    api.on(playerSearch, () => answer({ unusable: [row] }))
    await open({ path: '/index?find=潮' })
    await screen.findByText('S124 琥珀礁：2 名，uId 不以运营商的平台号 3 开头；请核对游戏的 uId 基数')
    screen.getByText('没有找到“潮”')
  })

  it('more players than are shown', async () => {
    api.on(playerSearch, () => answer({ players: [lan], hasMore: true }))
    await open({ path: '/index?find=潮' })
    await screen.findByText(/^只显示前 1 名玩家/)
  })

  it('without a game it asks for one', async () => {
    await open({ path: '/index?find=潮', scope: {} })
    screen.getByText('请先选择游戏')
    expect(asked()).toEqual([])
  })

  it('whoever may read no player has no search', async () => {
    const user = testUser({ grants: [{ scope: '*', environment: '*', codes: ['index.data.read'] }] })
    await open({ path: '/index?find=潮', user })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(asked()).toEqual([])
  })
})
