import { startLive } from '@qd/web-calls'
import { forgetKept } from '@qd/web-frame'
import {
  FakeFailure,
  TEST_SCOPE,
  fake,
  fakeApi,
  liveServer,
  renderWithApp,
  showWideScreen,
  testUser,
} from '@qd/web-testing'
import type { FakeApi, LiveServer } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { protoDefinition } from '../../contract/index.ts'
import type { FrameSummary } from '../../contract/index.ts'
import { useCompose } from '../compose/compose-store.ts'
import { useVariableStore } from '../compose/variable-store.ts'
import { useConnections } from '../connections/connection-store.ts'
import { COUNTS, DEFINITION, bytesOf, frameOf, viewOf } from '../testing/fake-game.ts'
import SimulatorPage from './simulator-page.tsx'

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

const FRAMES = [
  frameOf(0, { direction: 'request', cmd: 1402, message: 'lantern.UseItemReq', seq: 2, bodyAt: 14, pair: 1 }),
  frameOf(1, {
    direction: 'reply',
    cmd: 1402,
    message: 'lantern.UseItemRes',
    seq: 2,
    bodySize: 2,
    pair: 0,
    rtMs: 13,
  }),
  frameOf(2, { cmd: 9001 }),
]

let api: FakeApi
let live: LiveServer
let stop: () => void

