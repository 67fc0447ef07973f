import { startLive } from '@qd/web-calls'
import { forgetKept } from '@qd/web-frame'
import { fakeApi, liveServer, renderWithApp } from '@qd/web-testing'
import type { LiveServer } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RedisConnection } from '../../contract/index.ts'
import { forgetAllOpen } from '../connections/openings.ts'
import RedisPage from '../page/redis-page.tsx'
import { KEYS, databaseIn, fakeKeys } from '../testing/fake-keys.ts'
import type { FakeKeys } from '../testing/fake-keys.ts'
import { tellChange, useWorkspace } from '../workspace/workspace.ts'

const SOME = {
  'game:a': { type: 'zset', bytes: 10, ttlMs: 60_000 },
  'game:b': { type: 'hash', bytes: 30 },
  'game:c': { type: 'string', bytes: 20, ttlMs: 5_000 },
  'game:d': { type: '', bytes: 99 },
}

let live: LiveServer
let server: FakeKeys
let stop: () => void

beforeEach(() => {
  forgetKept()
  window.localStorage.clear()
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  fakeApi([])
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
  vi.useRealTimers()
})

const settled = (run: () => unknown) =>
  act(async () => {
    await run()
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  })
/** Presses what starts a longer reading, and waits for so many questions. */
const pressed = (button: HTMLElement, asks: number) =>
  settled(async () => {
    button.click()
    await vi.waitFor(() => expect(bulk().length).toBe(asks), { timeout: 60_000 })
  })
async function show(change: Partial<RedisConnection> = { separators: [] }) {
  const database = databaseIn(change)
  const shown = await renderWithApp(<RedisPage />)
  live.ready()
  await settled(() => useWorkspace.setState({ databases: [database], active: database.id }))
  return shown
}
const names = () => screen.queryAllByRole('treeitem').map((item) => item.getAttribute('aria-label'))
const column = (name: string) => screen.findByRole('button', { name: `按${name}排序` })
const headOf = async (name: string) => (await column(name)).parentElement?.getAttribute('aria-sort')
const bulk = () =>
  (live.asked(KEYS, 'facts') as { keys: string[]; isBulk?: boolean }[]).filter(
    ({ isBulk }) => isBulk === true,
  )
/** So much time passes, and the page looks at the clock. */
const passes = (ms: number) =>
  settled(() => {
    vi.setSystemTime(Date.now() + ms)
    document.dispatchEvent(new Event('visibilitychange'))
  })
const MANY = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_none, at) => [`k${String(at).padStart(5, '0')}`, { bytes: at % 977 }]),
  )

