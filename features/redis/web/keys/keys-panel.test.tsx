import { startLive } from '@qd/web-calls'
import { forgetKept } from '@qd/web-frame'
import { FakeFailure, fakeApi, liveServer, renderWithApp } from '@qd/web-testing'
import type { FakeApi, LiveServer } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeConnection, createKey, editKey, openConnection } from '../../contract/index.ts'
import type { RedisConnection, ScanProgress } from '../../contract/index.ts'
import { startOpening } from '../connections/connection-actions.ts'
import { forgetAllOpen, useOpenings } from '../connections/openings.ts'
import { KEYS, databaseIn, fakeKeys } from '../testing/fake-keys.ts'
import type { FakeKeys } from '../testing/fake-keys.ts'
import { showKey, tellChange, useWorkspace } from '../workspace/workspace.ts'
import RedisPage from '../page/redis-page.tsx'

const SOME = {
  'game:eu:1': { type: 'hash' },
  'game:eu:2': { type: 'hash', ttlMs: 6 * 86_400_000 + 5_000 },
  'game:us:3': { type: 'hash' },
  'online-users': { type: 'zset' },
  tick: { ttlMs: 42_500 },
}

let live: LiveServer
let api: FakeApi
let server: FakeKeys
let stop: () => void

beforeEach(() => {
  forgetKept()
  window.localStorage.clear()
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  api = fakeApi([])
  live = liveServer()
  server = fakeKeys(live, { ...SOME })
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => {
  act(() => forgetAllOpen())
  act(() => useWorkspace.setState({ databases: [], active: null, keys: [], key: null }))
  stop()
})

async function show(change: Partial<RedisConnection> = {}) {
  const database = databaseIn(change)
  const shown = await renderWithApp(<RedisPage />)
  live.ready()
  await settled(() => useWorkspace.setState({ databases: [database], active: database.id }))
  return shown
}
/** Does something outside of the user's hands, and waits for what comes of it at once. */
const settled = (run: () => void) =>
  act(async () => {
    run()
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  })
const tell = (change: Partial<ScanProgress>) => settled(() => server.tell(change))
const tree = () => screen.findByRole('tree', { name: '键' })
const line = (name: string) => screen.findByRole('treeitem', { name })
const names = () => screen.queryAllByRole('treeitem').map((item) => item.getAttribute('aria-label'))
const opened = () => useWorkspace.getState().key?.key
const searchBox = () => screen.getByRole('combobox', { name: '查找键' })

describe('the tree', () => {
  it('[S2.13] shows folders with their counts, keys with type and time, and opens what is pressed', async () => {
    const { user } = await show()
    await user.click(await line('game'))
    await user.click(await line('eu'))
    expect(names()).toEqual(['game', 'eu', 'game:eu:1', 'game:eu:2', 'us', 'online-users', 'tick'])
    expect(within(await line('game')).getByTitle('3 个键').textContent).toBe('3')
    expect(await within(await line('game:eu:2')).findByText('6d')).toBeTruthy()
    expect(within(await line('game:eu:1')).getByRole('img', { name: 'hash' }).textContent).toBe('H')
    expect(within(await line('game:eu:1')).getByText('∞')).toBeTruthy()
    await user.click(await line('game:eu:2'))
    expect(opened()).toBe('game:eu:2')
    expect((await line('game:eu:2')).getAttribute('aria-current')).toBe('true')
  })

  it('[S5.01] every line has a name: one still being read, a key and a folder without a name', async () => {
    server.keys = { '': {}, ':below': {} }
    const { user } = await show()
    const folder = screen.findAllByRole('treeitem', { name: '""' })
    await waitFor(() => expect(names()).toEqual(['""', '""']))
    live.answer(KEYS, 'rows', () => Promise.withResolvers<never>().promise)
    await user.click((await folder)[0]!)
    expect(await screen.findByRole('treeitem', { name: 'Loading' })).toBeTruthy()
    expect(names()).toEqual(['""', 'Loading', '""'])
  })

  it('asks for facts of the keys in view only, each once', async () => {
    server.keys = Object.fromEntries(
      Array.from({ length: 3_000 }, (_none, index) => [`k${String(index).padStart(4, '0')}`, {}]),
    )
    await show()
    await waitFor(() => expect(live.asked(KEYS, 'facts').length).toBeGreaterThan(0), { timeout: 30_000 })
    await within(await line('k0000')).findByText('∞')
    const asked = live.asked(KEYS, 'facts') as { keys: string[] }[]
    const keys = asked.flatMap((each) => each.keys)
    expect(keys.length).toBeLessThan(100)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('[S5.07] without separators is a list; a tree becomes one by choice', async () => {
    const { user, unmount } = await show({ separators: [] })
    expect(await line('game:eu:1')).toBeTruthy()
    expect(screen.getByText('列表')).toBeTruthy()
    expect(live.asked(KEYS, 'scan')).toMatchObject([{ separators: [] }])
    unmount()
    await settled(() => useWorkspace.setState({ databases: [], active: null }))
    await show()
    await line('game')
    await user.click(screen.getByRole('button', { name: '显示方式' }))
    await user.click(screen.getByRole('menuitemradio', { name: '列表' }))
    expect(await line('game:us:3')).toBeTruthy()
  })

  it('is walked by keys: arrows move, open and close, Enter opens, Space chooses', async () => {
    const { user } = await show()
    await line('game')
    act(() => screen.getByRole('tree', { name: '键' }).focus())
    await user.keyboard('{ArrowRight}')
    await line('eu')
    await user.keyboard('{ArrowRight}{ArrowRight}')
    await line('game:eu:1')
    await user.keyboard('{ArrowDown} {ArrowDown}{Enter}')
    expect(opened()).toBe('game:eu:2')
    expect((await line('game:eu:1')).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByText('已选 1 个键')).toBeTruthy()
    await user.keyboard('{ArrowLeft}')
    const at = (await tree()).getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(at)?.getAttribute('aria-label')).toBe('eu')
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(names()).toEqual(['game', 'eu', 'us', 'online-users', 'tick']))
    await user.keyboard('{Escape}')
    expect(screen.queryByText('已选 1 个键')).toBeNull()
  })

  it('Shift chooses a range, Ctrl one more', async () => {
    const { user } = await show({ separators: [] })
    await user.click(await line('game:eu:1'))
    await user.keyboard('{Shift>}')
    await user.click(await line('game:us:3'))
    await user.keyboard('{/Shift}')
    expect(await screen.findByText('已选 3 个键')).toBeTruthy()
    await user.keyboard('{Control>}')
    await user.click(await line('tick'))
    await user.click(await line('game:eu:2'))
    await user.keyboard('{/Control}')
    expect(await screen.findByText('已选 3 个键')).toBeTruthy()
    expect((await line('game:eu:2')).getAttribute('aria-selected')).toBe('false')
    expect((await line('tick')).getAttribute('aria-selected')).toBe('true')
  })

  it('that was empty shows what is there after another scan', async () => {
    server.keys = {}
    const { user } = await show()
    expect(await screen.findByText('数据库中没有键')).toBeTruthy()
    server.keys = { ...SOME }
    await user.click(screen.getByRole('button', { name: '显示方式' }))
    await user.click(screen.getByRole('menuitemradio', { name: '完整：扫描全部键' }))
    expect(await line('game')).toBeTruthy()
  })

  it('keeps folders open when it is read again, and says when a folder is cut', async () => {
    server.cut.add('game:')
    const { user } = await show()
    await user.click(await line('game'))
    expect(await screen.findByText(/只列出前 2 项/)).toBeTruthy()
    server.keys['game:eu:9'] = { type: 'hash' }
    server.keys['game:asia:1'] = {}
    await user.click(screen.getByRole('button', { name: '重新扫描' }))
    await waitFor(() => expect(names()).toContain('asia'))
    expect(within(await line('game')).getByTitle('5 个键')).toBeTruthy()
  })
})

describe('the scan', () => {
  it('[S4.11] says how far it is and can be paused, gone on with and cancelled', async () => {
    server.progress.state = 'running'
    const { user } = await show()
    await line('game')
    await tell({ examined: 1_200, total: 1_000_000, ms: 1_400 })
    expect(screen.getByText(/已扫描 1,200 \/ 1,000,000/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '暂停扫描' }))
    expect(await screen.findByText('已暂停')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '继续扫描' }))
    await user.click(await screen.findByRole('button', { name: '取消扫描' }))
    expect(await screen.findByText('已取消')).toBeTruthy()
    expect(live.asked(KEYS, 'pause')).toEqual([{ scan: 1 }])
    expect(live.asked(KEYS, 'cancel')).toEqual([{ scan: 1 }])
  })

  it('shows only keys with a time left of the wished sort, in a tree and in a list', async () => {
    const { user } = await show()
    await line('game')
    const choose = async (name: string) => {
      await user.click(screen.getByRole('button', { name: /^按剩余时间筛选/ }))
      await user.click(screen.getByRole('menuitemradio', { name }))
    }
    await choose('永不过期')
    expect(live.asked(KEYS, 'scan').at(-1)).toMatchObject({ ttl: { kind: 'none' } })
    expect(await screen.findByText(/匹配 3/)).toBeTruthy()
    await choose('1 小时内过期')
    await waitFor(() => expect(names()).toEqual(['tick']))
    delete server.keys['tick']
    await choose('10 分钟内过期')
    expect(await screen.findByText('没有匹配的键')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '按剩余时间筛选: ≤ 10m' }))
    await user.click(screen.getByRole('menuitem', { name: '其他时间…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.clear(dialog.getByRole('textbox', { name: '剩余不超过' }))
    await user.type(dialog.getByRole('textbox', { name: '剩余不超过' }), '9')
    await user.click(dialog.getByRole('combobox', { name: /单位/ }))
    await user.click(await screen.findByText('天', { selector: '.ant-select-item-option-content' }))
    await user.click(dialog.getByRole('button', { name: '显示这些键' }))
    await waitFor(() =>
      expect(live.asked(KEYS, 'scan').at(-1)).toMatchObject({ ttl: { kind: 'within', seconds: 777_600 } }),
    )
    expect(await screen.findByRole('button', { name: '按剩余时间筛选: ≤ 9d' })).toBeTruthy()
    await user.click(await line('game'))
    await user.click(await line('eu'))
    await waitFor(() => expect(names()).toEqual(['game', 'eu', 'game:eu:2']))
    await user.click(screen.getByRole('button', { name: '显示方式' }))
    await user.click(screen.getByRole('menuitemradio', { name: '列表' }))
    await waitFor(() => expect(names()).toEqual(['game:eu:2']))
    await choose('不限时间')
    await waitFor(() => expect(names()).toHaveLength(4))
    expect(live.asked(KEYS, 'scan').at(-1)).not.toHaveProperty('ttl')
  })

  it('a quick one offers more and all', async () => {
    server.progress.state = 'loaded'
    const { user } = await show()
    await user.click(await screen.findByRole('button', { name: '再加载 500 个' }))
    await user.click(await screen.findByRole('button', { name: '全部加载' }))
    expect(await screen.findByText('完整')).toBeTruthy()
    expect(live.asked(KEYS, 'more')).toEqual([{ scan: 1 }])
  })

  it('new rows come while it runs, and what is open stays', async () => {
    server.progress.state = 'running'
    const { user } = await show()
    await user.click(await line('game'))
    await line('eu')
    server.keys['arena:1'] = {}
    await tell({ matched: 6 })
    await waitFor(() => expect(names()).toEqual(['arena', 'game', 'eu', 'us', 'online-users', 'tick']), {
      timeout: 30_000,
    })
  })

  it('that failed says why, and is tried again', async () => {
    const { user } = await show()
    await line('game')
    await tell({ state: 'failed', code: 'redis_scan_disabled', msg: '服务器不允许使用 SCAN' })
    expect(screen.getByText('服务器不允许使用 SCAN')).toBeTruthy()
    server.progress.state = 'drained'
    await user.click(screen.getByRole('button', { name: /^重\s?试$/ }))
    await waitFor(() => expect(screen.queryByText('服务器不允许使用 SCAN')).toBeNull())
    expect(live.asked(KEYS, 'scan')).toHaveLength(2)
  })

  it('beyond the memory cap says so with its number', async () => {
    await show()
    await line('game')
    await tell({ isCapped: true, bytes: 64 * 1_048_576, matched: 9_000_000 })
    expect(screen.getByText(/64.0 MB，达到内存上限（共匹配 9,000,000 个键）/)).toBeTruthy()
  })

  it('a lost connection is told, and a refused channel is opened again', async () => {
    const { user } = await show()
    await line('game')
    const link = { kind: 'link', code: 'x', state: 'reconnecting', attempt: 3, msg: '' }
    await settled(() => live.tell(KEYS, link))
    expect(screen.getByText(/正在重连（第 3 次）/)).toBeTruthy()
    await settled(() => live.tell(KEYS, { ...link, state: 'lost', msg: '重连次数过多' }))
    expect(screen.getByText('重连次数过多')).toBeTruthy()
    await settled(() => live.refuse(KEYS, 'redis_unreachable', '无法连接'))
    await user.click(screen.getByRole('button', { name: /^重\s?试$/ }))
    await waitFor(() => expect(screen.queryByText('无法连接')).toBeNull())
    expect(await line('game')).toBeTruthy()
  })
})

