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
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  addressList,
  keptDefinition,
  keptDelete,
  keptList,
  protoDefinition,
  recordList,
} from '../../contract/index.ts'
import type { KeptTimeline } from '../../contract/index.ts'
import { openConnection, useConnections } from '../connections/connection-store.ts'
import SimulatorPage from '../page/simulator-page.tsx'
import { COUNTS, DEFINITION, viewOf } from '../testing/fake-game.ts'

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
const lineId = 'northwind-test'
const LINES = [{ lineId, lineCode: 'test', name: '测试线', environment: 'test' as const }]
const SERVERS = [{ sId: 123, serviceName: '潮汐之门', status: 'running' as const, openedAt: null }]
const scope = { ...TEST_SCOPE, lines: LINES, servers: SERVERS }
const OPEN = { target: { kind: 'server' as const, sId: 123, lineId }, account: { kind: 'new' as const } }

const keptOf = (change: Partial<KeptTimeline> = {}): KeptTimeline => ({
  keptId: 'k1',
  lineId,
  name: '新手引导',
  title: 'S123 潮汐之门',
  sId: 123,
  uId: '30123000051',
  frames: 1_234,
  bytes: 3 * 1_048_576,
  node: 'node-a',
  isHere: true,
  keptAt: 1_764_000_000_000,
  ...change,
})

