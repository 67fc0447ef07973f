import { EditorView } from '@codemirror/view'
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
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  callFunction,
  changeFunctions,
  changeServer,
  listConnections,
  publishMessage,
  serverChannels,
  serverCluster,
  serverConfig,
  serverFunctions,
  serverReplication,
} from '../../contract/index.ts'
import type { ClusterNode, RedisConnection } from '../../contract/index.ts'
import RedisPage from '../page/redis-page.tsx'
import { openKeys } from '../testing/fake-redis.ts'
import { sampleConnection } from '../testing/sample-connection.ts'
import { showView, useWorkspace } from '../workspace/workspace.ts'
import { showServerPage } from './shown-page.ts'

const LINES = [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }]
const codes = ['redis.redis.read', 'redis.redis.edit']
const reader = testUser({ grants: [{ scope: '*', environment: '*', codes }] })
const NODE = '10.0.0.1:6379'
const answered = <T,>(data: T) => ({ nodes: [{ node: NODE, code: '', msg: '', data }] })
const CODE = "#!lua name=shop\nredis.register_function('price', function() return 1 end)"

const node = (of: Partial<ClusterNode>): ClusterNode => ({
  id: 'a',
  address: NODE,
  role: 'master',
  masterId: '',
  flags: [],
  isLinked: true,
  slots: [{ from: 0, to: 8_191 }],
  slotCount: 8_192,
  keys: 10,
  memory: 1_048_576,
  operations: 5,
  code: '',
  msg: '',
  ...of,
})

