import { QD1 } from '@qd/game-frame'
import { startLive } from '@qd/web-calls'
import { loadReadings } from '@qd/web-controls/search'
import { forgetKept } from '@qd/web-frame'
import type { WebFeature } from '@qd/web-frame'
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
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { protoDefinition } from '../../contract/index.ts'
import type { FrameSummary } from '../../contract/index.ts'
import { useConnections } from '../connections/connection-store.ts'
import SimulatorPage from '../page/simulator-page.tsx'
import type { FrameRecording } from '../slots.ts'
import { COUNTS, DEFINITION, bytesOf, frameOf, viewOf } from '../testing/fake-game.ts'

const CHANNEL = 'simulator.connection'
const developer = (...codes: string[]) =>
  testUser({
    roles: ['developer'],
    grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['mock.simulator.read', ...codes] }],
  })
const CONNECTS = 'mock.simulator.connect'
const LINES = [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }]
const SERVERS = [{ sId: 123, serviceName: '潮汐之门', status: 'running' as const, openedAt: null }]
const scope = { ...TEST_SCOPE, lines: LINES, servers: SERVERS }

const request = { direction: 'request', cmd: 1402, message: 'lantern.UseItemReq', bodySize: 2 } as const
const reply = { direction: 'reply', cmd: 1402, message: 'lantern.UseItemRes', bodySize: 2 } as const
/** Two sockets in one time line: both begin with sequence 1. */
const FRAMES: readonly FrameSummary[] = [
  frameOf(0, { ...request, seq: 1, pair: 1 }),
  frameOf(1, { ...reply, seq: 1, pair: 0, status: 9 }),
  frameOf(2, { direction: 'note', note: '已重连' }),
  frameOf(3, { ...request, seq: 1, pair: 4 }),
  frameOf(4, { ...reply, seq: 1, pair: 3 }),
  frameOf(5, { direction: 'request', cmd: 1002, isHeartbeat: true }),
  frameOf(6, { ...request, bodySize: 1 }),
]

// The list of messages fetches pinyin when it is first drawn; a test that connects meanwhile would see it come.
beforeAll(async () => void (await loadReadings()))