describe('the search', () => {
  it('takes plain text anywhere in the name, a pattern as it is, and begins with that of the connection', async () => {
    const { user } = await show({ filter: 'game:*' })
    await line('game')
    expect(searchBox()).toHaveProperty('value', 'game:*')
    expect(names()).toEqual(['game'])
    await user.clear(searchBox())
    await user.type(searchBox(), 'ick{Enter}')
    expect(await line('tick')).toBeTruthy()
    expect(searchBox()).toHaveProperty('value', '*ick*')
    const patterns = (live.asked(KEYS, 'scan') as { pattern: string }[]).map(({ pattern }) => pattern)
    expect(patterns).toEqual(['game:*', '*ick*'])
    await user.clear(searchBox())
    await user.type(searchBox(), 'nothing{Enter}')
    expect(await screen.findByText('没有匹配的键')).toBeTruthy()
  })

  it('signs of a pattern that find nothing are said to be read as one, and a name of them can be one', async () => {
    const { user } = await show()
    await line('game')
    await user.clear(searchBox())
    await user.type(searchBox(), 'sq:[[1]{Enter}')
    expect(await screen.findByText(/^sq:\[1\] · 已按模式匹配/)).toBeTruthy()
    await tell({ isName: true })
    await user.click(await screen.findByRole('button', { name: '按模式搜索' }))
    await waitFor(() =>
      expect(live.asked(KEYS, 'scan').at(-1)).toMatchObject({ pattern: 'sq:[1]', isGlob: true }),
    )
    expect(live.asked(KEYS, 'scan').at(-2)).toMatchObject({ pattern: 'sq:[1]', isGlob: false })
  })

  it('by the exact name never scans, and says when there is no such key', async () => {
    const { user } = await show()
    await line('game')
    await user.click(screen.getByRole('button', { name: '按完整键名查找，不扫描' }))
    await user.type(searchBox(), 'game:us:3{Enter}')
    await waitFor(() => expect(opened()).toBe('game:us:3'))
    await user.click(screen.getByRole('button', { name: '在树中显示' }))
    expect(await line('game:us:3')).toBeTruthy()
    await user.clear(searchBox())
    await user.type(searchBox(), 'none{Enter}')
    expect(await screen.findByText('没有名为 none 的键')).toBeTruthy()
    expect(live.asked(KEYS, 'find')).toEqual([{ key: 'game:us:3' }, { key: 'none' }])
    expect(live.asked(KEYS, 'scan')).toHaveLength(1)
  })

  it('filters by type', async () => {
    const { user } = await show()
    await line('game')
    await user.click(screen.getByRole('button', { name: '类型' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'zset' }))
    await waitFor(() => expect(names()).toEqual(['online-users']))
  })
})

