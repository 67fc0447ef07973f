import { useSession } from '@qd/web-base'
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
import type { LiveServer } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressList, protoDefinition, recordList } from '../../contract/index.ts'
import { useCompose } from '../compose/compose-store.ts'
import SimulatorPage from '../page/simulator-page.tsx'
import { COUNTS, DEFINITION, frameOf, viewOf } from '../testing/fake-game.ts'
import {
  askConnection,
  closeConnection,
  openConnection,
  patchConnection,
  useConnections,
} from './connection-store.ts'

const CHANNEL = 'simulator.connection'
const developer = testUser({
  roles: ['developer'],
  grants: [
    {
      scope: 'lantern/northwind',
      environment: '*',
      codes: ['mock.simulator.read', 'mock.simulator.connect'],
    },
  ],
})
const LINES = [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }]
const SERVERS = [{ sId: 123, serviceName: '潮汐之门', status: 'running' as const, openedAt: null }]
const scope = { ...TEST_SCOPE, lines: LINES, servers: SERVERS }
const target = { kind: 'server' as const, sId: 123, lineId: 'northwind-test' }
const OPEN = { target, account: { kind: 'new' as const } }

let live: LiveServer
let stop: () => void

beforeEach(() => {
  forgetKept()
  showWideScreen()
  window.sessionStorage.clear()
  useConnections.setState({ list: [], active: null })
  useCompose.setState({ drafts: {}, version: 0, view: 'form' })
  fakeApi(
    [
      fake(protoDefinition, () => DEFINITION),
      fake(recordList, () => ({ list: [] })),
      fake(addressList, () => ({ hosts: ['games.test'], revision: 1 })),
    ],
    { isGuarded: true },
  )
  live = liveServer()
  live.answer(CHANNEL, 'view', () => ({ reply: { view: 2, shown: 1, scanned: 3, isDone: true } }))
  live.answer(CHANNEL, 'send', () => ({ reply: { n: 3, seq: 3 } }))
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => stop())

const page = () => renderWithApp(<SimulatorPage />, { user: developer, scope, path: '/mock' })
const part = (name: string | RegExp) => within(screen.getByRole('region', { name }))
const tab = (name: RegExp) => screen.findByRole('tab', { name })

/** A connection that is open and chosen. */
async function connect(change: Parameters<typeof viewOf>[0] = {}) {
  const shown = await page()
  live.ready()
  act(() => void openConnection(OPEN, 'S123'))
  live.tell(CHANNEL, { kind: 'state', connection: viewOf(change) })
  return shown
}
async function write(user: UserEvent) {
  await user.click(await part(/^消息/).findByRole('button', { name: /UseItemReq/ }))
  return part('编写请求').getByRole('button', { name: /^发\s?送$/ })
}
/** The page is loaded again: what it held in memory is gone. */
function reload() {
  const kept = window.sessionStorage.getItem('qd.simulator.connections') ?? ''
  useConnections.setState({ list: [], active: null })
  window.sessionStorage.setItem('qd.simulator.connections', kept)
}

describe('a connection the server has no more', () => {
  it('is closed, takes no request, and is opened again as a new one', async () => {
    const { user } = await connect()
    const send = await write(user)
    expect(send).toHaveProperty('disabled', false)
    expect(screen.getByRole('button', { name: '心跳已开启，每 20 秒一次' })).toBeTruthy()
    await user.click(screen.getByRole('textbox', { name: '筛选时间线' }))
    await user.paste('is:pinned')
    live.refuse(CHANNEL, 'simulator_connection_gone', '连接已不存在')
    expect(await tab(/已断开/)).toBeTruthy()
    expect(screen.getByText('连接已不存在')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '心跳已开启，每 20 秒一次' })).toBeNull()
    expect(send).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: '重新打开' }))
    expect(live.openedWith(CHANNEL)).toEqual(OPEN)
    live.tell(CHANNEL, { kind: 'state', connection: viewOf({ connectionId: 'x2' }) })
    expect(await tab(/已连接/)).toBeTruthy()
    expect(screen.queryByText('连接已不存在')).toBeNull()
    expect(screen.getAllByRole('tab')).toHaveLength(1)
    expect(screen.getByRole('textbox', { name: '筛选时间线' })).toHaveProperty('value', 'is:pinned')
  })

  it('and is only refused now, is opened again as the one it was', async () => {
    const { user } = await connect()
    live.refuse(CHANNEL, 'rate_limited', '稍后再试')
    await user.click(await screen.findByRole('button', { name: '重新打开' }))
    expect(live.openedWith(CHANNEL)).toEqual({ ...OPEN, resume: 'x1' })
  })
})

