import { AppError } from '@qd/contract-kit'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '@qd/server-kit/testing'
import { startCluster, startRedis } from '@qd/testing'
import type { TestCluster, TestRedis } from '@qd/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisErrors, redisResource } from '../../../contract/index.ts'
import type { NodeMemory } from '../../../contract/index.ts'
import { CommandLog } from '../../guard/command-log.ts'
import { GuardedDatabase } from '../../guard/guarded-database.ts'
import type { RedisLink } from '../../link/redis-link.ts'
import { testConfig, testDialer } from '../../testing/link-config.ts'
import { openLink } from '../../link/open-link.ts'
import { plainLink } from '../../testing/plain-link.ts'
import { serveServer } from './serve-server.ts'

interface Nodes<T> {
  nodes: { node: string; code: string; msg: string; data: T | null }[]
}

const texts = new URL('../../../contract/locales/', import.meta.url)
const line = aServer({ sId: 1, lineId: 'lantern-dev', environment: 'dev' })
const log = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)
const links: RedisLink[] = []
let redis: TestRedis
let bare: TestRedis
let cluster: TestCluster
let clusterLink: RedisLink
let app: ReturnType<typeof createTestApp>
let readOnly = false

beforeAll(async () => {
  redis = await startRedis([
    '--requirepass',
    '',
    '--slowlog-log-slower-than',
    '0',
    '--enable-debug-command',
    'yes',
    '--latency-tracking',
    'yes',
  ])
  bare = await startRedis(['--rename-command', 'CONFIG', '', '--rename-command', 'ACL', ''])
  cluster = await startCluster()
  clusterLink = await openLink(
    testConfig({ port: cluster.nodes[0]!.port, name: 'many', mode: 'cluster', timeoutMs: 1_000 }),
    {},
    { dialer: testDialer(), db: 0, pauseMs: () => 20 },
  )
  links.push(clusterLink)
  const one = plainLink(redis.port)
  const two = plainLink(bare.port)
  links.push(one, two)
  const { routes, channels } = serveServer({
    databases: {
      async of(asking, { lineId, connectionId }) {
        if (!['one', 'bare', 'many'].includes(connectionId))
          throw new AppError(redisErrors.redis_connection_not_found)
        const isCluster = connectionId === 'many'
        const connection = {
          id: connectionId,
          lineId,
          name: connectionId,
          mode: isCluster ? ('cluster' as const) : ('standalone' as const),
          readOnly,
          separators: [':'],
          scanBudget: 100_000,
          timeoutMs: 5_000,
          isCluster,
          isClusterNode: false,
          version: '7.0.15',
        }
        return new GuardedDatabase({
          asking,
          connection,
          link: { one, bare: two, many: clusterLink }[connectionId]!,
          log,
        })
      },
    },
    session: { current: async () => null },
    say: (error) => error.def.code,
  })
  app = createTestApp({
    features: [{ name: 'redis', texts, routes, channels, resources: [redisResource] }],
    scope: fixedScope([line]),
  })
})
afterAll(async () => {
  await app.close()
  for (const link of links) link.close()
  await redis.stop()
  await bare.stop()
  await cluster.stop()
})

type Grant = NonNullable<Parameters<typeof aCaller>[1]>[number]
const grant = (...codes: string[]): Grant => ({
  scope: '*',
  environment: '*',
  codes: codes.map((code) => `redis.redis.${code}`),
})
const narrowed = (pattern: string): Grant => ({
  ...grant('read'),
  resource: { kind: 'redis', pattern },
})
const reader = () => app.as(aCaller('reader', [grant('read')]))
const admin = () => app.as(aCaller('admin', [everything]))

async function asked<T>(as: ReturnType<typeof reader>, path: string, body: object = {}) {
  const at = { lineId: 'lantern-dev', connectionId: 'one', db: 0 }
  const answer = await as.post<T>(`/adjust/redis/server/${path}`, { ...at, ...body })
  if (answer.http !== 200) throw new Error(`${answer.http} ${answer.body.err?.code}`)
  return answer.body.data
}
const change = (of: object, more: object = {}, as = admin()) =>
  asked<Nodes<never>>(as, 'change', { change: of, confirm: 'one', reason: 'a test', ...more })

type Config = Nodes<{ values: { name: string; value: string; isSecret: boolean; isSet: boolean }[] }>
const valueOf = ({ nodes }: Config, name: string) => nodes[0]!.data!.values.find((each) => each.name === name)

