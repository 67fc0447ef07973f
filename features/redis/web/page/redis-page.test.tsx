import { startLive } from '@qd/web-calls'
import { forgetKept } from '@qd/web-frame'
import {
  TEST_SCOPE,
  fake,
  fakeApi,
  liveServer,
  renderWithApp,
  showWideScreen,
  testUser,
} from '@qd/web-testing'
import type { FakeApi, LiveServer } from '@qd/web-testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeConnection, listConnections, openConnection } from '../../contract/index.ts'
import type { CommandLogEntry } from '../../contract/index.ts'
import { closeAllOpen, forgetAllOpen } from '../connections/openings.ts'
import { LOG_MAX, clearLog, useCommandLog } from '../log/log-store.ts'
import { OPENED, sampleConnection } from '../testing/sample-connection.ts'
import { showDock } from '../workspace/dock.ts'
import { hideConnection, showKey, useWorkspace } from '../workspace/workspace.ts'
import RedisPage from './redis-page.tsx'

const LINES = [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }]
const scope = { ...TEST_SCOPE, lines: LINES }
const reader = testUser({
  grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['redis.redis.read'] }],
})

const entry = (n: number, changed: Partial<CommandLogEntry> = {}): CommandLogEntry => ({
  time: Date.UTC(2026, 10, 23, 6, 0, 0, n % 1_000),
  connectionId: 'c1',
  connectionName: 'game-s123',
  db: 0,
  command: `GET key:${n}`,
  isWrite: false,
  cost: 0.5,
  error: '',
  ...changed,
})