describe('while the console is away', () => {
  it('nothing is green, and a request is refused with words instead of sent later', async () => {
    const { user } = await connect()
    const send = await write(user)
    live.lose()
    expect(await tab(/等待控制台/)).toBeTruthy()
    expect(screen.getByText(/恢复前不发送请求/)).toBeTruthy()
    expect(send).toHaveProperty('disabled', true)
    const { key } = useConnections.getState().list[0]!
    await expect(askConnection(key, 'send', { cmd: 1402, bytes: '' })).rejects.toMatchObject({
      code: 'no_answer',
      message: expect.stringContaining('恢复前不发送请求'),
    })
    await waitFor(() => live.ready())
    await waitFor(() => expect(live.openedWith(CHANNEL)).toEqual({ ...OPEN, resume: 'x1' }))
    expect(await tab(/已连接/)).toBeTruthy()
    expect(live.asked(CHANNEL, 'send')).toEqual([])
  })
})

describe('after a reload', () => {
  it('connections are taken up with their filter', async () => {
    const { user, unmount } = await connect()
    await user.type(screen.getByRole('textbox', { name: '筛选时间线' }), 'is:pinned')
    unmount()
    reload()
    await page()
    await waitFor(() => expect(live.openedWith(CHANNEL)).toEqual({ ...OPEN, resume: 'x1' }))
    expect(screen.getByRole('textbox', { name: '筛选时间线' })).toHaveProperty('value', 'is:pinned')
    live.tell(CHANNEL, { kind: 'state', connection: viewOf() })
    await waitFor(() => expect(live.asked(CHANNEL, 'view')).toEqual([{ filter: { pinnedOnly: true } }]))
  })

  it('a duplicated tab leaves them to the one that has them, until they are moved here', async () => {
    const { unmount } = await connect()
    unmount()
    reload()
    const other = new BroadcastChannel('qd-simulator')
    const heard: unknown[] = []
    other.addEventListener('message', ({ data }: MessageEvent<{ asks?: string[] }>) => {
      heard.push(data)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      if (data.asks?.includes('x1') === true) other.postMessage({ held: ['x1'] })
    })
    const { user } = await page()
    expect(await screen.findByText(/此连接已在另一个标签页中打开/)).toBeTruthy()
    live.ready()
    await user.click(screen.getByRole('button', { name: '重新打开' }))
    await waitFor(() => expect(live.openedWith(CHANNEL)).toEqual({ ...OPEN, resume: 'x1' }))
    await waitFor(() => expect(heard.at(-1)).toEqual({ taken: 'x1' }))
    live.tell(CHANNEL, { kind: 'state', connection: viewOf() })
    expect(screen.queryByText(/此连接已在另一个标签页中打开/)).toBeNull()
    // And the other way round: somebody takes it from this tab.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    other.postMessage({ taken: 'x1' })
    expect(await screen.findByText(/此连接已在另一个标签页中打开/)).toBeTruthy()
    other.close()
  })

  it('nobody else sees them, and a closed one does not come back', async () => {
    const { unmount } = await connect()
    const other = testUser({ ...developer, id: 'other' } as never)
    const kept = window.sessionStorage.getItem('qd.simulator.connections')
    expect(kept).toContain('x1')
    unmount()
    reload()
    await renderWithApp(<SimulatorPage />, { user: other, scope, path: '/mock' })
    expect(useSession.getState().userInfo?.id).toBe('other')
    expect(screen.queryByRole('tab', { name: /S123/ })).toBeNull()
  })

  it('a closed one does not come back', async () => {
    const { unmount } = await connect()
    live.answer(CHANNEL, 'end', () => ({ reply: {} }))
    await act(() => closeConnection(useConnections.getState().list[0]!.key))
    unmount()
    reload()
    await page()
    expect(useConnections.getState().list).toEqual([])
    expect(screen.queryByRole('tab', { name: /S123/ })).toBeNull()
  })
})