describe('pages of a server', () => {
  it('a reader sees status, clients, slow log, statistics, latency, settings and users, with secrets hidden', async () => {
    const link = links[1]!
    await link.send(['CONFIG', 'SET', 'latency-monitor-threshold', '1'])
    await link.send(['DEBUG', 'SLEEP', '0.02'])
    await link.send(['ACL', 'SETUSER', 'ops', 'on', '>hidden-pass', '~game:*', '&news', '+@read', '-keys'])
    await link.send(['SET', 'k', 'v'])
    const as = reader()
    const info = await asked<Nodes<{ fields: { section: string; name: string; value: string }[] }>>(
      as,
      'info',
    )
    const fields = info.nodes[0]!.data!.fields
    expect(fields.find(({ name }) => name === 'redis_version')).toMatchObject({ section: 'Server' })
    expect(fields.find(({ name }) => name === 'cmdstat_set')?.value).toMatch(/^calls=\d/)
    const clients = await asked<Nodes<{ total: number; clients: { isOwn: boolean; command: string }[] }>>(
      as,
      'clients',
    )
    expect(clients.nodes[0]!.data!.clients.filter(({ isOwn }) => isOwn)).toMatchObject([
      { command: 'client|list' },
    ])
    const slow = await asked<
      Nodes<{ threshold: number; entries: { command: string }[] }> & { kinds: string[] }
    >(as, 'slowlog', { log: 'slow' })
    expect(slow).toMatchObject({ kinds: ['slow'], nodes: [{ data: { threshold: 0, length: 128 } }] })
    const commands = slow.nodes[0]!.data!.entries.map(({ command }) => command)
    expect(commands).toContain('SET k v')
    expect(commands.join('\n')).not.toContain('hidden-pass')
    const latency = await asked<Nodes<{ threshold: number; events: { event: string }[]; doctor: string }>>(
      as,
      'latency',
    )
    expect(latency.nodes[0]!.data).toMatchObject({ threshold: 1, events: [{ event: 'command' }] })
    expect(latency.nodes[0]!.data!.doctor).not.toBe('')
    const acl = await asked<Nodes<{ users: object[]; categories: string[]; log: object[] }>>(as, 'acl')
    expect(acl.nodes[0]!.data!.users).toContainEqual(
      expect.objectContaining({
        name: 'ops',
        isOn: true,
        hasNoPassword: false,
        passwords: 1,
        keys: ['~game:*'],
        channels: ['&news'],
        commands: ['-@all', '+@read', '-keys'],
      }),
    )
    expect(acl.nodes[0]!.data!.categories).toContain('keyspace')
    expect(JSON.stringify(acl)).not.toMatch(/[0-9a-f]{64}/)
    expect(await asked(as, 'modules')).toMatchObject({ nodes: [{ data: { modules: [] } }] })
  })

  it('a reader sees what the memory is made of: the parts are all of it', async () => {
    await links[1]!.send(['SETEX', 'with-end', '1000', 'x'.repeat(100_000)])
    const memory = await asked<Nodes<NodeMemory>>(reader(), 'memory')
    const { used, parts, databases, allocator, rss, doctor, limit, keys } = memory.nodes[0]!.data!
    expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(used)
    expect(parts.find(({ part }) => part === 'dataset')!.bytes).toBeGreaterThan(100_000)
    expect(databases).toMatchObject([{ db: 0, main: expect.any(Number) }])
    expect(databases[0]!.expires).toBeGreaterThan(0)
    expect(allocator!.active).toBeGreaterThanOrEqual(allocator!.allocated)
    expect(rss).toBeGreaterThan(0)
    expect({ limit, hasKeys: keys > 0, hasDoctor: doctor !== '' }).toEqual({
      limit: 0,
      hasKeys: true,
      hasDoctor: true,
    })
    const many = await asked<Nodes<NodeMemory>>(reader(), 'memory', { connectionId: 'many' })
    expect(many.nodes).toHaveLength(3)
    for (const { data } of many.nodes) expect(data!.used).toBeGreaterThan(0)
  })

  it('never shows a secret of the settings', async () => {
    await links[1]!.send(['CONFIG', 'SET', 'masterauth', 'very-secret'])
    const config = await asked<Config>(reader(), 'config')
    expect(JSON.stringify(config)).not.toContain('very-secret')
    expect(valueOf(config, 'masterauth')).toEqual({
      name: 'masterauth',
      value: '',
      isSecret: true,
      isSet: true,
    })
    expect(valueOf(config, 'tls-key-file-pass')).toMatchObject({ isSecret: true, isSet: false })
    expect(valueOf(config, 'maxclients')).toMatchObject({ isSecret: false })
  })

  it('is closed to those who may read some keys, and to raw commands', async () => {
    for (const pattern of ['one/0/game:*', 'one/0/*']) {
      const as = app.as(aCaller('narrow', [narrowed(pattern)]))
      for (const path of ['info', 'clients', 'config', 'acl', 'latency', 'memory', 'modules', 'advice'])
        await expect(asked(as, path)).rejects.toThrow('403 redis_key_forbidden')
      await expect(asked(as, 'slowlog', { log: 'slow' })).rejects.toThrow('403 redis_key_forbidden')
    }
  })

  it('changes a setting with the dangerous right and a typed name only, and says how it was', async () => {
    const set = { kind: 'setConfig', name: 'maxmemory-policy', value: 'allkeys-lru' }
    await expect(change(set, {}, reader())).rejects.toThrow('403 forbidden')
    await expect(change(set, { confirm: 'on' })).rejects.toThrow('confirm_required')
    expect(await change(set)).toEqual({ nodes: [{ node: expect.any(String), code: '', msg: '' }] })
    expect(valueOf(await asked<Config>(reader(), 'config'), 'maxmemory-policy')?.value).toBe('allkeys-lru')
    const wrong = await change({ ...set, value: 'no-such' })
    expect(wrong.nodes[0]).toMatchObject({ code: 'redis_refused' })
    await expect(change({ ...set, name: 'requirepass' })).rejects.toThrow('invalid_request')
    readOnly = true
    await expect(change(set).finally(() => (readOnly = false))).rejects.toThrow('403 redis_read_only')
  })

  it('resets statistics and logs, saves, ends clients but not its own by accident', async () => {
    for (const kind of ['resetStatistics', 'resetLatency', 'saveDatabase'])
      expect((await change({ kind })).nodes[0]).toMatchObject({ code: '' })
    // Who may not change keys does this as well.
    const watcher = app.as(aCaller('watcher', [grant('read'), grant('dangerous')]))
    expect((await change({ kind: 'resetSlowLog', log: 'slow' }, {}, watcher)).nodes[0]).toMatchObject({
      code: '',
    })
    const other = plainLink(redis.port)
    const id = String(await other.send(['CLIENT', 'ID']))
    const own = String(await links[1]!.send(['CLIENT', 'ID']))
    const node = `127.0.0.1:${redis.port}`
    await change({
      kind: 'killClients',
      clients: [own, id].map((each) => ({ node, id: each })),
      withOwn: false,
    })
    const { nodes } = await asked<Nodes<{ clients: { id: string }[] }>>(reader(), 'clients')
    const ids = nodes[0]!.data!.clients.map((client) => client.id)
    expect(ids).toContain(own)
    expect(ids).not.toContain(id)
    other.close()
  })

  it('makes and deletes users, and no answer repeats a password', async () => {
    const set = (of: object) =>
      asked<Nodes<never>>(admin(), 'acl/change', { aclChange: of, confirm: 'one', reason: 'a test' })
    const made = await set({
      kind: 'setUser',
      user: 'eve',
      rules: ['on', '~a:*', '+get'],
      password: 'pw-of-eve',
    })
    expect(made.nodes[0]).toMatchObject({ code: '' })
    const acl = await asked<Nodes<{ users: { name: string; passwords: number }[] }>>(reader(), 'acl')
    expect(acl.nodes[0]!.data!.users).toContainEqual(expect.objectContaining({ name: 'eve', passwords: 1 }))
    const wrong = await set({ kind: 'setUser', user: 'eve', rules: ['<never-there'] })
    expect(wrong.nodes[0]!.code).toBe('redis_refused')
    expect(JSON.stringify(wrong)).not.toContain('never-there')
    await set({ kind: 'deleteUser', user: 'eve' })
    expect(JSON.stringify(await asked(reader(), 'acl'))).not.toContain('"eve"')
  })

  it('finds what is wrong with the figures it rests on', async () => {
    const advice = await asked<Nodes<{ findings: { rule: string; figures: object }[] }>>(reader(), 'advice')
    const rules = advice.nodes[0]!.data!.findings.map(({ rule }) => rule)
    expect(rules).toEqual(expect.arrayContaining(['noPassword', 'noMaxmemory', 'oldVersion']))
  })
})