describe('a new key', () => {
  const open = async () => {
    const { user } = await show()
    await line('game')
    await user.click(screen.getByRole('button', { name: /新增键/ }))
    return { user, dialog: within(await screen.findByRole('dialog')) }
  }

  it('[S5.06] needs its name first', async () => {
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('button', { name: /^新\s?增$/ }))
    expect(await dialog.findByText('请先填写键名')).toBeTruthy()
    expect(api.callsOf(createKey)).toEqual([])
  })

  it('that exists is refused at the name, and nothing typed is lost', async () => {
    api.on(createKey, () => new FakeFailure(409, 'redis_key_exists', '键已存在'))
    const { user, dialog } = await open()
    await user.type(dialog.getByRole('textbox', { name: /键名/ }), 'tick')
    await user.type(dialog.getByRole('textbox', { name: '值' }), '7')
    await user.click(dialog.getByRole('button', { name: /^新\s?增$/ }))
    await dialog.findByText('键已存在')
    expect(dialog.getByRole('textbox', { name: /键名/ }).getAttribute('aria-invalid')).toBe('true')
    expect(dialog.getByRole('textbox', { name: '值' })).toHaveProperty('value', '7')
  })

  it('is in the tree and open afterwards', async () => {
    api.on(createKey, ({ body }) => {
      server.keys[String(body.key)] = {}
      return {}
    })
    const { user, dialog } = await open()
    await user.type(dialog.getByRole('textbox', { name: /键名/ }), 'game:asia:5')
    await user.type(dialog.getByRole('textbox', { name: '值' }), 'hi')
    await user.type(dialog.getByRole('textbox', { name: '过期时间' }), '2')
    await user.click(dialog.getByRole('button', { name: /^新\s?增$/ }))
    expect(await line('game:asia:5')).toBeTruthy()
    expect(opened()).toBe('game:asia:5')
    expect(api.callsOf(createKey)[0]?.body).toMatchObject({
      ttlMs: 2_000,
      content: { type: 'string', value: 'hi' },
    })
    expect(live.asked(KEYS, 'touched')).toEqual([{ scan: 1, added: ['game:asia:5'], removed: [] }])
  })
})

