import { AppError } from '@qd/contract-kit'
import { aCaller, everything } from '@qd/server-kit/testing'
import { SEARCH_MODULE, startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisErrors, SCRIPT_RULES } from '../../contract/index.ts'
import { openLink } from '../link/open-link.ts'
import type { Arg, OwnLink, Reply } from '../link/redis-link.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import { commandReply, recordedTables } from '../testing/recorded-tables.ts'
import type { RecordedCommand } from '../testing/recorded-tables.ts'
import { allowedBy } from './acl-rules.ts'
import { CommandLog } from './command-log.ts'
import { loadCommandTable } from './command-table.ts'
import { GuardedDatabase } from './guarded-database.ts'
import { assertBounded } from './script-bounds.ts'

/*
 * Every command of every table through every door. What a command does is told here by lists of their own, so that a fault
 * of the guard's lists is none of the test's.
 */

const LOG = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)
const place = { game: 'lantern', operator: 'northwind', lineId: 'lantern-dev', environment: 'dev' as const }
const editor = { scope: '*', environment: '*' as const, codes: ['redis.redis.read', 'redis.redis.edit'] }

/** They change something, whatever their flags. */
const CHANGES = new RegExp(
  `^(${[
    String.raw`config\|(set|rewrite|resetstat)`,
    String.raw`cluster\|(add.*|bumpepoch|del.*|failover|flush.*|forget|meet|replicate|reset|save.*|set.*|migrat.*|import.*|cancel.*|sync.*)`,
    String.raw`client\|(kill|pause|unpause|unblock|reply|tracking|caching|no-.*|set.*|capa|import-source)`,
    String.raw`acl\|(setuser|deluser|load|save|log\|reset)`,
    String.raw`script\|(flush|load|debug)|function\|(load|delete|flush|restore)`,
    String.raw`module\|(load|loadex|unload)|(slowlog|latency|commandlog)\|reset|memory\|purge`,
    'debug.*|shutdown|save|bgsave|bgrewriteaof|replicaof|slaveof|failover|p?sync|replconf|monitor|s?publish',
    String.raw`evalsha|eval|fcall|eval_ro|evalsha_ro|fcall_ro|post|host:|pfdebug|pfselftest|swapdb|reset|quit|auth|hello`,
    String.raw`ft\.(create|drop|alter|add|del|alias|syn(add|update)|dict(add|del)|config\|set|_alter.*|_drop.*|_create.*|sug(add|del)|optimize|debug|safe.*)`,
  ].join('|')})`,
)
/** Dangerous by their categories, and needed for what the console itself does. */
const TAMED = new Set(['restore', 'sort', 'sort_ro', 'info', 'role', 'lastsave'])
/** Of those the server itself names dangerous: they show what whoever may read sees anyway. */
const ONLY_SHOW =
  /^(cluster\|replicas|latency\|(doctor|graph|histogram|history|latest)|module\|list|slowlog\|(get|len)|.*\|help)$/
/** Shown by pages of the server without what is secret in them. */
const SHOWN_ON_PAGES = /^(client\|list|config\|get|acl\|(list|log)|commandlog\|(get|len))$/
/** They end what somebody runs, and write nothing. */
const KILLS = new Set(['script|kill', 'function|kill'])
const ENDLESS = /^(b(l|r|z)|wait)/

const newest = [...recordedTables.values()].flat()
const subCommands = [
  ...new Set(newest.map(({ name }) => name).filter((name) => name.includes('|'))),
  'acl|log|reset',
]
const dangerousNames = new Set(
  newest
    .filter(({ flags, categories }) => categories.includes('dangerous') || flags.includes('admin'))
    .map(({ name }) => name)
    .filter((name) => !TAMED.has(name) && !ONLY_SHOW.test(name)),
)

interface Spoken {
  readonly name: string
  readonly flags: ReadonlySet<string>
}

/** Each command as it is typed; servers before 7.0 do not tell sub-commands, and have them all the same. */
function spoken(commands: readonly { name: string; flags: Iterable<string> }[]): Spoken[] {
  const names = new Set(commands.map(({ name }) => name))
  return commands.flatMap(({ name, flags }) => {
    const own = subCommands.filter((sub) => sub.startsWith(`${name}|`) && !names.has(sub))
    return [name, ...own].map((each) => ({ name: each, flags: new Set(flags) }))
  })
}

const isChange = ({ name, flags }: Spoken): boolean =>
  !KILLS.has(name) &&
  (CHANGES.test(name) || (flags.has('write') && !name.includes('|')) || isWrittenSub(name))
const writtenSubs = new Set(
  newest.filter(({ flags, name }) => name.includes('|') && flags.includes('write')).map(({ name }) => name),
)
const isWrittenSub = (name: string): boolean => writtenSubs.has(name)