describe('keys are sorted', () => {
  it('by name both ways, by type, by size and by time left; what is not told comes last and is marked', async () => {
    const { user } = await show()
    await screen.findByRole('treeitem', { name: 'game:a' })
    expect(await headOf('名称')).toBe('ascending')
    expect(bulk()).toEqual([])
    await user.click(await column('名称'))
    await waitFor(() => expect(names()).toEqual(['game:d', 'game:c', 'game:b', 'game:a']))
    expect(await headOf('名称')).toBe('descending')
    expect(bulk()).toEqual([])
    await user.click(await column('大小'))
    await waitFor(() => expect(names()).toEqual(['game:b', 'game:c', 'game:a', 'game:d']))
    await user.click(await column('大小'))
    await waitFor(() => expect(names()).toEqual(['game:a', 'game:c', 'game:b', 'game:d']))
    await user.click(await column('TTL'))
    await waitFor(() => expect(names()).toEqual(['game:c', 'game:a', 'game:b', 'game:d']))
    await user.click(await column('类型'))
    await waitFor(() => expect(names()).toEqual(['game:b', 'game:c', 'game:a', 'game:d']))
    const denied = await screen.findByRole('treeitem', { name: 'game:d' })
    expect(denied.getAttribute('aria-description')).toBe('服务器不允许读取此键的信息')
    // The sizes were read once, and times and types came with them.
    expect(bulk().flatMap(({ keys }) => keys)).toHaveLength(4)
  })

  it('in a tree below their folder, folders before them, and the choice is remembered', async () => {
    const { user, unmount } = await show({})
    await user.click(await screen.findByRole('treeitem', { name: 'game' }))
    await user.click(await column('大小'))
    await waitFor(() => expect(names()).toEqual(['game', 'game:b', 'game:c', 'game:a', 'game:d']))
    server.keys['game:e'] = { bytes: 25 }
    await settled(() => tellChange({ databaseId: 'c1/0', added: ['game:e'], removed: [], changed: [] }))
    await waitFor(() => expect(names()).toEqual(['game', 'game:b', 'game:e', 'game:c', 'game:a', 'game:d']))
    unmount()
    await settled(() => useWorkspace.setState({ databases: [], active: null }))
    await show()
    await waitFor(() => expect(names()).toEqual(['game:b', 'game:e', 'game:c', 'game:a', 'game:d']))
    expect(await headOf('大小')).toBe('descending')
  })

  it('in a folder that lists a part of them, and says so with the numbers', async () => {
    server.cut.add('game:')
    const { user } = await show({})
    await user.click(await screen.findByRole('treeitem', { name: 'game' }))
    await user.click(await column('大小'))
    expect(await screen.findByText('game: · 只对前 4 个键排序（共 504 个），其余未排序')).toBeTruthy()
  })

  it('once the scan rests', async () => {
    server.progress.state = 'running'
    const { user } = await show()
    await screen.findByRole('treeitem', { name: 'game:a' })
    await user.click(await column('大小'))
    expect(await screen.findByText('扫描停下后再排序')).toBeTruthy()
    expect(bulk()).toEqual([])
    await settled(() => server.tell({ state: 'drained' }))
    await waitFor(() => expect(names()).toEqual(['game:b', 'game:c', 'game:a', 'game:d']))
  })

  it('in parts, and a stop sorts what was read', async () => {
    server.keys = MANY(1_000)
    const answers = Promise.withResolvers<void>()
    let asked = 0
    live.answer(KEYS, 'facts', async ({ keys }: { keys: string[] }) => {
      asked += 1
      if (asked > 2) await answers.promise
      const list = keys.map((key) => ({
        key,
        type: 'string',
        ttlMs: -1,
        bytes: server.keys[key]?.bytes ?? 0,
      }))
      return { reply: { list } }
    })
    const { user } = await show()
    await screen.findByRole('treeitem', { name: 'k00000' })
    await waitFor(() => expect(asked).toBe(1))
    await pressed(await column('大小'), 2)
    expect(await screen.findByText('正在按大小排序：已读取 200 / 1,000 个键')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '停止读取' }))
    await settled(() => answers.resolve())
    expect(await screen.findByText(/仅按已读取的 400 个键排序（共 1,000 个）/)).toBeTruthy()
    await waitFor(() => expect(names()[0]).toBe('k00399'))
    await pressed(screen.getByRole('button', { name: '继续读取' }), 5)
    await waitFor(() => expect(names()[0]).toBe('k00976'))
    expect(screen.queryByText(/仅按已读取的/)).toBeNull()
    const keys = bulk().flatMap((each) => each.keys)
    expect(new Set(keys).size).toBe(keys.length)
    expect(Math.max(...bulk().map((each) => each.keys.length))).toBe(200)
  })

  it('up to 20,000 of a list; the notice has the numbers', async () => {
    server.keys = MANY(20_300)
    await show()
    await screen.findByRole('treeitem', { name: 'k00000' })
    await pressed(await column('大小'), 100)
    expect(
      await screen.findByText(/只对前 20,000 个键排序（共 20,300 个）/, {}, { timeout: 60_000 }),
    ).toBeTruthy()
    expect(names()[0]).toBe('k00976')
    expect(
      await within(await screen.findByRole('treeitem', { name: 'k00976' })).findByText('976 B'),
    ).toBeTruthy()
    expect(new Set(bulk().flatMap(({ keys }) => keys)).size).toBe(20_000)
  }, 120_000)
})