describe('one key', () => {
  const menuOf = async (name: string, item: string) => {
    const { user } = await show()
    await line('tick')
    await user.pointer({ keys: '[MouseRight]', target: await line(name) })
    await user.click(screen.getByRole('menuitem', { name: item }))
    return user
  }

  it('is deleted after asking, and leaves the tree', async () => {
    api.on(editKey, () => {
      delete server.keys.tick
      return { changed: 1, undo: null, binId: 'b1' }
    })
    const user = await menuOf('tick', '删除键')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: '删除键' }))
    await waitFor(() => expect(names()).not.toContain('tick'))
    expect(api.callsOf(editKey)[0]?.body).toMatchObject({ key: 'tick', edit: { kind: 'remove' } })
    expect(await screen.findByText('已删除 tick，可从回收站恢复')).toBeTruthy()
  })

  it('[S4.13] with a time of 0 or less is deleted, which is asked first', async () => {
    api.on(editKey, () => ({ changed: 1, undo: null, binId: '' }))
    const user = await menuOf('tick', '设定过期时间')
    const dialog = within(await screen.findByRole('dialog'))
    const box = dialog.getByRole('spinbutton', { name: '时长' })
    await user.clear(box)
    await user.type(box, '0')
    expect(dialog.getByText('0 或更小：保存将删除')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: /^保\s?存$/ }))
    const asked = within(await screen.findByRole('dialog', { name: /^删\s?除$/ }))
    expect(api.callsOf(editKey)).toEqual([])
    await user.click(asked.getByRole('button', { name: /^删\s?除$/ }))
    await waitFor(() =>
      expect(api.callsOf(editKey)[0]?.body).toMatchObject({ edit: { kind: 'expire', ttlMs: 0 } }),
    )
    expect(await screen.findByText('已删除 tick')).toBeTruthy()
  })

  it('gets no name that is taken', async () => {
    api.on(editKey, () => new FakeFailure(409, 'redis_key_exists', '键已存在'))
    const user = await menuOf('tick', '重命名')
    const dialog = within(await screen.findByRole('dialog'))
    await user.clear(dialog.getByRole('textbox'))
    await user.type(dialog.getByRole('textbox'), 'online-users{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toContain('键已存在')
  })

  it('that is open goes on in its tab under the new name', async () => {
    api.on(editKey, () => ({ changed: 1, undo: null, binId: '' }))
    const user = await menuOf('tick', '重命名')
    act(() => showKey({ databaseId: 'c1/0', key: 'tick' }))
    act(() => showKey({ databaseId: 'c1/0', key: 'online-users' }, true))
    const dialog = within(await screen.findByRole('dialog'))
    await user.clear(dialog.getByRole('textbox'))
    await user.type(dialog.getByRole('textbox'), 'tock{Enter}')
    await waitFor(() =>
      expect(useWorkspace.getState().keys.map(({ key }) => key)).toEqual(['tock', 'online-users']),
    )
    expect(opened()).toBe('online-users')
  })

  it('changed elsewhere on the page is read again', async () => {
    await show()
    await within(await line('tick')).findByText(/^4\ds$/)
    server.keys.tick = { ttlMs: -1 }
    await settled(() => tellChange({ databaseId: 'c1/0', added: [], removed: [], changed: ['tick'] }))
    expect(await within(await line('tick')).findByText('∞')).toBeTruthy()
  })

  it('[S5.05] of a read-only connection offers nothing that changes it, and says why once', async () => {
    const { user } = await show({ readOnly: true })
    await line('tick')
    expect(screen.getByTitle(/该连接为只读/).textContent).toBe('只读')
    expect(screen.queryByRole('button', { name: /新增键/ })).toBeNull()
    await user.pointer({ keys: '[MouseRight]', target: await line('tick') })
    expect(screen.getByRole('menuitem', { name: '打开' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: '删除键' })).toBeNull()
  })
})