it('an address is connected whatever account was used last', async () => {
  const { user } = await page()
  live.ready()
  await user.click(part('时间线').getByRole('button', { name: /^新\s?建\s?连\s?接$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByText('设备号'))
  await user.click(dialog.getByRole('button', { name: /^连接到/ }))
  await user.click(await screen.findByRole('option', { name: /其他地址/ }))
  await user.type(dialog.getByRole('textbox'), 'ws://games.test:1')
  await user.click(dialog.getByRole('button', { name: /^连\s?接$/ }))
  expect(live.openedWith(CHANNEL)).toEqual({
    target: { kind: 'address', lineId: 'northwind-test', url: 'ws://games.test:1' },
    account: { kind: 'new' },
  })
})

it('a repeated send is shown and stopped whatever message is being written', async () => {
  const { user } = await connect({ repeating: { cmd: 1402, sent: 3, times: 10 } })
  live.answer(CHANNEL, 'stopRepeat', () => ({ reply: { sent: 3 } }))
  expect(part('时间线').getByText('重复发送 1402：3/10')).toBeTruthy()
  await user.click(part('时间线').getByRole('button', { name: '停止重复发送' }))
  await waitFor(() => expect(live.asked(CHANNEL, 'stopRepeat')).toEqual([{}]))
  live.tell(CHANNEL, { kind: 'state', connection: viewOf({ repeating: null }) })
  expect(screen.queryByText(/重复发送 1402/)).toBeNull()
})

it('a paused display says how much came since', async () => {
  await connect({ isPaused: true })
  const view = { view: 1, shown: 1, scanned: 1, isDone: true }
  live.tell(CHANNEL, { kind: 'frames', counts: { ...COUNTS, frames: 1 }, view, last: [frameOf(0)] })
  live.tell(CHANNEL, { kind: 'frames', counts: { ...COUNTS, frames: 8 }, view, last: [], more: 7 })
  expect(part('时间线').getByText('暂停后新增 7 帧')).toBeTruthy()
  expect(part('时间线').getAllByRole('row')).toHaveLength(2)
})

describe('a frame that is not read yet', () => {
  const CHANGES = [{ module: 'bag', path: '[10060].count', before: '17', after: '16' }]
  const view = { view: 1, shown: 5_000, scanned: 5_000, isDone: true }
  const far = frameOf(1_234, { message: 'lantern.UseItemRes', cmd: 1402, direction: 'reply', bodySize: 0 })
  const frames = () =>
    live.tell(CHANNEL, { kind: 'frames', counts: { ...COUNTS, frames: 5_000 }, view, last: [frameOf(4_999)] })

  it('is brought into view when one goes to it', async () => {
    live.answer(CHANNEL, 'rows', (({ from }: { from: number }) => ({
      reply: { from, rows: Array.from({ length: 200 }, (_none, at) => frameOf(from + at)) },
    })) as never)
    live.answer(CHANNEL, 'rowOf', () => ({ reply: { row: 1_234 } }))
    live.answer(CHANNEL, 'frame', () => ({ reply: { frame: far, bytes: '', from: 0 } }))
    const { user } = await connect()
    frames()
    live.tell(CHANNEL, { kind: 'stateChanged', frame: 1_234, changes: CHANGES, isCut: false })
    await user.click(part('玩家状态变化').getByRole('button', { name: '转到帧 #1234' }))
    await waitFor(() => expect(live.asked(CHANNEL, 'rowOf')).toEqual([{ n: 1_234 }]))
    const grid = part('时间线').getByRole('grid', { name: '时间线' })
    await waitFor(() =>
      expect(within(grid).getByRole('row', { selected: true }).getAttribute('aria-rowindex')).toBe('1236'),
    )
  })

  it('and cannot be read, says so in a comparison', async () => {
    const gone = { error: { status: 404, msg: '没有这一帧', err: { code: 'simulator_frame_unknown' } } }
    live.answer(CHANNEL, 'rowOf', () => ({ reply: { row: -1 } }))
    live.answer(CHANNEL, 'rows', () => ({ reply: { from: 0, rows: [] } }))
    live.answer(CHANNEL, 'frame', (({ n }: { n: number }) =>
      n === 1 ? gone : { reply: { frame: frameOf(n, { bodySize: 0 }), bytes: '', from: 0 } }) as never)
    const { user } = await connect()
    const { key } = useConnections.getState().list[0]!
    act(() => patchConnection(key, { comparedWith: 1, selected: 2 }))
    await user.click(await screen.findByRole('button', { name: /^比\s?较$/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(/没有这一帧/)).toBeTruthy()
  })
})

it('the reading of a filter is stopped beside what it says', async () => {
  live.answer(CHANNEL, 'stopScan', () => ({ reply: { view: 1, shown: 0, scanned: 700, isDone: true } }))
  const { user } = await connect()
  const view = { view: 1, shown: 0, scanned: 700, isDone: false }
  live.tell(CHANNEL, { kind: 'frames', counts: { ...COUNTS, frames: 9_000 }, view, last: [] })
  await user.click(part('时间线').getByRole('button', { name: '停止筛选' }))
  await waitFor(() => expect(screen.queryByText(/正在筛选/)).toBeNull())
  expect(live.asked(CHANNEL, 'stopScan')).toEqual([{}])
})
