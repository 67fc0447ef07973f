import { SEARCH_MODULE, startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { aCaller, everything } from '@qd/server-kit/testing'
import { AppError } from '@qd/contract-kit'
import { plainLink } from '../testing/plain-link.ts'
import { CommandLog } from './command-log.ts'
import { GuardedDatabase } from './guarded-database.ts'
import { judgeCommand } from './judge-command.ts'
import type { CommandKind } from './judge-command.ts'

const place = { game: 'lantern', operator: 'northwind', lineId: 'lantern-dev', environment: 'dev' as const }
let redis: TestRedis
let link: ReturnType<typeof plainLink>
beforeAll(async () => {
  redis = await startRedis(['--loadmodule', SEARCH_MODULE])
  link = plainLink(redis.port)
  await link.send(['FT.CREATE', 'heroes', 'SCHEMA', 'name', 'TEXT'])
  await link.send(['FT.ADD', 'heroes', 'hero:1', '1', 'FIELDS', 'name', 'Anna'])
})
afterAll(async () => {
  link.close()
  await redis.stop()
})

function databaseOf(grants = [everything], readOnly = false): GuardedDatabase {
  const log = new CommandLog(
    { publish: async () => undefined, subscribe: () => () => undefined },
    () => undefined,
  )
  const connection = {
    id: 'c1',
    lineId: 'lantern-dev',
    name: 'dev',
    mode: 'standalone' as const,
    readOnly,
    separators: [':'],
    scanBudget: 100_000,
    timeoutMs: 5_000,
    isCluster: false,
    isClusterNode: false,
    version: '7.0.15',
  }
  return new GuardedDatabase({ asking: { caller: aCaller('u', grants), place }, connection, link, log })
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'sent',
    (error: unknown) => (error instanceof AppError ? error.def.code : String(error)),
  )

describe('commands of RediSearch', () => {
  it('a read-only connection searches, and neither makes, fills, changes nor drops an index', async () => {
    const database = databaseOf([everything], true)
    const reads = [
      ['FT.SEARCH', 'heroes', 'anna'],
      ['FT.AGGREGATE', 'heroes', '*'],
      ['FT.INFO', 'heroes'],
      ['FT.EXPLAIN', 'heroes', 'anna'],
      ['FT.GET', 'heroes', 'hero:1'],
    ]
    for (const args of reads) expect([args[0], await codeOf(database.run(args))]).toEqual([args[0], 'sent'])
    const writes = [
      ['FT.CREATE', 'more', 'SCHEMA', 'name', 'TEXT'],
      ['FT.ADD', 'heroes', 'hero:2', '1', 'FIELDS', 'name', 'Boris'],
      ['FT.ADDHASH', 'heroes', 'hero:1', '1'],
      ['FT.ALTER', 'heroes', 'SCHEMA', 'ADD', 'level', 'NUMERIC'],
      ['FT.DEL', 'heroes', 'hero:1'],
      ['FT.DROP', 'heroes'],
      ['FT.SUGADD', 'names', 'Anna', '1'],
      ['FT.DEBUG', 'GC_FORCEINVOKE', 'heroes'],
      ['FT.CURSOR', 'DEL', 'heroes', '1'],
    ]
    for (const args of writes)
      expect([args[0], await codeOf(database.run(args))]).toEqual([args[0], 'redis_read_only'])
    expect(String(await link.send(['EXISTS', 'idx:heroes', 'hero:1']))).toBe('2')
    expect(String(await link.send(['EXISTS', 'idx:more', 'hero:2', 'names']))).toBe('0')
  })

  it('who may only read writes no index on a connection that may be written either', async () => {
    const database = databaseOf([{ scope: '*', environment: '*', codes: ['redis.redis.read'] }])
    expect(await codeOf(database.run(['FT.SEARCH', 'heroes', 'anna']))).toBe('sent')
    expect(await codeOf(database.run(['FT.DEBUG', 'GC_FORCEINVOKE', 'heroes']))).toBe(
      'redis_command_forbidden',
    )
    expect(String(await link.send(['EXISTS', 'idx:heroes']))).toBe('1')
  })

  it('an index tells nothing to somebody whose grants name some keys', async () => {
    const narrowed = { kind: 'redis', pattern: 'dev/0/idx:*' }
    const database = databaseOf([
      { scope: '*', environment: '*', codes: ['redis.redis.read'], resource: narrowed },
    ])
    for (const args of [
      ['FT.SEARCH', 'heroes', 'anna'],
      ['FT.INFO', 'heroes'],
      ['FT.GET', 'heroes', 'hero:1'],
    ])
      expect(await codeOf(database.run(args))).toBe('redis_key_forbidden')
  })
})

/* As COMMAND of RediSearch 1.6 to 2.x names them: all of these are `readonly` there. */
test.each<[string[], CommandKind]>([
  [['FT.SEARCH', 'i', '*'], 'read'],
  [['FT._LIST'], 'read'],
  [['FT.PROFILE', 'i', 'SEARCH', 'QUERY', '*'], 'read'],
  [['FT.DICTDUMP', 'd'], 'read'],
  [['FT.CONFIG', 'GET', '*'], 'read'],
  [['FT.CURSOR', 'READ', 'i', '7'], 'read'],
  [['TS.RANGE', 'k', '-', '+'], 'read'],
  [['FT.CURSOR', 'DEL', 'i', '7'], 'write'],
  [['FT.DICTADD', 'd', 'word'], 'write'],
  [['FT.DICTDEL', 'd', 'word'], 'write'],
  [['FT.ALIASADD', 'a', 'i'], 'write'],
  [['FT._ALIASDELIFX', 'a'], 'write'],
  [['FT.CONFIG', 'SET', 'TIMEOUT', '0'], 'dangerous'],
  [['FT.DEBUG', 'DUMP_TERMS', 'i'], 'dangerous'],
  [['_FT.SEARCH', 'i', '*'], 'dangerous'],
  [['SEARCH.CLUSTERSET', 'MYID', '1'], 'dangerous'],
  [['FT.NEWER', 'i'], 'dangerous'],
])('%j is %s', (args, kind) => {
  const entry = {
    name: args[0]!.toLowerCase(),
    flags: new Set(['readonly', 'module']),
    categories: new Set<string>(),
    arity: -1,
    hasSubCommands: false,
    tips: new Set<string>(),
    specs: null,
    first: 0,
    last: 0,
    step: 0,
  }
  expect(judgeCommand(entry, args, { isOwn: false })).toBe(kind)
})