describe('an order grows old', () => {
  it('what ended since is counted and marked, and sorting again reads all keys anew', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_763_675_971_123 })
    const { user } = await show()
    await screen.findByRole('treeitem', { name: 'game:a' })
    await user.click(await column('TTL'))
    await waitFor(() => expect(names()).toEqual(['game:c', 'game:a', 'game:b', 'game:d']))
    expect(screen.queryByRole('button', { name: '重新排序' })).toBeNull()
    server.keys = {
      ...server.keys,
      'game:b': { type: 'hash', bytes: 30, ttlMs: 3_000 },
      'game:c': { type: 'none' },
    }
    await passes(20_000)
    await screen.findByText('按 20 秒前的TTL排序，此后过期的键：1')
    expect(names()).toEqual(['game:c', 'game:a', 'game:b', 'game:d'])
    const before = bulk().length
    await user.click(screen.getByRole('button', { name: '重新排序' }))
    await waitFor(() => expect(names()).toEqual(['game:b', 'game:a', 'game:c', 'game:d']))
    expect(screen.queryByRole('button', { name: '重新排序' })).toBeNull()
    expect(
      bulk()
        .slice(before)
        .flatMap(({ keys }) => keys),
    ).toHaveLength(4)
    const gone = screen.getByRole('treeitem', { name: 'game:c' })
    await waitFor(() => expect(gone.getAttribute('aria-description')).toBe('已不存在'))
    within(gone).getByText('已不存在')
  })

  it('one of more than a minute says how old it is; one by name has no age', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_763_675_971_123 })
    const { user } = await show()
    await screen.findByRole('treeitem', { name: 'game:a' })
    await user.click(await column('大小'))
    await waitFor(() => expect(names()).toEqual(['game:b', 'game:c', 'game:a', 'game:d']))
    server.keys['game:a'] = { type: 'zset', bytes: 99 }
    await passes(150_000)
    await screen.findByText('按 2 分钟前的大小排序，此后过期的键：2')
    await user.click(screen.getByRole('button', { name: '重新排序' }))
    await waitFor(() => expect(names()).toEqual(['game:a', 'game:b', 'game:c', 'game:d']))
    await user.click(await column('名称'))
    await user.click(await column('名称'))
    await waitFor(() => expect(headOf('名称')).resolves.toBe('descending'))
    await passes(150_000)
    expect(screen.queryByRole('button', { name: '重新排序' })).toBeNull()
  })

  it('a second press sorts by what was read lately, but reads again whose time ran out', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_763_675_971_123 })
    const { user } = await show()
    await screen.findByRole('treeitem', { name: 'game:a' })
    await user.click(await column('TTL'))
    await waitFor(() => expect(names()).toEqual(['game:c', 'game:a', 'game:b', 'game:d']))
    const before = bulk().length
    // It was prolonged shortly before its end.
    server.keys['game:c'] = { type: 'string', bytes: 20, ttlMs: 90_000 }
    await passes(10_000)
    await user.click(await column('TTL'))
    await waitFor(() => expect(names()).toEqual(['game:b', 'game:c', 'game:a', 'game:d']))
    expect(
      bulk()
        .slice(before)
        .flatMap(({ keys }) => keys),
    ).toEqual(['game:c'])
    // What is over stands behind the others when another key comes, without being read for it.
    await passes(95_000)
    server.keys['game:e'] = { bytes: 25 }
    await settled(() => tellChange({ databaseId: 'c1/0', added: ['game:e'], removed: [], changed: [] }))
    await waitFor(() => expect(names()).toEqual(['game:b', 'game:e', 'game:a', 'game:c', 'game:d']))
    expect(bulk().at(-1)?.keys).toEqual(['game:e'])
  })
})