describe('databases', () => {
  it('another one is opened by the server and stands beside the first; the last one closed ends the connection', async () => {
    api.on(openConnection, () => databaseIn().server)
    api.on(closeConnection, () => ({}))
    const { user } = await show()
    await line('game')
    await user.click(screen.getByRole('radio', { name: /DB1 · 排行榜/ }))
    expect(await screen.findByRole('tab', { name: 'game-s123 · 排行榜' })).toBeTruthy()
    expect(api.callsOf(openConnection)[0]?.body).toMatchObject({ connectionId: 'c1', db: 1 })
    expect(live.openedWith(KEYS)).toEqual({ lineId: 'northwind-test', connectionId: 'c1', db: 1 })
    await user.click(screen.getByRole('button', { name: '关闭 game-s123 · 排行榜' }))
    expect(useWorkspace.getState().active).toBe('c1/0')
    expect(api.callsOf(closeConnection)).toEqual([])
  })

  it('the last one of a connection that is closed ends it on the server, once', async () => {
    const other = databaseIn({ id: 'c2', name: 'rank' })
    api.on(openConnection, () => other.server)
    api.on(closeConnection, () => ({}))
    const { user } = await show()
    await settled(() => void startOpening(other.connection, 0))
    await user.click(await screen.findByRole('button', { name: '关闭 rank · DB0' }))
    await waitFor(() => expect(api.callsOf(closeConnection)).toHaveLength(1))
    expect(api.callsOf(closeConnection)[0]?.body).toMatchObject({ connectionId: 'c2' })
    expect(useWorkspace.getState().active).toBe('c1/0')
  })

  it('one that cannot be opened leaves the other in view; the connection tells why', async () => {
    api.on(openConnection, () => new FakeFailure(502, 'redis_unreachable', '无法连接'))
    const { user } = await show()
    await line('game')
    await user.click(screen.getByRole('radio', { name: /DB1 · 排行榜/ }))
    await waitFor(() => expect(useOpenings.getState().byId.c1?.error?.message).toBe('无法连接'))
    expect(useWorkspace.getState().active).toBe('c1/0')
    expect(await screen.findByRole('radio', { name: /^DB0/, checked: true })).toBeTruthy()
  })

  it('with no connection open says what to do', async () => {
    await renderWithApp(<RedisPage />)
    expect(screen.getByText('暂无打开的连接')).toBeTruthy()
  })
})