let api: FakeApi
let live: LiveServer
let stop: () => void
beforeEach(() => {
  forgetKept()
  localStorage.clear()
  forgetAllOpen()
  clearLog()
  useCommandLog.setState({ isPaused: false })
  showDock(null)
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  showWideScreen()
  api = fakeApi([
    fake(listConnections, () => [
      sampleConnection(),
      sampleConnection({ id: 'c2', name: 'rank', position: 1 }),
    ]),
    fake(openConnection, () => OPENED),
    fake(closeConnection, () => ({})),
  ])
  live = liveServer()
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => stop())

function Address() {
  return <output aria-label="address">{useLocation().search}</output>
}
const open = (path = '/redis') =>
  renderWithApp(
    <>
      <RedisPage />
      <Address />
    </>,
    { user: reader, scope, path },
  )
const address = () => screen.getByLabelText('address').textContent
const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^\\S*[开败]\\s*${name}`) })

describe('the address', () => {
  it('[S1.05][S2.13] opens the database it names, and follows the one in view', async () => {
    const { user } = await open('/redis?connection=c1&db=3')
    await waitFor(() => expect(useWorkspace.getState().active).toBe('c1/3'))
    expect(address()).toBe('?connection=c1&db=3')
    await user.dblClick(await row('rank'))
    await waitFor(() => expect(address()).toBe('?connection=c2'))
    act(() => hideConnection('c2'))
    await waitFor(() => expect(address()).toBe('?connection=c1&db=3'))
    act(() => hideConnection('c1'))
    await waitFor(() => expect(address()).toBe(''))
    expect(api.callsOf(openConnection)).toHaveLength(2)
  })

  it('[S2.13] opens the key it names, and follows the one in view', async () => {
    await open('/redis?connection=c1&db=3&key=session%3A7')
    const shown = { databaseId: 'c1/3', key: 'session:7' }
    await waitFor(() => expect(useWorkspace.getState().key).toEqual(shown))
    expect(address()).toBe('?connection=c1&db=3&key=session%3A7')
    act(() => showKey({ databaseId: 'c1/3', key: { base64: '/w==' } }))
    await waitFor(() => expect(address()).toBe('?connection=c1&db=3&key64=%2Fw%3D%3D'))
    act(() => showKey({ databaseId: 'c1/3', key: 'x'.repeat(600) }))
    await waitFor(() => expect(address()).toBe('?connection=c1&db=3'))
  })

  it('that names a connection which is gone says so', async () => {
    await open('/redis?connection=gone')
    expect(await screen.findByText('链接中的连接不存在，或你无权打开')).toBeTruthy()
    await waitFor(() => expect(address()).toBe(''))
    expect(api.callsOf(openConnection)).toEqual([])
  })

  it('remembers the database a connection was left at', async () => {
    const first = await open('/redis?connection=c1&db=3')
    await waitFor(() => expect(useWorkspace.getState().active).toBe('c1/3'))
    first.unmount()
    forgetAllOpen()
    const { user } = await open()
    await user.dblClick(await row('game-s123'))
    await waitFor(() => expect(useWorkspace.getState().active).toBe('c1/3'))
  })
})

describe('the end of the page', () => {
  it('closes every connection on the server', async () => {
    const { user } = await open()
    await user.dblClick(await row('game-s123'))
    await user.dblClick(await row('rank'))
    await waitFor(() => expect(useWorkspace.getState().databases).toHaveLength(2))
    act(() => closeAllOpen())
    expect(useWorkspace.getState().databases).toEqual([])
    await waitFor(() => expect(api.callsOf(closeConnection)).toHaveLength(2))
  })
})

describe('the panels', () => {
  it('keep the size they were given', async () => {
    const { unmount } = await open()
    const line = () => screen.getByRole('separator', { name: '连接' })
    const before = Number(line().getAttribute('aria-valuenow'))
    fireEvent.keyDown(line(), { key: 'ArrowRight' })
    expect(line().getAttribute('aria-valuenow')).toBe(String(before + 16))
    unmount()
    await open()
    expect(line().getAttribute('aria-valuenow')).toBe(String(before + 16))
  })

  it('show one at a time on a phone, and the one that was opened', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: media.includes('max-width'),
          media,
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList,
    )
    const { user } = await open()
    const chosen = () => screen.getAllByRole('radio', { checked: true })[0]?.textContent
    expect(chosen()).toBe('连接')
    await user.click(await row('game-s123'))
    await waitFor(() => expect(chosen()).toBe('键'))
    act(() => showKey({ databaseId: 'c1/0', key: 'a' }))
    expect(chosen()).toBe('键详情')
    await user.click(screen.getByRole('radio', { name: '连接' }))
    expect(chosen()).toBe('连接')
    const parts = () =>
      within(screen.getByRole('radiogroup', { name: 'Redis' }))
        .getAllByRole('radio')
        .map(({ textContent }) => textContent)
    expect(parts()).toEqual(['连接', '键', '键详情'])
    await user.click(screen.getByRole('radio', { name: '服务器' }))
    expect(parts()).toEqual(['连接', '服务器'])
    expect(chosen()).toBe('服务器')
  })
})

describe('the command log', () => {
  const log = () => within(screen.getByRole('region', { name: /^命令日志/ }))
  const commands = () =>
    log()
      .getAllByRole('row')
      .slice(1)
      .map((each) => within(each).getAllByRole('gridcell')[2]?.textContent)

  async function openLog() {
    const page = await open()
    await page.user.click(await screen.findByRole('button', { name: /^日志/ }))
    await screen.findByText('game-s123')
    live.ready()
    return page
  }

  it('[S3.16] lists commands as they happen, the newest first', async () => {
    await openLog()
    expect(log().getByText('还没有命令')).toBeTruthy()
    live.tell('redis.log', { entries: [entry(1), entry(2, { cost: 12.4, error: 'WRONGTYPE' })] })
    expect(commands()).toEqual(['GET key:2WRONGTYPE', 'GET key:1'])
    expect(log().getByText('12 ms')).toBeTruthy()
    expect(log().getAllByText('game-s123 · 0')).toHaveLength(2)
  })

  it('shows writes only, or what a filter leaves', async () => {
    const { user } = await openLog()
    const write = entry(2, { command: 'SET key:2 x', isWrite: true })
    live.tell('redis.log', { entries: [entry(1), write, entry(3)] })
    await user.click(log().getByRole('checkbox', { name: '仅写命令' }))
    expect(commands()).toEqual(['SET key:2 x'])
    await user.click(log().getByRole('checkbox', { name: '仅写命令' }))
    await user.type(log().getByRole('searchbox'), 'get KEY:3')
    expect(commands()).toEqual(['GET key:3'])
  })

  it('stands still while it is paused, is copied and cleared', async () => {
    const { user } = await openLog()
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    live.tell('redis.log', { entries: [entry(1)] })
    await user.click(log().getByRole('button', { name: /^暂\s?停$/ }))
    live.tell('redis.log', { entries: [entry(2)] })
    expect(commands()).toEqual(['GET key:1'])
    await user.click(log().getByRole('button', { name: /^复\s?制$/ }))
    await waitFor(() =>
      expect(copied).toHaveBeenCalledWith('2026-11-23T06:00:00.001Z\tgame-s123/0\tGET key:1\t0.50 ms'),
    )
    await user.click(log().getByRole('button', { name: /^继\s?续$/ }))
    live.tell('redis.log', { entries: [entry(3)] })
    expect(commands()).toEqual(['GET key:3', 'GET key:1'])
    await user.click(log().getByRole('button', { name: /^清\s?空$/ }))
    expect(log().getByText('还没有命令')).toBeTruthy()
  })

  it('keeps the newest of many, and draws those in view', async () => {
    await openLog()
    live.tell('redis.log', { entries: Array.from({ length: LOG_MAX + 20 }, (_each, n) => entry(n)) })
    expect(useCommandLog.getState().entries).toHaveLength(LOG_MAX)
    expect(commands()[0]).toBe(`GET key:${LOG_MAX + 19}`)
    expect(commands().length).toBeLessThan(100)
  })
})
