import { AppError } from '@qd/contract-kit'
import type { LiveTopics } from '@qd/server-kit'
import { aCaller, everything } from '@qd/server-kit/testing'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Arg } from '../link/redis-link.ts'
import { plainLink } from '../testing/plain-link.ts'
import { CommandLog } from './command-log.ts'
import { loadCommandTable } from './command-table.ts'
import type { CommandTable } from './command-table.ts'
import { GuardedDatabase } from './guarded-database.ts'

const NO_TOPICS: LiveTopics = { publish: async () => undefined, subscribe: () => () => undefined }
const place = { game: 'lantern', operator: 'northwind', lineId: 'lantern-dev', environment: 'dev' as const }
const reader = { scope: '*', environment: '*' as const, codes: ['redis.redis.read'] }
const editor = { scope: '*', environment: '*' as const, codes: ['redis.redis.read', 'redis.redis.edit'] }
const ofDatabase = { ...reader, resource: { kind: 'redis', pattern: 'dev/0/*' } }

let redis: TestRedis
let table: CommandTable
const links: { close(): void }[] = []

beforeAll(async () => {
  redis = await startRedis([
    '--rename-command',
    'FLUSHALL',
    'ping2',
    '--rename-command',
    'EVALSHA',
    'shaeval',
  ])
  const link = plainLink(redis.port)
  links.push(link)
  table = await loadCommandTable((args) => link.send(args))
})
afterAll(async () => {
  for (const link of links) link.close()
  await redis.stop()
})

function databaseOf(grants = [everything], { readOnly = false, isOwn = false } = {}): GuardedDatabase {
  const link = plainLink(redis.port)
  links.push(link)
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
  const log = new CommandLog(NO_TOPICS, () => undefined)
  return new GuardedDatabase(
    { asking: { caller: aCaller('u', grants), place }, connection, link, log },
    isOwn,
  )
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'sent',
    (error: unknown) => (error instanceof AppError ? error.def.code : String(error)),
  )

/** Some arguments for a command: enough for it to be taken seriously. */
const argsOf = (name: string): Arg[] => [...name.split('|'), 'k', '1', '1', '1', '1']

describe('a read-only connection', () => {
  it('refuses every command the server calls a write, and all it does not know to be harmless', async () => {
    const database = databaseOf([everything], { readOnly: true })
    const plain = plainLink(redis.port)
    links.push(plain)
    await plain.send(['SET', 'k', 'as it was'])
    const writes = table.entries.filter(({ flags, hasSubCommands }) => flags.has('write') && !hasSubCommands)
    expect(writes.length).toBeGreaterThan(100)
    for (const { name } of writes) {
      const code = await codeOf(database.run(argsOf(name)))
      // Those that wait are refused before it is asked whether they write.
      expect([name, ['redis_read_only', 'redis_command_forbidden'].includes(code)]).toEqual([name, true])
    }
    expect(String(await plain.send(['GET', 'k']))).toBe('as it was')
    await plain.send(['DEL', 'k'])
  })

  it.each([
    [['EVAL', 'return 1', '0'], 'redis_read_only'],
    [['EVAL_RO', 'return 1', '0'], 'redis_script_unbounded'],
    [['FCALL', 'f', '0'], 'redis_read_only'],
    [['GET', 'k'], 'sent'],
    [['CONFIG', 'SET', 'maxmemory', '0'], 'redis_read_only'],
    [['CONFIG', 'GET', 'maxmemory'], 'redis_read_only'],
    [['config', 'rewrite'], 'redis_read_only'],
    [['MEMORY', 'USAGE', 'k'], 'sent'],
    [['MEMORY', 'PURGE'], 'redis_read_only'],
    [['OBJECT', 'HELP'], 'sent'],
    [['DEBUG', 'SLEEP', '0'], 'redis_read_only'],
    [['KEYS', '*'], 'redis_read_only'],
    [['PUBLISH', 'c', 'm'], 'redis_read_only'],
    [['EVALSHA_RO', 'x', '0'], 'redis_script_unbounded'],
    [['FCALL_RO', 'f', '0'], 'redis_script_unbounded'],
    [['SCRIPT', 'FLUSH'], 'redis_read_only'],
    [['SCRIPT', 'LOAD', 'return 1'], 'redis_read_only'],
    [['FUNCTION', 'LOAD', '#!lua name=x'], 'redis_read_only'],
    [['SCRIPT', 'DEBUG', 'YES'], 'redis_command_forbidden'],
    [['SCRIPT', 'KILL'], 'redis_refused'],
    [['FUNCTION', 'KILL'], 'redis_refused'],
    [['SHUTDOWN', 'NOSAVE'], 'redis_read_only'],
    [['XREAD', 'COUNT', '1', 'STREAMS', 'k', '0'], 'sent'],
    [['XREAD', 'BLOCK', '0', 'STREAMS', 'k', '0'], 'redis_command_forbidden'],
    [['NOSUCH', 'k'], 'redis_command_unknown'],
    [['CONFIG', 'NOSUCH'], 'redis_command_unknown'],
    [['CONFIG'], 'redis_command_unknown'],
    [[''], 'redis_command_unknown'],
    // FLUSHALL and EVALSHA by the names this server gave them: COMMAND tells only the old ones.
    [['PING2'], 'redis_command_unknown'],
    [['SHAEVAL', 'x', '0'], 'redis_command_unknown'],
    [['FLUSHALL'], 'redis_read_only'],
  ])('%j: %s', async (args, code) => {
    expect(await codeOf(databaseOf([everything], { readOnly: true }).run(args, { isTyped: true }))).toBe(code)
  })
})