const isDangerous = ({ name }: Spoken): boolean =>
  dangerousNames.has(name) || (CHANGES.test(name) && !/publish|^(quit|reset|hello|auth)/.test(name))

/** A server of a table: it answers COMMAND and writes down the rest. */
function recordingLink(commands: readonly RecordedCommand[] | null) {
  const sent: string[] = []
  const link: OwnLink = {
    db: 0,
    version: '',
    isCluster: false,
    isClusterNode: false,
    masters: () => ['one'],
    replicas: async () => [],
    async send(args) {
      if (String(args[0]) === 'COMMAND' && args.length === 1) {
        if (commands !== null) return commandReply(commands)
        throw new AppError(redisErrors.redis_refused, { params: { words: 'NOPERM' } })
      }
      sent.push(args.map(String).join(' '))
      return 'OK'
    },
    sendAll: (all) => Promise.all(all.map((args) => link.send(args))),
    own: async () => link,
    ownOnce: async () => link,
    ownForScripts: async () => link,
    askSentinels: async () => [],
    hear: () => () => undefined,
    watch: () => () => undefined,
    close: () => undefined,
  }
  return { link, sent }
}

function databaseOn(link: OwnLink, readOnly: boolean, grants: (typeof everything)[]): GuardedDatabase {
  const connection = {
    ...testConfig(),
    id: 'c1',
    lineId: 'lantern-dev',
    readOnly,
    isCluster: false,
    isClusterNode: false,
    version: '',
  }
  return new GuardedDatabase({ asking: { caller: aCaller('u', grants), place }, connection, link, log: LOG })
}

type Door = (database: GuardedDatabase, args: readonly Arg[]) => Promise<unknown>
const typed = { isTyped: true }
const DOORS: Readonly<Record<string, Door>> = {
  'a call': (database, args) => database.run(args, typed),
  'a console': async (database, args) =>
    (await database.own({ onMessage: () => undefined })).run(args, typed),
  'a transaction': async (database, args) => {
    const own = await database.own()
    await own.run(['MULTI'], typed)
    return own.run(args, typed)
  },
  'several at once': (database, args) => database.runAll([['PING'], args], typed),
  'a page of the server': (database, args) => database.run(args, { isServerPage: true }),
  'a job': (database, args) => database.run(args),
}

/** In small and large letters, and with as few and many words as there may be. */
function formsOf({ name }: Spoken): Arg[][] {
  const words = name.split('|')
  return [
    words,
    [...words, 'k', '1', '1', '1', '1'],
    [...words.map((word) => word.toUpperCase()), '0'],
    [Buffer.from(words[0]!), ...words.slice(1), 'reset'],
  ]
}

