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
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  changeAcl,
  changeServer,
  listConnections,
  serverAcl,
  serverAdvice,
  serverClients,
  serverConfig,
  serverInfo,
  serverLatency,
  serverMemory,
  serverModules,
  serverSlowLog,
} from '../../contract/index.ts'
import type { NodeMemory, RedisConnection, ServerClient, ServerSample } from '../../contract/index.ts'
import RedisPage from '../page/redis-page.tsx'
import { openKeys } from '../testing/fake-redis.ts'
import { sampleConnection } from '../testing/sample-connection.ts'
import { showView, useWorkspace } from '../workspace/workspace.ts'
import { showServerPage } from './shown-page.ts'
import { SERVER_PAGES } from './server-pages.ts'

const LINES = [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }]
const user = testUser({ grants: [{ scope: '*', environment: '*', codes: ['redis.redis.read'] }] })
const NODE = '10.0.0.1:6379'
const SILENT = { node: '10.0.0.2:6379', code: 'redis_timeout', msg: '未应答', data: null }
const answered = <T,>(data: T) => ({ nodes: [{ node: NODE, code: '', msg: '', data }, SILENT] })

const INFO = `# Server
redis_version:7.0.15
redis_mode:standalone
uptime_in_seconds:90061
# Clients
connected_clients:12
# Memory
used_memory:1048576
used_memory_peak:2097152
maxmemory:0
# Stats
keyspace_hits:3
keyspace_misses:1
# Persistence
rdb_last_save_time:1700000000
rdb_last_bgsave_status:ok
aof_enabled:0
# Commandstats
cmdstat_get:calls=3,usec=30,usec_per_call=10.00,rejected_calls=1,failed_calls=2
cmdstat_client|list:calls=1,usec=70,usec_per_call=70.00,rejected_calls=0,failed_calls=0
# Errorstats
errorstat_WRONGTYPE:count=4
# Latencystats
latency_percentiles_usec_get:p50=9.5,p99=20.5
# Keyspace
db0:keys=120,expires=3`

function fields() {
  let section = ''
  return INFO.split('\n').flatMap((line) => {
    if (line.startsWith('#')) section = line.slice(2)
    const at = line.indexOf(':')
    return line.startsWith('#') ? [] : [{ section, name: line.slice(0, at), value: line.slice(at + 1) }]
  })
}

const client = (of: Partial<ServerClient>): ServerClient => ({
  id: '7',
  address: '10.0.0.9:50100',
  name: 'game-1',
  user: 'default',
  db: 0,
  age: 60,
  idle: 2,
  flags: 'N',
  command: 'get',
  queryBuffer: 0,
  outputBuffer: 0,
  memory: 1_024,
  library: '',
  isOwn: false,
  ...of,
})

const value = (name: string, of: object = {}) => ({ name, value: '', isSecret: false, isSet: true, ...of })
const ACL_USER = {
  name: 'ops',
  isOn: true,
  hasNoPassword: false,
  passwords: 1,
  keys: ['~game:*'],
  channels: [],
  commands: ['-@all', '+@read'],
  selectors: [],
}

const MB = 1_048_576
const MEMORY: NodeMemory = {
  used: 100 * MB,
  peak: 400 * MB,
  rss: 150 * MB,
  limit: 0,
  policy: 'noeviction',
  parts: [
    { part: 'startup', bytes: MB },
    { part: 'dataset', bytes: 90 * MB },
    { part: 'lua', bytes: 0 },
    { part: 'other', bytes: 9 * MB },
  ],
  keys: 1_000,
  bytesPerKey: 104_857,
  databases: [{ db: 0, main: MB, expires: 0, slotsToKeys: 0 }],
  allocator: { name: 'jemalloc-5.3.0', allocated: 100 * MB, active: 120 * MB, resident: 149 * MB },
  isDefragmenting: false,
  doctor: 'Peak memory: In the past',
}