describe('who may do what', () => {
  it.each([
    ['reader', [reader], ['GET', 'k'], 'sent'],
    ['reader', [reader], ['SET', 'k', 'v'], 'redis_key_forbidden'],
    ['reader', [reader], ['EVAL', 'return 1', '0'], 'redis_command_forbidden'],
    ['editor', [editor], ['SET', 'k', 'v'], 'sent'],
    ['editor', [editor], ['DEL', 'k'], 'sent'],
    ['editor', [editor], ['KEYS', '*'], 'redis_command_forbidden'],
    ['editor', [editor], ['FLUSHDB'], 'redis_command_forbidden'],
    ['editor', [editor], ['CONFIG', 'GET', 'requirepass'], 'redis_command_forbidden'],
    ['editor', [editor], ['FUNCTION', 'LOAD', 'REPLACE', '#!lua name=x'], 'redis_command_forbidden'],
    ['editor', [editor], ['FUNCTION', 'DELETE', 'x'], 'redis_command_forbidden'],
    ['editor', [editor], ['FUNCTION', 'RESTORE', 'x'], 'redis_command_forbidden'],
    ['editor', [editor], ['FUNCTION', 'FLUSH'], 'redis_command_forbidden'],
    ['editor', [editor], ['SCRIPT', 'FLUSH'], 'redis_command_forbidden'],
    ['editor', [editor], ['FUNCTION', 'STATS'], 'sent'],
    ['editor', [editor], ['SCRIPT', 'KILL'], 'redis_command_forbidden'],
    ['editor', [editor], ['FUNCTION', 'KILL'], 'redis_command_forbidden'],
    ['editor', [editor], ['EVAL', "return redis.call('FLUSHALL')", '0'], 'redis_command_forbidden'],
    ['editor', [editor], ['EVAL_RO', 'return 1', '0'], 'redis_command_forbidden'],
    ['editor', [editor], ['FCALL', 'f', '0'], 'redis_command_forbidden'],
    ['editor', [editor], ['SCRIPT', 'LOAD', 'return 1'], 'redis_command_forbidden'],
    ['reader of database 0', [ofDatabase], ['GET', 'k'], 'sent'],
    ['reader of database 0', [ofDatabase], ['FUNCTION', 'STATS'], 'redis_key_forbidden'],
    ['reader of database 0', [ofDatabase], ['FUNCTION', 'LIST'], 'redis_key_forbidden'],
    ['admin', [everything], ['FUNCTION', 'FLUSH'], 'sent'],
    ['editor', [editor], ['SELECT', '1'], 'redis_command_forbidden'],
    ['admin', [everything], ['SELECT', '1'], 'redis_command_forbidden'],
    ['admin', [everything], ['MULTI'], 'redis_command_forbidden'],
    ['admin', [everything], ['SUBSCRIBE', 'c'], 'redis_command_forbidden'],
    ['admin', [everything], ['MONITOR'], 'redis_command_forbidden'],
    ['admin', [everything], ['BLPOP', 'k', '0'], 'redis_command_forbidden'],
    ['admin', [everything], ['KEYS', 'nothing'], 'sent'],
  ])('%s: %j', async (_who, grants, args, code) => {
    expect(await codeOf(databaseOf(grants as (typeof everything)[]).run(args as string[]))).toBe(code)
  })

  it('lets transactions and waiting commands go on a socket of their own', async () => {
    const own = await databaseOf([editor]).own()
    await own.run(['MULTI'])
    expect(String(await own.run(['SET', 't', '1']))).toBe('QUEUED')
    expect(await own.run(['EXEC'])).toHaveLength(1)
    own.close()
  })

  it('sends none of several when one is refused', async () => {
    const database = databaseOf([editor])
    expect(
      await codeOf(
        database.runAll([
          ['SET', 'first', '1'],
          ['KEYS', '*'],
        ]),
      ),
    ).toBe('redis_command_forbidden')
    expect(await database.run(['EXISTS', 'first'])).toBe('0')
  })
})