let api: FakeApi
let live: LiveServer
let stop: () => void
let setting = ''
beforeEach(() => {
  forgetKept()
  localStorage.clear()
  showWideScreen()
  setting = ''
  api = fakeApi([
    fake(listConnections, () => [sampleConnection()]),
    fake(serverCluster, ({ body }) => ({
      state: 'fail',
      nodes: [
        node({}),
        node({
          id: 'b',
          address: '10.9.9.9:6379',
          slots: [],
          slotCount: 0,
          code: 'redis_unreachable',
          msg: '连不上',
        }),
        node({
          id: 'c',
          address: '10.0.0.3:6379',
          role: 'replica',
          masterId: 'a',
          keys: null,
          slots: [],
          slotCount: 0,
        }),
      ],
      uncovered: [{ from: 8_192, to: 16_383 }],
      moving: [{ slot: 7, from: 'a', to: 'b' }],
      place: body.key === undefined ? null : { slot: 15, hashed: 'a', nodeId: 'a' },
    })),
    fake(serverReplication, () => ({
      ...answered({
        role: 'master',
        offset: 5_000,
        replicas: [
          { address: '10.0.0.3:6379', state: 'online', offset: 4_000, lagBytes: 1_000, lagSeconds: 12 },
        ],
        master: null,
        backlog: { isActive: false, size: 1_048_576, length: 0 },
      }),
      sentinels: [],
    })),
    fake(serverChannels, () =>
      answered({
        patterns: 2,
        channels: [{ channel: 'room', subscribers: 3, isSharded: false }],
        isCut: false,
      }),
    ),
    fake(serverConfig, () =>
      answered({
        file: '',
        values: [{ name: 'notify-keyspace-events', value: setting, isSecret: false, isSet: true }],
      }),
    ),
    fake(changeServer, ({ body: { change } }) => {
      setting = change.kind === 'setConfig' ? change.value : setting
      return { nodes: [{ node: NODE, code: '', msg: '' }] }
    }),
    fake(serverFunctions, () =>
      answered({
        libraries: [
          {
            name: 'shop',
            engine: 'LUA',
            code: CODE,
            functions: [{ name: 'price', description: '', flags: [] }],
          },
        ],
        running: null,
        scripts: [],
      }),
    ),
    fake(changeFunctions, () => ({ nodes: [{ node: NODE, code: '', msg: '' }] })),
    fake(callFunction, ({ body }) => ({ reply: [body.name, ...body.keys] })),
    fake(publishMessage, () => ({ receivers: 2 })),
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

async function open(
  page: string,
  of: Partial<RedisConnection> = { mayFlush: true, mayEndanger: true },
  isClusterNode = false,
) {
  openKeys([], of)
  useWorkspace.setState(({ databases }) => ({
    databases: databases.map((each) => ({ ...each, server: { ...each.server, isClusterNode } })),
  }))
  showView('server')
  showServerPage(page)
  return renderWithApp(<RedisPage />, { user: reader, scope: { ...TEST_SCOPE, lines: LINES } })
}

async function confirm(user: Awaited<ReturnType<typeof open>>['user'], action: RegExp) {
  const box = await screen.findByLabelText(/^请输入以确认/, {}, { timeout: 30_000 })
  const dialog = within(box.closest<HTMLElement>('[role="dialog"]')!)
  await user.type(box, 'game-s123')
  await user.type(dialog.getByLabelText(/原因/), 'a test')
  await user.click(dialog.getAllByRole('button', { name: action }).at(-1)!)
}

it('the cluster shows nodes, slots without one, what moves, who is out of reach, and where a key belongs', async () => {
  const { user } = await open('cluster', {}, true)
  const page = within(await screen.findByRole('region', { name: '集群' }))
  await page.findByText('槽位 7 正在从 10.0.0.1:6379 迁移到 10.9.9.9:6379')
  page.getByText('10.9.9.9:6379 没有应答：连不上')
  within(page.getByRole('list', { name: '槽位分布' })).getByText('无节点负责的槽位：8192–16383')
  await page.findByText('10.0.0.1:6379 的副本')
  await user.type(page.getByRole('searchbox', { name: /^查找键所在/ }), 'x{{a}y{Enter}')
  await page.findByText('槽位 15，节点 10.0.0.1:6379（按 a 计算）')
})

it('replicas are shown with how far they are behind; a server alone is no cluster', async () => {
  await open('replication')
  await screen.findByText('落后 1,000 B，12 秒前有应答')
  screen.getByText('长时间无应答')
})

it('a narrowed reader is told why there is nothing', async () => {
  api.on(serverReplication, () => new FakeFailure(403, 'redis_key_forbidden', '权限不足'))
  await open('replication')
  await screen.findByText('这里的内容涉及整个连接，只获准读取部分键时不能查看')
})

it('messages come in while subscribed, can be held and searched, and one is published', async () => {
  const { user } = await open('pubsub')
  await user.type(await screen.findByRole('textbox', { name: '频道名' }), 'room{Enter}')
  await waitFor(() => live.ready())
  await waitFor(() => expect(live.openedWith('redis.messages')).toMatchObject({ channels: ['room'] }))
  const message = (payload: string) => ({
    at: 1_700_000_000_000,
    channel: 'room',
    pattern: '',
    isSharded: false,
    payload,
    bytes: payload.length,
    isCut: false,
  })
  live.tell('redis.messages', {
    kind: 'messages',
    messages: [message('hello'), message('other')],
    dropped: 7,
  })
  const grid = within(screen.getByRole('grid', { name: '消息' }))
  await grid.findByText('hello')
  screen.getByText('2 条，最多保留 2,000 条，舍弃 7 条')
  await user.click(screen.getByRole('button', { name: '暂停显示' }))
  live.tell('redis.messages', { kind: 'messages', messages: [message('later')], dropped: 0 })
  await user.type(screen.getByRole('searchbox', { name: '筛选' }), 'hell')
  await waitFor(() => expect(grid.queryByText('other')).toBeNull())
  await user.clear(screen.getByRole('searchbox', { name: '筛选' }))
  expect(grid.queryByText('later')).toBeNull()
  await user.click(screen.getByRole('button', { name: '继续' }))
  await grid.findByText('later')
  live.tell('redis.messages', { kind: 'link', state: 'ready', attempt: 0, code: '', msg: '' })
  await screen.findByText(/断开过 1 次/)
  await user.type(screen.getByRole('textbox', { name: '发布到频道' }), 'room')
  await user.type(screen.getByRole('textbox', { name: '内容' }), 'hi')
  await user.click(screen.getByRole('button', { name: /^发\s?布$/ }))
  await screen.findByText('已发布，2 个接收者')
  await user.click(screen.getByRole('radio', { name: '活跃频道' }))
  await screen.findByRole('grid', { name: '活跃频道' })
})

it('a read-only connection says that nothing is published', async () => {
  await open('pubsub', { readOnly: true })
  await screen.findByText('此连接为只读：不能发布，也不能写入')
})

it('key events are turned on after the name was typed, heard, and offered back when the page goes', async () => {
  const { user } = await open('keyEvents')
  await screen.findByText('服务器目前不通知任何键变化')
  await user.click(screen.getByRole('button', { name: '开启通知' }))
  await confirm(user, /开启通知/)
  await screen.findByText('KEA')
  await user.click(screen.getByRole('button', { name: '开始监听' }))
  await waitFor(() => live.ready())
  await waitFor(() => expect(live.openedWith('redis.keyEvents')).toMatchObject({ pattern: '*' }))
  live.tell('redis.keyEvents', {
    kind: 'events',
    events: [{ at: 1_700_000_000_000, event: 'expired', key: 'game:1', db: 0 }],
    dropped: 0,
  })
  await screen.findByText('game:1')
  showServerPage('replication')
  await screen.findByRole('dialog', { name: '恢复原值' })
  expect(setting).toBe('KEA')
})

it('a library is compared before it is replaced, and a function is tried', async () => {
  const { user } = await open('functions')
  await screen.findByText('price')
  // A word of Lua has a class of its own for its colour, a name has none.
  const code = await screen.findByRole('textbox', { name: '代码' })
  const spans = [...code.querySelectorAll('.cm-line span')]
  expect(spans.filter(({ textContent }) => textContent === 'function')).toHaveLength(1)
  expect(spans.map(({ textContent }) => textContent)).toContain("'price'")
  expect(code.getAttribute('aria-readonly')).toBe('true')
  await user.click(screen.getByRole('button', { name: /^试\s?用$/ }))
  const trying = within(await screen.findByRole('dialog', { name: '试用 price' }))
  await user.type(trying.getByLabelText('键，每行一个'), 'k1')
  await user.click(trying.getByRole('button', { name: /^调\s?用$/ }))
  await trying.findByText(/"k1"/)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: '替换函数库' }))
  const loading = within(await screen.findByRole('dialog', { name: '替换函数库' }))
  const send = loading.getByRole('button', { name: '替换函数库' })
  expect(send).toHaveProperty('disabled', true)
  const view = EditorView.findFromDOM(await loading.findByRole('textbox', { name: '代码' }))!
  view.dispatch({ changes: { from: view.state.doc.length, insert: '\n-- new' } })
  await user.click(loading.getByRole('button', { name: '查看差异' }))
  await loading.findByText('-- new')
  await user.click(send)
  await confirm(user, /替换函数库/)
  await waitFor(() => expect(api.calls.filter(({ path }) => path === changeFunctions.path)).not.toEqual([]))
})