beforeEach(() => {
  forgetKept()
  showWideScreen()
  useConnections.setState({ list: [], active: null })
  useCompose.setState({ drafts: {}, version: 0, view: 'form' })
  useVariableStore.setState({ own: {} })
  api = fakeApi([fake(protoDefinition, () => DEFINITION)], { isGuarded: true })
  live = liveServer()
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => stop())

async function open(path = '/mock', user = developer) {
  return renderWithApp(<SimulatorPage />, { user, scope, path })
}

const part = (name: string | RegExp) => within(screen.getByRole('region', { name }))

/** Connects with a new account; the server says that it is open. */
async function connect(user: UserEvent, frames: readonly FrameSummary[] = FRAMES) {
  live.answer(CHANNEL, 'view', () => ({ reply: { view: 2, shown: 1, scanned: 3, isDone: true } }))
  live.answer(CHANNEL, 'rows', () => ({ reply: { from: 0, rows: [FRAMES[1]] } }))
  live.answer(CHANNEL, 'send', () => ({ reply: { n: 3, seq: 3 } }))
  live.answer(CHANNEL, 'frame', (({ n }: { n: number }) => ({
    reply: { frame: frames[n], bytes: bytesOf([0x08, 0x10], frames[n]?.bodyAt), from: 0 },
  })) as never)
  await waitFor(() => live.ready())
  await user.click(part('时间线').getByRole('button', { name: /^新\s?建\s?连\s?接$/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: /^连\s?接$/ }))
  live.tell(CHANNEL, { kind: 'state', connection: viewOf() })
  live.tell(CHANNEL, {
    kind: 'frames',
    counts: { ...COUNTS, frames: frames.length },
    view: { view: 1, shown: frames.length, scanned: frames.length, isDone: true },
    last: frames,
  })
}

async function choose(user: UserEvent, name: RegExp) {
  await user.click(await part(/^消息/).findByRole('button', { name }))
}

describe('messages', () => {
  it('[S2.08] are listed by module and found by field and comment', async () => {
    const { user } = await open()
    const messages = part(/^消息/)
    expect(await messages.findByRole('heading', { name: /背包/ })).toBeTruthy()
    await user.type(messages.getByRole('searchbox'), '物品编号')
    await waitFor(() => expect(messages.queryByRole('button', { name: /EnterReq/ })).toBeNull())
    expect(messages.getByRole('button', { name: /UseItemReq/ })).toBeTruthy()
  })

  it('[S2.08] the address names the one to write, also by its reply', async () => {
    await open('/mock?message=lantern.UseItemRes')
    expect(await part('编写请求').findByRole('heading', { name: 'UseItemReq 1402' })).toBeTruthy()
  })

  it('says that a server offers no definitions, and why one is not the newest', async () => {
    api.on(protoDefinition, () => new FakeFailure(409, 'capability_missing', '该区服的适配器不支持'))
    const { unmount } = await open()
    expect(await screen.findByText('该区服不提供消息定义')).toBeTruthy()
    unmount()
    api.on(protoDefinition, () => ({ ...DEFINITION, refusedBecause: 'EnterReq.a' }))
    await open()
    expect(await screen.findByText(/仍在使用上一版：EnterReq\.a/)).toBeTruthy()
  })

  it('says where a definition that came cannot be read', async () => {
    const nested = { lantern: { nested: { M: { fields: { a: { type: 'Nowhere', id: 1 } } } } } }
    api.on(protoDefinition, () => ({ proto: { nested }, cmds: [], hash: 'aa' }))
    await open()
    expect(await screen.findByText('无法读取消息定义')).toBeTruthy()
    expect(screen.getByText(/lantern\.M\.a/)).toBeTruthy()
  })
})

describe('connections', () => {
  it('[S6.02] who may only read definitions is told which right connecting wants', async () => {
    const reader = testUser({
      roles: ['reviewer'],
      grants: [{ scope: 'lantern/northwind', environment: '*', codes: ['mock.simulator.read'] }],
    })
    await open('/mock', reader)
    expect(await part('时间线').findByText(/连接游戏/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /新\s?建\s?连\s?接/ })).toBeNull()
  })

  it('opens the server of the selection with a new account and shows its frames', async () => {
    const { user } = await open()
    await connect(user)
    expect(live.openedWith(CHANNEL)).toEqual({
      target: { kind: 'server', sId: 123, lineId: 'northwind-test' },
      account: { kind: 'new' },
    })
    expect(screen.getByRole('tab', { name: '30123000051, 已连接' })).toBeTruthy()
    const rows = part('时间线').getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('1402UseItemReq2'),
      expect.stringContaining('1402UseItemRes20'),
      expect.stringContaining('9001未知命令'),
    ])
  })

  it('says why it is closed and connects again', async () => {
    const { user } = await open()
    await connect(user)
    const closed = viewOf({ phase: 'closed', why: '游戏服务器关闭了连接' })
    live.tell(CHANNEL, { kind: 'state', connection: closed })
    expect(screen.getByText(/游戏服务器关闭了连接/)).toBeTruthy()
    live.answer(CHANNEL, 'reconnect', () => ({ reply: { connection: viewOf() } }))
    await user.click(screen.getByRole('button', { name: '立即重连' }))
    await waitFor(() => expect(live.asked(CHANNEL, 'reconnect')).toEqual([{ now: true }]))
  })

  it('a capture fills a time line without a game, and a time line is saved as a file', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    const { user } = await open()
    live.answer(CHANNEL, 'load', () => ({ reply: { counts: COUNTS, faults: 0 } }))
    live.answer(CHANNEL, 'session', (({ from }: { from: number }) => ({
      reply: { text: `line ${from}\n`, next: from === 0 ? 7 : null },
    })) as never)
    await waitFor(() => live.ready())
    await user.click(part('时间线').getByRole('button', { name: /^新\s?建\s?连\s?接$/ }))
    const text = '> 00ff\n'.repeat(3_000)
    await user.upload(
      await screen.findByLabelText('打开抓包文件', { selector: 'input' }),
      new File([text], 'a.hex'),
    )
    const loaded = () => live.asked(CHANNEL, 'load') as { text: string; isLast: boolean }[]
    await waitFor(() => expect(loaded().at(-1)?.isLast).toBe(true))
    expect(
      loaded()
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
    const target = { kind: 'capture' as const, lineId: 'northwind-test', name: 'a.hex', sId: 123 }
    expect(live.openedWith(CHANNEL)).toEqual({ target, account: { kind: 'none' } })
    live.tell(CHANNEL, { kind: 'state', connection: viewOf({ target, title: 'a.hex', uId: '' }) })
    await user.click(screen.getByRole('button', { name: '连接操作' }))
    await user.click(screen.getByRole('menuitem', { name: '保存会话文件' }))
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(await (saved.mock.calls[0]![0] as Blob).text()).toBe('line 0\nline 7\n')
  })

  it('a player in the address is who enters', async () => {
    await open('/mock?enter=30123000045')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('textbox', { name: '玩家 uId' })).toHaveProperty('value', '30123000045')
  })
})

