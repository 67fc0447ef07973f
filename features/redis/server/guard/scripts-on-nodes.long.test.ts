import { AppError } from '@qd/contract-kit'
import type { TextRef } from '@qd/contract-kit'
import { aCaller, everything } from '@qd/server-kit/testing'
import { startCluster, startSentinels } from '@qd/testing'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { SCRIPT_RULES } from '../../contract/index.ts'
import type { ConnectionConfig } from '../../contract/index.ts'
import { openLink } from '../link/open-link.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import { CommandLog } from './command-log.ts'
import { GuardedDatabase } from './guarded-database.ts'

const LOG = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)
const place = { game: 'lantern', operator: 'northwind', lineId: 'lantern-dev', environment: 'dev' as const }

async function databaseOf(of: Partial<ConnectionConfig>): Promise<GuardedDatabase> {
  const config = testConfig({ readOnly: true, scriptUser: 'scripts', ...of })
  const opened = { db: 0, dialer: testDialer(), pauseMs: () => 100 }
  const link = await openLink(config, { scriptPassword: 'pw' }, opened)
  onTestFinished(() => link.close())
  const connection = {
    ...config,
    id: 'c1',
    lineId: 'lantern-dev',
    isCluster: link.isCluster,
    isClusterNode: false,
    version: link.version,
  }
  const asking = { caller: aCaller('u', [everything]), place }
  return new GuardedDatabase({ asking, connection, link, log: LOG })
}

async function setUser(port: number, ...rules: string[]): Promise<void> {
  const client = new Redis({ port, host: '127.0.0.1' })
  await client.call(
    'ACL',
    'SETUSER',
    'scripts',
    'reset',
    'on',
    '>pw',
    '~*',
    ...SCRIPT_RULES.split(' '),
    ...rules,
  )
  client.disconnect()
}

/** What came of a script on a key; the reason of a refusal. */
async function outcomeOf(database: GuardedDatabase, key: string): Promise<string> {
  try {
    const args = ['EVAL_RO', "return redis.call('EXISTS', KEYS[1])", '1', key]
    return `sent ${String(await database.run(args, { isTyped: true }))}`
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { reason } = error.params as { reason?: TextRef }
    return `${error.def.code} ${reason?.text ?? ''}`.trim()
  }
}

test('each master of a cluster is asked, and the one that takes its place', async () => {
  const cluster = await startCluster({ replicas: 1 })
  onTestFinished(() => cluster.stop())
  const ports = cluster.nodes.map(({ port }) => port)
  // Slots of the first, second and third master.
  const keys = ['b', 'c', 'a']
  for (const port of ports.slice(0, 3)) await setUser(port)
  const database = await databaseOf({ mode: 'cluster', port: ports[0]! })
  for (const key of keys) expect(await outcomeOf(database, key)).toBe('sent 0')
  await setUser(ports[1]!, '+set')
  for (const key of keys)
    expect(await outcomeOf(database, key)).toBe('redis_script_unbounded redis.script.more')
  await setUser(ports[1]!)
  // The replica of the second has no such user yet.
  await cluster.cli(ports[4]!, 'CLUSTER', 'FAILOVER')
  const after = () => outcomeOf(database, 'c')
  await expect.poll(after, { timeout: 20_000 }).toBe('redis_script_unbounded redis.script.missing')
  await setUser(ports[4]!)
  await expect.poll(after, { timeout: 20_000 }).toBe('sent 0')
})

test('the master behind sentinels is asked, and the one that takes its place', async () => {
  const group = await startSentinels()
  onTestFinished(() => group.stop())
  const nodes = group.sentinels.map(({ port }) => ({ host: '127.0.0.1', port }))
  const sentinel = { nodes, master: group.master, username: '' }
  const database = await databaseOf({ mode: 'sentinel', host: '', sentinel })
  expect(await outcomeOf(database, 'k')).toBe('redis_script_unbounded redis.script.missing')
  const [master, replica] = group.servers
  await setUser(master!.port)
  expect(await outcomeOf(database, 'k')).toBe('sent 0')
  await group.cli(group.sentinels[0]!.port, 'SENTINEL', 'FAILOVER', group.master)
  const after = () => outcomeOf(database, 'k')
  await expect.poll(after, { timeout: 30_000 }).toBe('redis_script_unbounded redis.script.missing')
  await setUser(replica!.port)
  await expect.poll(after, { timeout: 30_000 }).toBe('sent 0')
})