let api: FakeApi
let live: LiveServer
let stop: () => void
beforeEach(() => {
  forgetKept()
  localStorage.clear()
  showWideScreen()
  api = fakeApi([
    fake(listConnections, () => [sampleConnection()]),
    fake(serverInfo, () => answered({ fields: fields() })),
    fake(serverClients, () =>
      answered({ total: 2, clients: [client({}), client({ id: '8', address: '10.0.0.8:1', isOwn: true })] }),
    ),
    fake(serverSlowLog, () => ({
      kinds: ['slow' as const, 'large-reply' as const],
      replicas: [NODE],
      ...answered({
        threshold: 10_000,
        length: 128,
        entries: [
          { id: '1', at: 1_700_000_000_000, cost: 12_345, command: 'KEYS *', client: 'c:1', clientName: '' },
        ],
      }),
    })),
    fake(serverLatency, () =>
      answered({
        threshold: 0,
        events: [],
        doctor: 'I am fine, Dave',
        histogram: [{ command: 'get', calls: 3, buckets: [{ usec: 8, calls: 3 }] }],
      }),
    ),
    fake(serverConfig, () =>
      answered({
        file: '',
        values: [
          value('maxmemory-policy', { value: 'noeviction' }),
          value('requirepass', { isSecret: true }),
          value('some-new-setting', { value: 'x' }),
        ],
      }),
    ),
    fake(serverAcl, () => answered({ users: [ACL_USER], categories: ['read', 'write'], log: [] })),
    fake(serverMemory, () => answered(MEMORY)),
    fake(serverModules, () => answered({ modules: [{ name: 'ReJSON', version: 20_609 }] })),
    fake(serverAdvice, () =>
      answered({
        unknown: ['slowCommands' as const],
        findings: [{ rule: 'keysCommand' as const, weight: 'warn' as const, figures: { count: '1234' } }],
      }),
    ),
    fake(changeServer, () => ({ nodes: [{ node: NODE, code: '', msg: '' }] })),
    fake(changeAcl, () => ({ nodes: [{ node: NODE, code: 'redis_refused', msg: '语法错误' }] })),
  ])
  live = liveServer()
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => {
  stop()
  showView('keys')
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
})

async function open(page: string, of: Partial<RedisConnection> = { mayFlush: true, mayEndanger: true }) {
  openKeys([], of)
  showView('server')
  showServerPage(page)
  const shown = await renderWithApp(<RedisPage />, { user, scope: { ...TEST_SCOPE, lines: LINES } })
  await screen.findByRole('navigation', { name: '服务器页面' })
  return shown
}

/** Types the name the change asks for, with a reason. */
async function confirm(user: Awaited<ReturnType<typeof open>>['user'], action: RegExp) {
  const box = await screen.findByLabelText(/^请输入以确认/, {}, { timeout: 30_000 })
  const dialog = within(box.closest<HTMLElement>('[role="dialog"]')!)
  await user.type(box, 'game-s123')
  await user.type(dialog.getByLabelText(/原因/), 'a test')
  await user.click(dialog.getAllByRole('button', { name: action }).at(-1)!)
}

const sample = (at: number, operations: number): ServerSample => ({
  at,
  operations,
  memory: 1_048_576,
  clients: 12,
  input: 10,
  output: 20,
  hitRate: 0.5,
  failed: [],
})

describe('the pages of a server', () => {
  it('are listed by group; each opens, and names a node that does not answer', async () => {
    const { user } = await open('status')
    const list = within(screen.getByRole('navigation', { name: '服务器页面' }))
    const pages = list.getAllByRole('button').map(({ textContent }) => textContent)
    for (const name of [
      '状态',
      '建议',
      '客户端',
      '慢日志',
      '命令统计',
      '延迟',
      '内存',
      '配置',
      '访问控制',
      '模块',
      '持久化',
    ]) {
      expect(pages).toContain(name)
      await user.click(list.getByRole('button', { name }))
      const region = await screen.findByRole('region', { name })
      await within(region).findByText('节点 10.0.0.2:6379 没有结果：未应答')
    }
    expect(SERVER_PAGES.length).toBeGreaterThanOrEqual(10)
  }, 60_000)

  it('tell somebody whose grants name some keys that they show too much for them', async () => {
    api.on(serverClients, () => new FakeFailure(403, 'redis_key_forbidden', '权限不足'))
    await open('clients')
    await screen.findByText('你的权限只涉及部分键，而服务器页面会显示所有人的键和客户端')
  })
})

describe('status', () => {
  it('[S9.06] shows figures, all of INFO, and curves that follow the channel until paused', async () => {
    const { user } = await open('status')
    const cards = within(await screen.findByLabelText('状态', { selector: 'dl' }))
    cards.getByText('7.0.15')
    cards.getByText('1d 1h')
    cards.getByText('75.0%')
    cards.getByText('DB0 120')
    await user.type(screen.getByRole('searchbox', { name: '搜索' }), 'peak')
    await waitFor(() => expect(screen.queryByText('uptime_in_seconds')).toBeNull())
    screen.getByText('used_memory_peak')
    await waitFor(() => live.ready())
    await waitFor(() => expect(live.openedWith('redis.server')).toMatchObject({ everyMs: 2_000 }))
    live.tell('redis.server', { kind: 'samples', samples: [sample(1_000, 5), sample(3_000, 9)] })
    await screen.findByRole('img', { name: '每秒操作数：当前 9，最高 9' })
    live.tell('redis.server', { kind: 'samples', samples: [sample(5_000, 3)] })
    await screen.findByRole('img', { name: '每秒操作数：当前 3，最高 9' })
    await user.click(screen.getByRole('button', { name: '暂停' }))
    await screen.findByText('已暂停：服务器不再被读取')
    screen.getByRole('img', { name: '每秒操作数：当前 3，最高 9' })
  })
})

describe('changes', () => {
  it('end chosen clients after the name was typed, never the console itself', async () => {
    const { user } = await open('clients')
    const table = within(await screen.findByRole('grid', { name: '客户端' }))
    table.getByText('本控制台')
    for (const box of table.getAllByRole('checkbox').slice(1)) await user.click(box)
    await user.click(screen.getByRole('button', { name: '断开所选（1）' }))
    await confirm(user, /^断开所选（1）/)
    await waitFor(() => expect(api.callsOf(changeServer)).toHaveLength(1))
    expect(api.callsOf(changeServer)[0]?.body).toMatchObject({
      confirm: 'game-s123',
      change: { kind: 'killClients', clients: [{ node: NODE, id: '7' }] },
    })
  })

  it('set a value with its difference shown; secrets are neither shown nor offered', async () => {
    const { user } = await open('config')
    await screen.findByText('有值，不显示')
    screen.getByText('内存满时淘汰哪些键')
    expect(screen.queryByRole('button', { name: '更改 requirepass' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '更改 maxmemory-policy' }))
    const form = within(await screen.findByRole('dialog'))
    const box = form.getByLabelText('新值')
    await user.clear(box)
    await user.type(box, 'allkeys-lru')
    expect(form.getByText('noeviction').tagName).toBe('DEL')
    await user.click(form.getByRole('button', { name: '更改 maxmemory-policy' }))
    await confirm(user, /^更改 maxmemory-policy/)
    await waitFor(() => expect(api.callsOf(changeServer)).toHaveLength(1))
    expect(api.callsOf(changeServer)[0]?.body).toMatchObject({
      change: { kind: 'setConfig', name: 'maxmemory-policy', value: 'allkeys-lru' },
    })
  })

  it('edit a user by rules and categories, and say which node refused', async () => {
    const { user } = await open('acl')
    await user.click(await screen.findByRole('button', { name: '编辑用户 ops' }))
    const form = within(await screen.findByRole('dialog'))
    await user.click(form.getByRole('checkbox', { name: '@write' }))
    expect(form.getByLabelText('命令')).toHaveProperty('value', '-@all +@read +@write')
    await user.type(form.getByLabelText(/^再加一个密码/), 'new-pass')
    await user.click(form.getByRole('button', { name: /^保\s?存$/ }))
    await confirm(user, /^保\s?存$/)
    await screen.findByText(/10\.0\.0\.1:6379: 语法错误/)
    expect(api.callsOf(changeAcl)[0]?.body).toMatchObject({
      aclChange: {
        kind: 'setUser',
        user: 'ops',
        rules: ['on', 'resetkeys', '~game:*', 'resetchannels', 'nocommands', '+@read', '+@write'],
        password: 'new-pass',
      },
    })
  })

  it.each([
    [{ readOnly: true, mayEndanger: true }, '连接为只读，无法更改'],
    [{ mayFlush: true, mayEndanger: false }, '更改需要权限“Redis 危险命令”'],
  ])('are closed with a reason: %j', async (of, title) => {
    await open('persistence', of)
    const button = await screen.findByRole('button', { name: '后台保存快照' })
    expect(button).toHaveProperty('disabled', true)
    expect(button.title).toBe(title)
  })

  it('need the right of their own call and not that to change keys', async () => {
    await open('persistence', { mayFlush: false, mayEndanger: true })
    expect(await screen.findByRole('button', { name: '后台保存快照' })).toHaveProperty('disabled', false)
  })
})

describe('what a page reads out', () => {
  it('is the slow log with its threshold, statistics with percentiles, and advice with figures', async () => {
    const { user } = await open('slow')
    await screen.findByText('KEYS *')
    await screen.findByText(`${NODE} · 副本`)
    screen.getByText('12.3 ms')
    screen.getByText(/记录阈值 10\.0 ms · 保留 128 条/)
    screen.getByRole('radio', { name: '大回复' })
    await user.click(screen.getByRole('button', { name: '命令统计' }))
    await screen.findByText('CLIENT LIST')
    screen.getByText('70.0%')
    screen.getByText('9.50')
    screen.getByText('错误：WRONGTYPE 4')
    await user.click(screen.getByRole('button', { name: '建议' }))
    await screen.findByText('已执行 1,234 次，每次都会让服务器停顿。改用 SCAN')
    screen.getByText('服务器拒绝提供依据，未检查：有很慢的命令')
    await user.click(screen.getByRole('button', { name: '延迟' }))
    await screen.findByText('延迟监控未开启')
    screen.getByText('I am fine, Dave')
    await user.click(screen.getByRole('button', { name: '模块' }))
    await screen.findByText('2.6.9')
  })
})

describe('memory', () => {
  it('is told by part with its share, by what the allocator keeps, and in words', async () => {
    await open('memory')
    const facts = within(await screen.findByLabelText('内存', { selector: 'dl' }))
    facts.getByText('峰值 400 MB · 当前为峰值的 25.0 %')
    facts.getByText('与已使用之比 1.50')
    facts.getByText('∞')
    const rows = (name: string) =>
      within(screen.getByRole('table', { name }))
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent)
    expect(rows('内存构成')).toEqual(['键和值90.0 MB90.0 %', '其他9.0 MB9.0 %', '空服务器1.0 MB1.0 %'])
    expect(rows('分配器 · jemalloc-5.3.0').at(-1)).toBe('占用物理内存150 MB100.0 %')
    expect(rows('各数据库的表')[0]).toBe('DB0 · 键表1.0 MB1.0 %')
    const words = within(screen.getByRole('list', { name: '数字的含义' })).getAllByRole('listitem')
    expect(words.map((each) => each.dataset['finding'])).toEqual(['peak', 'free', 'kept'])
    screen.getByText('Peak memory: In the past')
  })

  it('with little in use says that ratios mean nothing, and swapped memory and a near limit loudly', async () => {
    api.on(serverMemory, () => answered({ ...MEMORY, used: MB, allocator: null, rss: null, limit: null }))
    const { user } = await open('memory')
    await screen.findByText('仅使用 1.0 MB：数据太少，比值没有意义')
    api.on(serverMemory, () =>
      answered({ ...MEMORY, peak: 100 * MB, rss: 60 * MB, limit: 101 * MB, allocator: null }),
    )
    await user.click(screen.getByRole('button', { name: '刷新' }))
    await screen.findByText('距离 maxmemory 只剩 1.0 MB')
    screen.getByText(/有 40\.0 MB 不在物理内存中/)
  })
})
