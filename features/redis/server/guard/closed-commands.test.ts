import { aCaller, aServer, createTestApp, everything, fixedScope } from '@qd/server-kit/testing'
import { startRedis } from '@qd/testing'
import { expect, test } from 'vitest'
import { redisResource } from '../../contract/index.ts'
import { openLink } from '../link/open-link.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import { CommandLog } from './command-log.ts'
import { GuardedDatabase } from './guarded-database.ts'
import { serveCommands } from './serve-commands.ts'

const line = aServer({ lineId: 'lantern-dev', environment: 'dev' })

test('[S8.07] INFO and CONFIG that the ACL of the server closes are said by name, in the language of the caller', async () => {
  const redis = await startRedis()
  const opened = { db: 0, dialer: testDialer() }
  const rules = ['on', '>right-pass', '~*', '&*', '+@all', '-info', '-config']
  const root = await openLink(testConfig({ port: redis.port }), {}, opened)
  await root.send(['ACL', 'SETUSER', 'game', ...rules])
  root.close()
  const config = testConfig({ port: redis.port, username: 'game' })
  const link = await openLink(config, { password: 'right-pass' }, opened)
  const log = new CommandLog(
    { publish: async () => undefined, subscribe: () => () => undefined },
    () => undefined,
  )
  const connection = {
    id: 'c1',
    lineId: line.lineId,
    name: 'game',
    mode: 'standalone' as const,
    readOnly: false,
    separators: [':'],
    scanBudget: 100_000,
    timeoutMs: 5_000,
    isCluster: false,
    isClusterNode: false,
    version: '7.0.15',
  }
  const { routes, channels } = serveCommands({
    log,
    connectionIdOf: async () => 'c1',
    linesOf: async () => [],
    databases: { of: async (asking) => new GuardedDatabase({ asking, link, log, connection }) },
  })
  const texts = new URL('../../contract/locales/', import.meta.url)
  const app = createTestApp({
    features: [{ name: 'redis', texts, routes, channels, resources: [redisResource] }],
    scope: fixedScope([line]),
  })
  const ann = app.as(aCaller('ann', [everything]))
  const send = async (command: string, params: string[]) => {
    const body = { lineId: line.lineId, connConfig: { id: 'c1' }, command, params }
    const answer = await ann.post('/adjust/redisCommand', body)
    return [answer.http, answer.body.err?.code, answer.body.msg]
  }
  expect(await send('INFO', ['server'])).toEqual([
    422,
    'redis_info_disabled',
    expect.stringContaining('INFO'),
  ])
  expect(await send('CONFIG', ['GET', 'databases'])).toEqual([
    422,
    'redis_config_disabled',
    expect.stringContaining('CONFIG'),
  ])
  expect(await send('PING', [])).toEqual([200, undefined, expect.anything()])
  await app.close()
  link.close()
  await redis.stop()
})