describe('a grant for some keys', () => {
  const only = (pattern: string, ...codes: string[]) => ({
    scope: '*',
    environment: '*' as const,
    codes: codes.map((code) => `redis.redis.${code}`),
    resource: { kind: 'redis', pattern },
  })
  const sessions = [only('dev/0/session:*', 'read', 'edit')]
  const all = [only('dev/0/*', 'read', 'edit', 'dangerous')]

  it.each([
    [sessions, ['GET', 'session:1'], 'sent'],
    [sessions, ['GET', 'other:1'], 'redis_key_forbidden'],
    [sessions, ['SET', 'session:1', 'v'], 'sent'],
    [sessions, ['SET', 'sess', 'v'], 'redis_key_forbidden'],
    [sessions, ['MGET', 'session:1', 'other:1'], 'redis_key_forbidden'],
    [sessions, ['COPY', 'session:1', 'other:1'], 'redis_key_forbidden'],
    [sessions, ['COPY', 'other:1', 'session:1'], 'redis_key_forbidden'],
    [sessions, ['EVAL', "return redis.call('GET', 'other:1')", '0'], 'redis_key_forbidden'],
    [sessions, ['EVAL_RO', "return redis.call('GET', 'other:1')", '1', 'session:1'], 'redis_key_forbidden'],
    [sessions, ['SORT', 'session:1', 'BY', 'other:*'], 'redis_key_forbidden'],
    [sessions, ['SORT_RO', 'session:1', 'GET', 'other:*'], 'redis_key_forbidden'],
    [sessions, ['RANDOMKEY'], 'redis_key_forbidden'],
    [sessions, ['SCAN', '0'], 'redis_key_forbidden'],
    [sessions, ['INFO'], 'redis_key_forbidden'],
    [sessions, ['SLOWLOG', 'GET'], 'redis_key_forbidden'],
    [sessions, ['KEYS', 'session:*'], 'redis_command_forbidden'],
    [sessions, ['PING'], 'sent'],
    [sessions, ['DBSIZE'], 'redis_key_forbidden'],
    [sessions, ['COMMAND', 'GETKEYS', 'GET', 'other:1'], 'redis_key_forbidden'],
    // The server stores to the last one.
    [
      sessions,
      ['GEORADIUS', 'session:g', '0', '0', '1', 'm', 'STORE', 'session:1', 'STORE', 'other:1'],
      'redis_key_forbidden',
    ],
    [sessions, ['GEORADIUS', 'session:g', '0', '0', '1', 'm', 'STORE', 'session:2'], 'sent'],
    [sessions, ['COPY', 'session:1', 'session:1', 'DB', '5'], 'redis_key_forbidden'],
    [sessions, ['MOVE', 'session:1', '5'], 'redis_key_forbidden'],
    [[only('dev/*/session:*', 'read', 'edit')], ['COPY', 'session:1', 'session:1', 'db', '5'], 'sent'],
    // All keys of one database, none of the others.
    [all, ['GET', 'other:1'], 'sent'],
    [all, ['COPY', 'other:1', 'other:1', 'REPLACE', 'DB', '5'], 'redis_key_forbidden'],
    [all, ['COPY', 'a', 'b', 'DB', '0', 'DB', '5'], 'redis_key_forbidden'],
    [all, ['MOVE', 'other:1', '5'], 'redis_key_forbidden'],
    [all, ['EVAL', "redis.call('SELECT', 5) return redis.call('GET', 'k')", '0'], 'redis_key_forbidden'],
    [all, ['EVAL_RO', "redis.call('SELECT', 5) return redis.call('GET', 'k')", '0'], 'redis_key_forbidden'],
    [all, ['SLOWLOG', 'GET'], 'redis_key_forbidden'],
    [all, ['KEYS', 'nothing'], 'sent'],
    [all, ['FLUSHALL'], 'redis_command_forbidden'],
    [all, ['SWAPDB', '0', '5'], 'redis_command_forbidden'],
    [all, ['CONFIG', 'GET', 'requirepass'], 'redis_command_forbidden'],
    [[only('dev/*/*', 'read', 'edit', 'dangerous')], ['CONFIG', 'GET', 'maxmemory'], 'sent'],
    [[only('dev/*/*', 'read', 'edit')], ['EVAL_RO', 'return 1', '0'], 'redis_command_forbidden'],
    [[only('dev/*/*', 'read', 'edit', 'dangerous')], ['EVAL_RO', 'return 1', '0'], 'sent'],
    // Who only reads cannot make the server stand still.
    [[reader], ['EVAL_RO', 'return 1', '0'], 'redis_command_forbidden'],
    [[reader], ['WAIT', '9', '0'], 'redis_command_forbidden'],
    [[only('dev/1/session:*', 'read')], ['GET', 'session:1'], 'redis_key_forbidden'],
    [[only('other/0/*', 'read')], ['GET', 'session:1'], 'redis_key_forbidden'],
    [[only('dev/*/*', 'read')], ['GET', 'session:1'], 'sent'],
    [[only('dev/*/*', 'read')], ['INFO'], 'sent'],
    // Reads all, writes some.
    [[reader, only('dev/0/session:*', 'edit')], ['GET', 'other:1'], 'sent'],
    [[reader, only('dev/0/session:*', 'edit')], ['SET', 'other:1', 'v'], 'redis_key_forbidden'],
    [[reader, only('dev/0/session:*', 'edit')], ['DEL', 'session:1', 'other:1'], 'redis_key_forbidden'],
    // Dangerous commands keep to no key.
    [[editor, only('dev/0/session:*', 'dangerous')], ['FLUSHDB'], 'redis_command_forbidden'],
  ])('%j sends %j: %s', async (grants, args, code) => {
    const typed = { isTyped: true }
    expect(await codeOf(databaseOf(grants as (typeof everything)[]).run(args as string[], typed))).toBe(code)
  })

  it('narrows what a scan may show, with its signs as they are', () => {
    const of = (pattern: string) => databaseOf([only(pattern, 'read') as typeof everything]).readable()
    expect(of('dev/0/session:*')).toEqual(['session:*'])
    expect(of('dev/0/a[1]?*')).toEqual([String.raw`a\[1]\?*`])
    expect(of('dev/*/one')).toEqual(['one'])
    expect(of('elsewhere/0/*')).toEqual([])
    expect(of('de*/*/*')).toBeNull()
  })

  it('compares names that are no text byte by byte', async () => {
    const database = databaseOf([only('dev/0/ключ:*', 'read') as typeof everything])
    expect(await codeOf(database.run(['GET', Buffer.from('ключ:1')]))).toBe('sent')
    expect(await codeOf(database.run(['GET', Buffer.from([0xd0, 0xff])]))).toBe('redis_key_forbidden')
  })
})

