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
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addressList, protoDefinition, recordList } from '../../contract/index.ts'
import type { FrameSummary } from '../../contract/index.ts'
import { openConnection, selectFrame, useConnections } from '../connections/connection-store.ts'
import SimulatorPage from '../page/simulator-page.tsx'
import { COUNTS, DEFINITION, bytesOf, frameOf, viewOf } from '../testing/fake-game.ts'

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

let live: LiveServer
let stop: () => void
beforeEach(() => {
  forgetKept()
  showWideScreen()
  window.sessionStorage.clear()
  useConnections.setState({ list: [], active: null })
  fakeApi(
    [
      fake(protoDefinition, () => DEFINITION),
      fake(recordList, () => ({ list: [] })),
      fake(addressList, () => ({ hosts: [], revision: 1 })),
    ],
    { isGuarded: true },
  )
  live = liveServer()
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => stop())

const ask = {
  cmd: 1402,
  message: 'lantern.UseItemReq',
  direction: 'request' as const,
  bodyAt: 14,
  bodySize: 2,
}
const answer = { cmd: 1402, message: 'lantern.UseItemRes', direction: 'reply' as const, bodySize: 2 }

/** A connection whose frames these are, with their bodies. */
async function shown(frames: readonly FrameSummary[], bodies: readonly (readonly number[])[]) {
  const page = await renderWithApp(<SimulatorPage />, { user: developer, scope, path: '/mock' })
  live.ready()
  live.answer(CHANNEL, 'frame', (({ n }: { n: number }) => ({
    reply: { frame: frames[n], bytes: bytesOf(bodies[n]!, frames[n]!.bodyAt), from: 0 },
  })) as never)
  act(() => void openConnection({ target, account: { kind: 'new' } }, 'S123'))
  live.tell(CHANNEL, { kind: 'state', connection: viewOf() })
  const view = { view: 1, shown: frames.length, scanned: frames.length, isDone: true }
  live.tell(CHANNEL, {
    kind: 'frames',
    counts: { ...COUNTS, frames: frames.length },
    view,
    last: [...frames],
  })
  return page
}

it('a refusal stands in the row and above the frame in the words of the game, with its code', async () => {
  const refusal = { ...answer, status: 3, refusal: '物品数量不足' }
  await shown(
    [frameOf(0, ask), frameOf(1, { ...refusal, pair: 0 })],
    [
      [0x08, 0x05],
      [0x08, 0x10],
    ],
  )
  const row = within(screen.getByRole('region', { name: '时间线' })).getByRole('row', {
    name: /物品数量不足/,
  })
  expect(within(row).getByText('3').closest('[title]')?.getAttribute('title')).toBe('物品数量不足')
  act(() => selectFrame(useConnections.getState().list[0]!.key, 1))
  expect(await screen.findByText('游戏拒绝，状态 3：物品数量不足')).toBeTruthy()
})

it('a frame is copied as steps of a scenario: a request, its reply, a push', async () => {
  const frames = [
    frameOf(0, { ...ask, pair: 1 }),
    frameOf(1, { ...answer, pair: 0, status: 0 }),
    frameOf(2, { ...answer, direction: 'push' }),
  ]
  const { user } = await shown(frames, [
    [0x08, 0x05],
    [0x08, 0x10],
    [0x08, 0x10],
  ])
  const { key } = useConnections.getState().list[0]!
  const copied = async (n: number, title: string) => {
    act(() => selectFrame(key, n))
    await screen.findByRole('heading', { name: title })
    await waitFor(() => expect(document.body.textContent).not.toContain('正在加载'))
    await user.click(await screen.findByRole('button', { name: '复制' }))
    await user.click(await screen.findByRole('menuitem', { name: '复制为测试步骤' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).not.toBe(''))
    const text = await navigator.clipboard.readText()
    await navigator.clipboard.writeText('')
    return text
  }
  expect(await copied(0, 'UseItemReq')).toBe('# lantern.UseItemReq\nsend 1402 {"itemId":5}')
  expect(await copied(1, 'UseItemRes')).toBe('# lantern.UseItemRes\nassert $.left == 16')
  expect(await copied(2, 'UseItemRes')).toBe('# lantern.UseItemRes\nwait 1402\nassert $.left == 16')
})