describe('a server without CONFIG and ACL', () => {
  it('says so and shows nothing invented', async () => {
    const at = { connectionId: 'bare' }
    for (const path of ['config', 'acl'])
      expect((await asked<Nodes<object>>(reader(), path, at)).nodes).toMatchObject([
        { code: 'redis_command_unknown', data: null },
      ])
    expect(await asked(reader(), 'slowlog', { ...at, log: 'slow' })).toMatchObject({
      nodes: [{ data: { threshold: null, length: null } }],
    })
    expect(await asked(reader(), 'latency', at)).toMatchObject({ nodes: [{ data: { threshold: null } }] })
    const advice = await asked<Nodes<{ unknown: string[] }>>(reader(), 'advice', at)
    expect(advice.nodes[0]!.data!.unknown).toEqual(['noPassword'])
  })
})

describe('a cluster', () => {
  it('answers by node, changes all, and shows a node that is silent as such', async () => {
    const of = { connectionId: 'many', confirm: 'many' }
    const set = { kind: 'setConfig', name: 'slowlog-max-len', value: '77' }
    expect((await change(set, of)).nodes.map(({ code }) => code)).toEqual(['', '', ''])
    const logs = await asked<Nodes<{ length: number }>>(reader(), 'slowlog', {
      ...of,
      confirm: undefined,
      log: 'slow',
    })
    expect(logs.nodes.map(({ data }) => data?.length)).toEqual([77, 77, 77])
    await cluster.nodes[2]!.stop()
    const { nodes } = await asked<Nodes<object>>(reader(), 'info', { connectionId: 'many' })
    const silent = nodes.filter(({ data }) => data === null)
    expect(nodes).toHaveLength(3)
    expect(silent).toMatchObject([{ node: expect.stringContaining(`${cluster.nodes[2]!.port}`) }])
    expect(silent[0]!.code).not.toBe('')
  })
})