describe('the keys of a command', () => {
  const COMMANDS: string[][] = [
    ['GET', 'a'],
    ['MSET', 'a', '1', 'b', '2'],
    ['DEL', 'a', 'b', 'c'],
    ['EVAL', 'return 1', '2', 'a', 'b', 'x'],
    ['ZUNION', '2', 'a', 'b', 'WEIGHTS', '1', '2'],
    ['ZUNIONSTORE', 'd', '2', 'a', 'b'],
    ['XREAD', 'COUNT', '2', 'STREAMS', 'a', 'b', '0', '0'],
    ['XREADGROUP', 'GROUP', 'g', 'c', 'STREAMS', 'a', '>'],
    ['BITOP', 'AND', 'd', 'a', 'b'],
    ['OBJECT', 'ENCODING', 'a'],
    ['MEMORY', 'USAGE', 'a'],
    ['LMPOP', '2', 'a', 'b', 'LEFT'],
    ['GEORADIUS', 'a', '1', '2', '3', 'km', 'STORE', 'd'],
    ['MIGRATE', 'h', '1', '', '0', '10', 'KEYS', 'a', 'b'],
    ['COPY', 'a', 'b'],
    ['PFMERGE', 'a', 'b', 'c'],
    ['XGROUP', 'CREATE', 'a', 'g', '$'],
    ['SET', 'a', 'b', 'EX', '1'],
  ]

  it.each(COMMANDS)('are those the server finds in %s %s %s', async (...args) => {
    const link = plainLink(redis.port)
    links.push(link)
    const told = ((await link.send(['COMMAND', 'GETKEYS', ...args])) as Buffer[]).map(String)
    const found = (table.keysOf(args) ?? []).map(String).filter((key) => key !== '')
    expect(found.toSorted()).toEqual(told.filter((key) => key !== '').toSorted())
  })

  it('are unknown where a sort reads others by their pattern', () => {
    expect(table.keysOf(['SORT', 'a', 'BY', 'w_*'])).toBeNull()
  })
})