let live: LiveServer
let stop: () => void
let kept: KeptTimeline[]
const deleted: unknown[] = []
beforeEach(() => {
  forgetKept()
  showWideScreen()
  window.sessionStorage.clear()
  useConnections.setState({ list: [], active: null })
  kept = [keptOf(), keptOf({ keptId: 'k2', name: '别处的', node: 'node-b', isHere: false })]
  deleted.length = 0
  fakeApi(
    [
      fake(protoDefinition, () => DEFINITION),
      fake(recordList, () => ({ list: [] })),
      fake(addressList, () => ({ hosts: [], revision: 1 })),
      fake(keptList, () => ({ list: kept, bytes: 3 * 1_048_576, limitBytes: 1_073_741_824 })),
      fake(keptDefinition, () => ({ proto: DEFINITION.proto, cmds: DEFINITION.cmds })),
      fake(keptDelete, ({ body }) => {
        deleted.push(body)
        kept = kept.filter(({ keptId }) => keptId !== body.keptId)
        return null
      }),
    ],
    { isGuarded: true },
  )
  live = liveServer()
  live.answer(CHANNEL, 'end', () => ({ reply: {} }))
  live.answer(CHANNEL, 'view', () => ({ reply: { view: 1, shown: 0, scanned: 0, isDone: true } }))
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => stop())

async function page() {
  const shown = await renderWithApp(<SimulatorPage />, { user: developer, scope, path: '/mock' })
  live.ready()
  return shown
}
const timeline = () => within(screen.getByRole('region', { name: '时间线' }))

async function chooseFromMenu(user: UserEvent, item: string) {
  await user.click(timeline().getByRole('button', { name: '连接操作' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  return within(await screen.findByRole('dialog'))
}

it('a time line is kept under a name; what the server refuses stands at the name', async () => {
  const { user } = await page()
  act(() => void openConnection(OPEN, 'S123'))
  live.tell(CHANNEL, { kind: 'state', connection: viewOf() })
  const dialog = await chooseFromMenu(user, '保存到服务器…')
  const name = dialog.getByRole('textbox', { name: '名称' })
  await user.clear(name)
  await user.type(name, '新手引导')
  live.answer(CHANNEL, 'keep', () => ({
    error: { status: 409, msg: '名称“新手引导”已被使用', err: { code: 'simulator_name_taken' } },
  }))
  const send = dialog.getByRole('button', { name: /^保\s?存$/ })
  await user.click(send)
  expect((await dialog.findByRole('alert')).textContent).toBe('名称“新手引导”已被使用')
  const answers = [
    { kept: null, frames: 600, of: 1_234 },
    { kept: keptOf(), frames: 1_234, of: 1_234 },
  ]
  live.answer(CHANNEL, 'keep', () => ({ reply: answers.shift()! }) as never)
  await user.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(live.asked(CHANNEL, 'keep')).toEqual([{ name: '新手引导' }, { name: '新手引导' }, {}])
})

it('kept time lines are listed with what they are, opened as a tab, and deleted', async () => {
  const { user } = await page()
  const openList = async () => {
    await user.click((await timeline().findAllByRole('button', { name: /新\s?建\s?连\s?接/ })).at(-1)!)
    await user.click(await screen.findByRole('button', { name: '保存的时间线' }))
    return within(await screen.findByRole('dialog', { name: '保存的时间线' }))
  }
  const list = await openList()
  expect(await list.findAllByText('1,234 帧 · 3.0 MiB')).toHaveLength(2)
  expect(list.getAllByText('30123000051')).toHaveLength(2)
  expect(list.getByText('在节点 node-b 上，此处无法打开')).toBeTruthy()
  expect(list.getByRole('button', { name: '打开 别处的' })).toHaveProperty('disabled', true)
  await user.click(list.getByRole('button', { name: '打开 新手引导' }))
  expect(live.openedWith(CHANNEL)).toEqual({
    target: { kind: 'capture', lineId, name: '新手引导', keptId: 'k1', sId: 123 },
    account: { kind: 'none' },
  })
  const again = await openList()
  await user.click(await again.findByRole('button', { name: '删除 新手引导' }))
  expect(await screen.findByText('删除“新手引导”？之后无法恢复。')).toBeTruthy()
  const confirm = within(screen.getAllByRole('dialog').at(-1)!)
  await user.click(confirm.getByRole('button', { name: /^删\s?除$/ }))
  await waitFor(() => expect(deleted).toEqual([{ lineId, keptId: 'k1' }]))
  await waitFor(() => expect(again.queryByText('新手引导')).toBeNull())
})

it('a capture that does not fit offers layouts; the one chosen reads the file again in its place', async () => {
  const { user } = await page()
  await user.click((await timeline().findAllByRole('button', { name: /新\s?建\s?连\s?接/ })).at(-1)!)
  live.answer(CHANNEL, 'load', () => ({ reply: { counts: { ...COUNTS }, faults: 0 } }))
  await screen.findByRole('dialog')
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
  await user.upload(input, new File(['> 00ff'], 'wrong.hex', { type: 'text/plain' }))
  const target = { kind: 'capture' as const, lineId, name: 'wrong.hex', sId: 123 }
  live.tell(CHANNEL, {
    kind: 'state',
    connection: viewOf({ target, phase: 'closed', uId: '', title: 'wrong.hex' }),
  })
  const view = { view: 1, shown: 9, scanned: 9, isDone: true }
  live.tell(CHANNEL, { kind: 'frames', counts: { ...COUNTS, frames: 9, faults: 9 }, view, last: [] })
  expect(await timeline().findByText('9 处字节无法按当前帧格式解析。')).toBeTruthy()
  const layout = {
    name: 'guess-1',
    header: [
      { name: 'length', type: 'u16' },
      { name: 'cmd', type: 'u16' },
    ],
    lengthCovers: 'body',
    maxFrameBytes: 1024,
  }
  live.answer(CHANNEL, 'guess', () => ({
    reply: { layouts: [{ layout, frames: 60, bytes: 190, of: 200 }] },
  }))
  await user.click(timeline().getByRole('button', { name: '猜测帧格式…' }))
  const dialog = within(await screen.findByRole('dialog', { name: '猜测帧格式' }))
  expect(await dialog.findByText('60 帧，占字节的 95%')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '按此格式解析 guess-1' }))
  await waitFor(() =>
    expect(live.openedWith(CHANNEL)).toEqual({ target: { ...target, layout }, account: { kind: 'none' } }),
  )
  // Asked of the new connection.
  await waitFor(() => expect(live.asked(CHANNEL, 'load')).toEqual([{ text: '> 00ff', isLast: true }]))
  expect(screen.getAllByRole('tab', { name: /wrong\.hex/ })).toHaveLength(1)
})