describe('a frame', () => {
  it('is shown as tree and bytes, which light each other', async () => {
    const { user } = await open()
    await connect(user)
    await user.click(part('时间线').getByText('UseItemRes'))
    const detail = part('帧详情')
    const row = await detail.findByRole('treeitem', { name: /left.*16.*剩余数量/ })
    await user.hover(row)
    const bytes = detail.getByRole('grid', { name: '字节' })
    await waitFor(() => expect(bytes.querySelectorAll('[data-lit="true"]')).toHaveLength(2))
    await user.hover(bytes.querySelector('[data-at="3"]')!)
    await waitFor(() => expect(row.dataset['lit']).toBe('false'))
  })

  it('without a message is read as it looks', async () => {
    const { user } = await open()
    await connect(user)
    await user.click(part('时间线').getByText('未知命令'))
    expect(await part('帧详情').findByRole('treeitem', { name: /#1.*16.*未知字段/ })).toBeTruthy()
  })

  it('has fields nobody knows, which may be read another way', async () => {
    const { user } = await open()
    await connect(user)
    live.answer(CHANNEL, 'frame', () => ({
      reply: { frame: { ...FRAMES[2], bodySize: 4 }, bytes: bytesOf([0x3a, 0x02, 0x08, 0x05]), from: 0 },
    }))
    await user.click(part('时间线').getByText('未知命令'))
    const field = () => part('帧详情').getByRole('treeitem', { name: /^#7/ })
    expect((await part('帧详情').findByRole('treeitem', { name: /^#7/ })).textContent).toContain('message')
    await user.click(field())
    await user.click(part('帧详情').getByRole('button', { name: '换一种方式解读' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'bytes · CAU=' }))
    expect(field().textContent).toMatch(/CAU=bytes/)
    expect(part('帧详情').queryByRole('treeitem', { name: /^#1/ })).toBeNull()
  })

  it('is followed by its pair, pinned, and kept as a variable by keys and buttons', async () => {
    const { user } = await open()
    await connect(user)
    await user.click(part('时间线').getByText('UseItemRes'))
    const detail = part('帧详情')
    await user.click(await detail.findByRole('treeitem', { name: /left/ }))
    await user.click(detail.getByRole('button', { name: 'left 存为变量' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: /添\s?加/ }))
    expect(await dialog.findByRole('textbox', { name: 'left 的值' })).toHaveProperty('value', '16')
    await user.keyboard('{Escape}')
    await user.click(detail.getByRole('button', { name: '转到对应的请求或应答' }))
    expect(await screen.findByRole('heading', { name: 'UseItemReq' })).toBeTruthy()
  })
})

describe('the filter', () => {
  it('becomes the view of the server, and says what it does not understand', async () => {
    const { user } = await open()
    await connect(user)
    const box = screen.getByRole('textbox', { name: '筛选时间线' })
    await user.type(box, 'cmd:14* -heartbeat left=16')
    await waitFor(() =>
      expect(live.asked(CHANNEL, 'view').at(-1)).toEqual({
        filter: {
          cmds: [14],
          cmdRanges: [140, 1400, 14_000, 140_000, 1_400_000, 14_000_000, 140_000_000, 1_400_000_000].map(
            (from, at) => ({ from, to: from + 10 ** (at + 1) - 1 }),
          ),
          hidesHeartbeats: true,
          field: { path: 'left', value: '16' },
        },
      }),
    )
    await waitFor(() => expect(part('时间线').queryByText('未知命令')).toBeNull())
    await user.clear(box)
    await user.type(box, 'status:bad')
    expect(await screen.findByText('status:bad：应为数字、ok 或 failed')).toBeTruthy()
  })
})

describe('a request', () => {
  const bodies = () => (live.asked(CHANNEL, 'send') as { bytes: string }[]).map(({ bytes }) => atob(bytes))
  const compose = () => part('编写请求')

  it('is written as form, JSON and bytes in step, and sent by Ctrl and Enter', async () => {
    const { user } = await open()
    await connect(user)
    await choose(user, /UseItemReq/)
    await user.type(compose().getByLabelText('itemId'), '300')
    await user.type(compose().getByLabelText('count'), '9007199254740993')
    await user.click(compose().getByRole('radio', { name: '十六进制' }))
    const hex = compose().getByRole('textbox', { name: '十六进制' })
    expect(hex).toHaveProperty('value', '08 ac 02 10 81 80 80 80 80 80 80 10')
    await user.clear(hex)
    await user.type(hex, '08 05')
    await user.click(compose().getByRole('radio', { name: '表单' }))
    expect(compose().getByLabelText('itemId')).toHaveProperty('value', '5')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(bodies()).toEqual(['\x08\x05']))
    expect(live.asked(CHANNEL, 'send')[0]).toMatchObject({ cmd: 1402 })
  })

  it('says at its field what does not fit, and sends nothing', async () => {
    const { user } = await open()
    await connect(user)
    await choose(user, /UseItemReq/)
    await user.type(compose().getByLabelText('itemId'), 'many')
    expect(await compose().findByText('itemId：应为 int32')).toBeTruthy()
    expect(compose().getByRole('button', { name: /^发\s?送$/ })).toHaveProperty('disabled', true)
  })

  it('fills in variables, and names those without a value', async () => {
    const { user } = await open()
    await connect(user)
    await choose(user, /UseItemReq/)
    await user.click(compose().getByLabelText('itemId'))
    await user.paste('{{n}}')
    expect(await compose().findByText('变量没有值：n')).toBeTruthy()
    await user.click(compose().getByRole('button', { name: '变量' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: '名称' }), 'n')
    await user.type(dialog.getByRole('textbox', { name: '值' }), '7')
    await user.click(dialog.getByRole('button', { name: /添\s?加/ }))
    await user.keyboard('{Escape}')
    await user.click(compose().getByRole('button', { name: /^发\s?送$/ }))
    await waitFor(() => expect(bodies()).toEqual(['\x08\x07']))
  })

  it('[S9.02] offers what was sent before while one types, and puts the message among the recent ones', async () => {
    const { user } = await open()
    await connect(user)
    await choose(user, /UseItemReq/)
    for (const itemId of ['10060', '77']) {
      await user.clear(compose().getByLabelText('itemId'))
      await user.type(compose().getByLabelText('itemId'), itemId)
      await user.click(compose().getByRole('button', { name: /^发\s?送$/ }))
      await waitFor(() => expect(bodies().length).toBe(itemId === '77' ? 2 : 1))
    }
    expect(part(/^消息/).getByRole('heading', { name: '最近' })).toBeTruthy()
    await user.clear(compose().getByLabelText('itemId'))
    await user.type(compose().getByLabelText('itemId'), '10')
    expect(compose().queryByRole('button', { name: '77' })).toBeNull()
    await user.click(await compose().findByRole('button', { name: '10060' }))
    expect(compose().getByLabelText('itemId')).toHaveProperty('value', '10060')
  })

  it('has lists and enums by name', async () => {
    const { user } = await open()
    await connect(user)
    await choose(user, /UseItemReq/)
    await user.click(compose().getByRole('button', { name: '添加 tags' }))
    await user.type(await compose().findByLabelText('[0]'), 'x')
    await user.click(compose().getByRole('combobox', { name: 'quality' }))
    await user.click(await screen.findByText('RARE 3'))
    await user.click(compose().getByRole('button', { name: /^发\s?送$/ }))
    await waitFor(() => expect(bodies()).toEqual(['\x18\x03\x22\x01x']))
  })
})

describe('the state of the player', () => {
  it('shows old and new value, and leads to the frame that changed it', async () => {
    const { user } = await open()
    await connect(user)
    const changes = [{ module: 'bag', path: '[10060].count', before: '17', after: '16' }]
    live.tell(CHANNEL, { kind: 'stateChanged', frame: 1, changes, isCut: false })
    const state = part('玩家状态变化')
    expect(state.getByText('bag[10060].count')).toBeTruthy()
    await user.click(state.getByRole('button', { name: '转到帧 #1' }))
    expect(await screen.findByRole('heading', { name: 'UseItemRes' })).toBeTruthy()
  })

  it('is one stop of the Tab key; arrows lead from frame to frame', async () => {
    const { user } = await open()
    await connect(user)
    const change = (path: string) => ({ module: 'bag', path, before: '1', after: '2' })
    live.tell(CHANNEL, { kind: 'stateChanged', frame: 1, changes: [change('a'), change('b')], isCut: false })
    live.tell(CHANNEL, { kind: 'stateChanged', frame: 2, changes: [change('b')], isCut: false })
    const frames = part('玩家状态变化').getAllByRole('button')
    const stops = () => frames.map(({ tabIndex }) => tabIndex)
    expect(stops()).toEqual([0, -1, -1])
    frames[0]?.focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(frames[1])
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(frames[2])
    expect(stops()).toEqual([-1, -1, 0])
    await user.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement).toBe(frames[0])
  })
})