describe('a page of the server', () => {
  const SHOWN = [
    ['CLIENT', 'LIST'],
    ['CONFIG', 'GET', '*'],
    ['ACL', 'LIST'],
    ['ACL', 'LOG', '10'],
    ['SLOWLOG', 'GET', '10'],
  ]
  const page = { isServerPage: true }

  it('may ask a reader’s server what only shows, and nothing that is typed may', async () => {
    const database = databaseOf([reader])
    for (const args of SHOWN) expect([args, await codeOf(database.check(args, page))]).toEqual([args, 'sent'])
    for (const args of SHOWN.slice(0, 4)) {
      expect([args, await codeOf(database.check(args))]).toEqual([args, 'redis_command_forbidden'])
      const typed = database.check(args, { ...page, isTyped: true })
      expect([args, await codeOf(typed)]).toEqual([args, 'redis_command_forbidden'])
    }
  })

  it('opens nothing that changes a server, and nothing else that is dangerous', async () => {
    const database = databaseOf([reader])
    for (const args of [
      ['ACL', 'LOG', 'RESET'],
      ['ACL', 'GETUSER', 'default'],
      ['ACL', 'SETUSER', 'x'],
      ['CONFIG', 'SET', 'maxmemory', '1'],
      ['CONFIG', 'REWRITE'],
      ['CLIENT', 'KILL', 'ID', '1'],
      ['SLOWLOG', 'RESET'],
      ['KEYS', '*'],
      ['DEBUG', 'SLEEP', '0'],
      ['SHUTDOWN'],
    ])
      expect([args, await codeOf(database.check(args, page))]).toEqual([args, 'redis_command_forbidden'])
  })

  it('is closed to those who may read some databases or keys only', async () => {
    for (const pattern of ['dev/0/*', 'dev/0/game:*']) {
      const database = databaseOf([{ ...reader, resource: { kind: 'redis', pattern } } as never])
      for (const args of [...SHOWN, ['INFO'], ['LATENCY', 'DOCTOR']])
        expect([args, await codeOf(database.check(args, page))]).toEqual([args, 'redis_key_forbidden'])
    }
  })
})