async function passed(database: GuardedDatabase, of: Spoken, door: Door): Promise<boolean> {
  for (const args of formsOf(of)) {
    try {
      await door(database, args)
      return true
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return false
}

const tables = [...recordedTables, ['a server that refuses COMMAND', null]] as [
  string,
  readonly RecordedCommand[] | null,
][]

describe.each(tables)('commands of %s', (_version, commands) => {
  const all = async (link: OwnLink): Promise<Spoken[]> =>
    spoken(commands ?? (await loadCommandTable((args) => link.send(args))).entries)

  it.each(Object.keys(DOORS))('write nothing through a read-only connection by %s', async (door) => {
    const { link } = recordingLink(commands)
    const database = databaseOn(link, true, [everything])
    const through: string[] = []
    for (const each of await all(link))
      if (isChange(each) && (await passed(database, each, DOORS[door]!))) through.push(each.name)
    expect(through).toEqual([])
  })

  it.each(Object.keys(DOORS))('endanger nothing without the right by %s', async (door) => {
    const { link } = recordingLink(commands)
    const database = databaseOn(link, false, [editor as typeof everything])
    const through: string[] = []
    for (const each of await all(link))
      if (isDangerous(each) && (await passed(database, each, DOORS[door]!))) through.push(each.name)
    const isPage = door === 'a page of the server'
    expect(through.filter((name) => !isPage || !SHOWN_ON_PAGES.test(name))).toEqual([])
  })

  it('leave a script of the user for scripts nothing but reading', async () => {
    const { link } = recordingLink(commands)
    const table = await loadCommandTable((args) => link.send(args))
    const allowed = allowedBy(`-@all ${SCRIPT_RULES}`, table)
    // Where the rules make no sense, no script is sent at all.
    if (allowed === null) return
    const inScripts = [...allowed].filter(
      ({ flags, hasSubCommands }) => !flags.has('noscript') && !hasSubCommands,
    )
    const beyond = spoken(inScripts).filter((each) => isChange(each) && !/^(eval|fcall)/.test(each.name))
    const told: Reply = ['flags', ['on'], 'commands', `-@all ${SCRIPT_RULES}`, 'selectors', []]
    const verdict = await assertBounded(async () => told, table, 'scripts').then(
      () => 'bounded',
      () => 'refused',
    )
    expect([verdict, beyond.map(({ name }) => name)]).toEqual([table.isAssumed ? 'refused' : 'bounded', []])
  })
})

describe('the server here with its modules', () => {
  let redis: TestRedis
  let root: Redis
  const links: { close(): void }[] = []

  beforeAll(async () => {
    redis = await startRedis(['--loadmodule', SEARCH_MODULE])
    root = new Redis({ port: redis.port, host: '127.0.0.1' })
  })
  afterAll(async () => {
    for (const link of links) link.close()
    root.disconnect()
    await redis.stop()
  })

  async function open(readOnly: boolean, grants: (typeof everything)[]): Promise<GuardedDatabase> {
    const config = testConfig({ port: redis.port, scriptUser: 'scripts' })
    const opened = { db: 0, dialer: testDialer(), pauseMs: () => 20 }
    const link = await openLink(config, { scriptPassword: 'pw' }, opened)
    links.push(link)
    const connection = {
      ...config,
      id: 'c1',
      lineId: 'lantern-dev',
      readOnly,
      isCluster: false,
      isClusterNode: false,
      version: link.version,
    }
    return new GuardedDatabase({
      asking: { caller: aCaller('u', grants), place },
      connection,
      link,
      log: LOG,
    })
  }

  /** Commands the server carried out since it was last asked. */
  async function carriedOut(): Promise<string[]> {
    const info = await root.info('commandstats')
    await root.config('RESETSTAT')
    return [
      ...info.matchAll(/^cmdstat_([^:]+):calls=(\d+).*?rejected_calls=\d+,failed_calls=(\d+)/gm),
    ].flatMap(([, name = '', calls, failed]) => (Number(calls) > Number(failed) ? [name] : []))
  }
  const entries = async () =>
    spoken(
      (await loadCommandTable((args) => root.callBuffer(...(args as [string])) as Promise<Reply>)).entries,
    )
  const own = new Set([
    'hello',
    'info',
    'config|resetstat',
    'client|setname',
    'acl|getuser',
    'command',
    'ping',
    'auth',
  ])

  it.each(Object.keys(DOORS))('carries out no write of a read-only connection by %s', async (door) => {
    const database = await open(true, [everything])
    const all = await entries()
    await carriedOut()
    for (const each of all)
      if (!ENDLESS.test(each.name) && !KILLS.has(each.name)) await passed(database, each, DOORS[door]!)
    const flags = new Map(all.map((each) => [each.name, each]))
    const changed = (await carriedOut()).filter(
      (name) => !own.has(name) && isChange(flags.get(name) ?? { name, flags: new Set() }),
    )
    expect(changed).toEqual([])
  })

  it('carries out no write of a script or a function of the user for scripts', async () => {
    const all = await entries()
    // Commands of RediSearch that it calls readings are not among its rules.
    const closed = all.filter(({ name }) => name.startsWith('ft.')).map(({ name }) => `-${name}`)
    await root.call('ACL', 'SETUSER', 'scripts', 'on', '>pw', '~*', ...SCRIPT_RULES.split(' '), ...closed)
    const code = `local done = 0
      for i = 1, #ARGV do
        local words = {}
        for word in ARGV[i]:gmatch('%S+') do words[#words + 1] = word end
        redis.pcall(unpack(words))
        done = done + 1
      end
      return done`
    await root.call(
      'FUNCTION',
      'LOAD',
      `#!lua name=all
redis.register_function{function_name = 'all', flags = {'no-writes'}, callback = function(KEYS, ARGV) ${code} end}`,
    )
    const lines = all.flatMap((each) => formsOf(each).map((args) => args.map(String).join(' ')))
    const database = await open(true, [everything])
    const flags = new Map(all.map((each) => [each.name, each]))
    for (const args of [
      ['EVAL_RO', code, '0', ...lines],
      ['FCALL_RO', 'all', '0', ...lines],
    ]) {
      await carriedOut()
      expect(String(await database.run(args, typed))).toBe(String(lines.length))
      const done = await carriedOut()
      // It did run: reads are among them.
      expect(done).toContain('get')
      const changed = done.filter((name) => !own.has(name) && !/^(eval|fcall)_ro$/.test(name))
      expect(changed.filter((name) => isChange(flags.get(name) ?? { name, flags: new Set() }))).toEqual([])
    }
  })
})