let live: LiveServer
let stop: () => void
let recordings: FrameRecording[]
beforeEach(() => {
  forgetKept()
  showWideScreen()
  useConnections.setState({ list: [], active: null })
  recordings = []
  fakeApi([fake(protoDefinition, () => DEFINITION)], { isGuarded: true })
  live = liveServer()
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => stop())

interface TakenProps {
  recording: FrameRecording
  state: ReactNode
  onClose: () => void
}

function Taken({ recording, state, onClose }: TakenProps) {
  recordings.push(recording)
  return (
    <>
      {state}
      <button onClick={onClose}>taken</button>
    </>
  )
}
const TAKER: WebFeature = { name: 'taker', pages: [], slots: { recordedFrames: Taken } }

function tellFrames(frames: number): void {
  const last = FRAMES.slice(0, frames)
  const view = { view: 1, shown: last.length, scanned: frames, isDone: true }
  live.tell(CHANNEL, { kind: 'frames', counts: { ...COUNTS, frames }, view, last })
}

async function open(user = developer(CONNECTS, 'mock.simulator.bots'), features = [TAKER]) {
  const shown = await renderWithApp(<SimulatorPage />, { user, scope, path: '/mock', features })
  live.answer(CHANNEL, 'frame', (({ n }: { n: number }) => {
    const frame = FRAMES[n] ?? frameOf(n)
    return { reply: { frame, bytes: bytesOf(n === 6 ? [0x08] : [0x08, n], frame.bodyAt), from: 0 } }
  }) as never)
  await screen.findByRole('heading', { name: /背包/ })
  await waitFor(() => live.ready())
  await shown.user.click(timeLine().getByRole('button', { name: /^新\s?建\s?连\s?接$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await shown.user.click(dialog.getByRole('button', { name: /^连\s?接$/ }))
  live.tell(CHANNEL, { kind: 'state', connection: viewOf() })
  tellFrames(1)
  return shown
}

const timeLine = () => within(screen.getByRole('region', { name: '时间线' }))
const record = () => timeLine().queryByRole('button', { name: '录制' })
const ending = () => timeLine().getByRole('button', { name: /^停止录制/ })
/** Which frames were asked for; effects run twice in tests. */
const asked = () => [...new Set(live.asked(CHANNEL, 'frame').map((input) => (input as { n: number }).n))]

async function recorded(user: UserEvent): Promise<FrameRecording> {
  await screen.findByRole('button', { name: 'taken' })
  const recording = recordings.at(-1)!
  await user.click(screen.getByRole('button', { name: 'taken' }))
  return recording
}

describe('recording', () => {
  it('takes the frames between two presses, read by the definition, and leaves out what nobody does', async () => {
    const { user } = await open()
    await user.click(record()!)
    tellFrames(7)
    expect(ending().textContent).toBe('停止录制 · 6')
    await user.click(ending())
    const { frames, left, ...rest } = await recorded(user)
    expect(asked()).toEqual([1, 2, 3, 4, 5, 6])
    expect(frames.map(({ n, direction, seq, body }) => [n, direction, seq, body])).toEqual([
      [1, 'reply', 0, { left: 1 }],
      [3, 'request', 3, { itemId: 3 }],
      [4, 'reply', 3, { left: 4 }],
      [5, 'request', 5, null],
      [6, 'request', 6, null],
    ])
    expect({ ...rest, left }).toEqual({ title: '30123000051', enterCmd: 1001, leaveOut: [1002], left: 0 })
    expect(record()).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('ends with Esc, says when it is too long, and that it holds no request', async () => {
    const { user } = await open()
    await user.click(record()!)
    tellFrames(2_010)
    expect(timeLine().getByText(/已录制超过 2,000 帧/)).toBeTruthy()
    ending().focus()
    await user.keyboard('{Escape}')
    expect((await recorded(user)).left).toBe(9)
    expect(asked()).toHaveLength(2_000)
    await user.click(record()!)
    await user.click(ending())
    expect(await screen.findByText('录制期间没有请求')).toBeTruthy()
  })

  it('shows the state of the player before and after it', async () => {
    const { user } = await open()
    const change = (path: string, before: string, after: string) => ({ module: 'role', path, before, after })
    const tell = (frame: number, ...changes: ReturnType<typeof change>[]) =>
      live.tell(CHANNEL, { kind: 'stateChanged', frame, changes, isCut: false })
    tell(0, change('exp', '1', '2'))
    await user.click(record()!)
    tell(1, change('exp', '2', '3'), change('level', '7', '8'))
    tell(4, change('exp', '3', '9'), change('level', '8', '7'))
    tellFrames(7)
    tell(7, change('exp', '9', '10'))
    await user.click(ending())
    const state = within(await screen.findByRole('region', { name: '录制前后的玩家状态' }))
    expect(state.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['role.exp2→9#4#1'])
  })

  it('also takes the frames shown, with the replies of their requests', async () => {
    const { user } = await open()
    live.answer(CHANNEL, 'rows', () => ({ reply: { from: 0, rows: [FRAMES[3]] } }))
    await user.click(timeLine().getByRole('button', { name: '连接操作' }))
    await user.click(screen.getByRole('menuitem', { name: '用显示的帧生成场景' }))
    expect((await recorded(user)).frames.map(({ n }) => n)).toEqual([3, 4])
  })

  it.each([
    ['msgpack', { id: 2 }],
    ['raw', null],
  ])('keeps of a %s body what a scenario can write', async (kind, body) => {
    const { user } = await open()
    live.tell(CHANNEL, { kind: 'state', connection: viewOf({ layout: { ...QD1, body: kind } }) })
    live.answer(CHANNEL, 'frame', (({ n }: { n: number }) => ({
      reply: {
        frame: { ...FRAMES[n]!, bodySize: 5 },
        bytes: bytesOf([0x81, 0xa2, 0x69, 0x64, 0x02], FRAMES[n]!.bodyAt),
        from: 0,
      },
    })) as never)
    await user.click(record()!)
    tellFrames(5)
    await user.click(ending())
    expect((await recorded(user)).frames.map((frame) => frame.body)).toEqual([body, body, body])
  })

  it('says why frames cannot be read, and reads them again', async () => {
    const { user } = await open()
    live.answer(
      CHANNEL,
      'rows',
      () => ({ error: { code: 'simulator_view_old', msg: '视图已更换' } }) as never,
    )
    await user.click(timeLine().getByRole('button', { name: '连接操作' }))
    await user.click(screen.getByRole('menuitem', { name: '用显示的帧生成场景' }))
    const again = await screen.findByRole('button', { name: /重\s?试/ })
    live.answer(CHANNEL, 'rows', () => ({ reply: { from: 0, rows: [FRAMES[3]] } }))
    await user.click(again)
    expect((await recorded(user)).frames).toHaveLength(2)
  })

  it('is offered to those who may run bots, where somebody takes frames', async () => {
    const first = await open(developer(CONNECTS))
    expect(record()).toBeNull()
    expect(screen.queryByRole('button', { name: '场景与机器人' })).toBeNull()
    first.unmount()
    useConnections.setState({ list: [], active: null })
    await open(developer(CONNECTS, 'mock.simulator.bots'), [])
    expect(record()).toBeNull()
    expect(screen.getByRole('button', { name: '场景与机器人' })).toBeTruthy()
  })
})
