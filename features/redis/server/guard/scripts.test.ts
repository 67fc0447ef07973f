import { AppError } from '@qd/contract-kit'
import type { TextRef } from '@qd/contract-kit'
import { aCaller, everything } from '@qd/server-kit/testing'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCRIPT_RULES } from '../../contract/index.ts'
import type { Reply } from '../link/redis-link.ts'
import { openLink } from '../link/open-link.ts'
import { testConfig, testDialer } from '../testing/link-config.ts'
import { plainLink } from '../testing/plain-link.ts'
import { allowedBy } from './acl-rules.ts'
import { CommandLog } from './command-log.ts'
import { loadCommandTable } from './command-table.ts'
import type { CommandTable } from './command-table.ts'
import { GuardedDatabase } from './guarded-database.ts'

const LOG = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)
const place = { game: 'lantern', operator: 'northwind', lineId: 'lantern-dev', environment: 'dev' as const }
const editor = { scope: '*', environment: '*' as const, codes: ['redis.redis.read', 'redis.redis.edit'] }
/** As the page shows it. */
const RULES = ['~*', ...SCRIPT_RULES.split(' ')]

const opened: { close(): void }[] = []
let redis: TestRedis
let root: ReturnType<typeof plainLink>
let table: CommandTable

beforeAll(async () => {
  redis = await startRedis(['--busy-reply-threshold', '50'])
  root = plainLink(redis.port)
  opened.push(root)
  table = await loadCommandTable((args) => root.send(args))
})
afterAll(async () => {
  for (const each of opened) each.close()
  await redis.stop()
})

const setUser = async (name: string, ...rules: string[]) => {
  await root.send(['ACL', 'SETUSER', name, 'reset', 'on', '>pw', ...rules])
}

/** A database of a connection whose scripts go as a user. */
async function databaseOf(
  of: { readOnly?: boolean; scriptUser?: string; username?: string; timeoutMs?: number; port?: number } = {},
  grants: (typeof everything)[] = [everything],
): Promise<GuardedDatabase> {
  const { readOnly = true, scriptUser = '', username = '', timeoutMs = 5_000, port = redis.port } = of
  const config = testConfig({ port, username, scriptUser, timeoutMs })
  const secrets = { scriptPassword: 'pw', ...(username === '' ? {} : { password: 'pw' }) }
  const link = await openLink(config, secrets, { db: 0, dialer: testDialer(), pauseMs: () => 20 })
  opened.push(link)
  const connection = {
    id: 'c1',
    lineId: 'lantern-dev',
    ...config,
    readOnly,
    isCluster: false,
    isClusterNode: false,
    version: link.version,
  }
  return new GuardedDatabase({ asking: { caller: aCaller('u', grants), place }, connection, link, log: LOG })
}

const typed = { isTyped: true }
/** What came of it: the answer as text, or the code of a refusal with its reason. */
const outcomeOf = async (answer: Promise<Reply>): Promise<string> => {
  try {
    return `sent ${String(await answer)}`
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { reason, words } = error.params as { reason?: TextRef; words?: string }
    return `${error.def.code} ${reason?.text ?? words ?? ''}`
  }
}

describe('a typed script on a read-only connection', () => {
  it('goes as a user the server lets read alone', async () => {
    await setUser('scripts', ...RULES)
    await root.send(['SET', 'k', 'v'])
    const database = await databaseOf({ scriptUser: 'scripts' })
    const get = "return redis.call('GET', KEYS[1])"
    expect(await outcomeOf(database.run(['EVAL_RO', get, '1', 'k'], typed))).toBe('sent v')
    expect(await database.check(['EVAL_RO', get, '1', 'k'], typed)).toBe('read')
    for (const inner of [
      "'FLUSHALL'",
      "'SET','k','w'",
      "'CONFIG','SET','maxmemory','0'",
      "'MEMORY','PURGE'",
    ]) {
      const script = `return redis.call(${inner})`
      expect(await outcomeOf(database.run(['EVAL_RO', script, '0'], typed))).toMatch(/^redis_refused/)
    }
    expect(await outcomeOf(database.run(['EVAL', get, '1', 'k'], typed))).toBe('redis_read_only ')
    expect(String(await root.send(['GET', 'k']))).toBe('v')
  })

  it('takes rules written in another order, and with more that scripts cannot use', async () => {
    const usual = '+@read -@dangerous -@admin +eval_ro +evalsha_ro +fcall_ro +@connection +info +command'
    for (const rules of [usual, '+eval +@connection +@read +xinfo -@dangerous -@slow +eval_ro']) {
      await setUser('other', '~*', ...rules.split(' '))
      const database = await databaseOf({ scriptUser: 'other' })
      const outcome = await outcomeOf(database.run(['EVAL_RO', 'return 1', '0'], typed))
      expect([rules, outcome]).toEqual([rules, 'sent 1'])
    }
  })

  it.each([
    ['nobody is named', '', [], 'noUser'],
    ['the user is not there', 'nobody', null, 'missing'],
    ['the user is off', 'sleeps', [...RULES, 'off'], 'off'],
    ['the user may do all', 'all', ['~*', '+@all'], 'more'],
    ['the user may write', 'writes', [...RULES, '+set'], 'more'],
    ['the user may write by a selector', 'selects', [...RULES, '(+@write ~game:*)'], 'more'],
    ['the user may list all keys', 'keys', [...RULES, '+keys'], 'more'],
    ['the user may purge', 'purges', [...RULES, '+memory'], 'more'],
    ['the user may reset the slow log', 'resets', [...RULES, '+slowlog|reset'], 'more'],
    ['the user may cut a cluster', 'cuts', [...RULES, '+cluster'], 'more'],
    ['the user may publish', 'tells', [...RULES, '+publish'], 'more'],
    ['the user may use one argument of a command', 'first', ['-@all', '+flushall|async', '+eval_ro'], 'more'],
  ])('is refused where %s', async (_what, scriptUser, rules, reason) => {
    if (rules !== null && scriptUser !== '') await setUser(scriptUser, ...rules)
    const database = await databaseOf({ scriptUser })
    for (const args of [
      ['EVAL_RO', 'return 1', '0'],
      ['EVALSHA_RO', 'x', '0'],
      ['FCALL_RO', 'f', '0'],
    ]) {
      const outcome = await outcomeOf(database.run(args, typed))
      expect([args, outcome]).toEqual([args, `redis_script_unbounded redis.script.${reason}`])
    }
  })

  it('is refused where the main user may not ask for the rules', async () => {
    await setUser('scripts', ...RULES)
    await setUser('main', '~*', '+@all', '-acl')
    const database = await databaseOf({ scriptUser: 'scripts', username: 'main' })
    const outcome = await outcomeOf(database.run(['EVAL_RO', 'return 1', '0'], typed))
    expect(outcome).toBe('redis_script_unbounded redis.script.notTold')
  })

  it('is refused from the moment the user may do more', async () => {
    await setUser('changes', ...RULES)
    const database = await databaseOf({ scriptUser: 'changes' })
    const run = () => outcomeOf(database.run(['EVAL_RO', 'return 1', '0'], typed))
    expect(await run()).toBe('sent 1')
    await root.send(['ACL', 'SETUSER', 'changes', '+set'])
    expect(await run()).toBe('redis_script_unbounded redis.script.more')
    await root.send(['ACL', 'SETUSER', 'changes', '-set'])
    expect(await run()).toBe('sent 1')
  })

  it('is not sent with others, for those go as the main user', async () => {
    await setUser('scripts', ...RULES)
    const database = await databaseOf({ scriptUser: 'scripts' })
    const script = ['EVAL_RO', "return redis.call('CONFIG', 'SET', 'maxmemory', '0')", '0']
    await expect(database.runAll([['PING'], script], typed)).rejects.toThrow()
  })

  it('is refused inside of a transaction, which is of the main user', async () => {
    await setUser('scripts', ...RULES)
    const own = await (await databaseOf({ scriptUser: 'scripts' })).own()
    opened.push(own)
    await own.run(['MULTI'])
    const outcome = await outcomeOf(own.run(['EVAL_RO', 'return 1', '0'], typed))
    expect(outcome).toBe('redis_script_unbounded redis.script.transaction')
    expect(await outcomeOf(own.run(['EXEC']))).toMatch(/EXECABORT/)
  })
})

describe('a typed script on a writable connection', () => {
  it.each([
    ['EVAL_RO', 'scripts', [editor], 'sent 1'],
    ['EVAL_RO', 'writes', [editor], 'redis_script_unbounded redis.script.more'],
    ['EVAL_RO', '', [editor], 'redis_command_forbidden '],
    ['EVAL', 'scripts', [editor], 'redis_command_forbidden '],
    ['EVAL', '', [everything], 'sent 1'],
    ['EVAL_RO', 'writes', [everything], 'sent 1'],
  ])('%s with the user "%s" of %j: %s', async (name, scriptUser, grants, outcome) => {
    await setUser('scripts', ...RULES)
    await setUser('writes', ...RULES, '+set')
    const database = await databaseOf({ readOnly: false, scriptUser }, grants as (typeof everything)[])
    expect(await outcomeOf(database.run([name, 'return 1', '0'], typed))).toBe(outcome)
  })

  it('is dangerous, and a read as a user bound to reading', async () => {
    await setUser('scripts', ...RULES)
    const kindsOf = async (scriptUser: string) => {
      const database = await databaseOf({ readOnly: false, scriptUser })
      return Promise.all(
        ['EVAL', 'EVALSHA', 'FCALL', 'EVAL_RO', 'EVALSHA_RO', 'FCALL_RO'].map((name) =>
          database.check([name, 'x', '0'], typed),
        ),
      )
    }
    const dangerous = Array<string>(3).fill('dangerous')
    expect(await kindsOf('')).toEqual([...dangerous, ...dangerous])
    expect(await kindsOf('scripts')).toEqual([...dangerous, 'read', 'read', 'read'])
  })
})

describe('rules of an ACL', () => {
  // Some are open to whoever has not signed in, whatever the rules say.
  const leaves = () =>
    table.entries.filter(({ hasSubCommands, flags }) => !hasSubCommands && !flags.has('no_auth'))
  const CASES = [
    RULES.join(' '),
    '+@all -@dangerous',
    '+@all -@write -config +config|get',
    '-@all +client -client|kill +@fast -@read',
    '+@read +@write -@string +memory|usage',
    '+@admin -debug +slowlog|get -acl|list',
    '+cluster -cluster|delslots +@scripting -@slow',
    '+@connection -client|list nocommands +get allcommands -@blocking',
  ]

  it.each(CASES)('allow what the server allows by them: %s', async (rules) => {
    await setUser('tried', '~*', '&*', ...rules.split(' '))
    const told = (await root.send(['ACL', 'GETUSER', 'tried'])) as readonly Reply[]
    const at = told.findIndex((each) => String(each) === 'commands')
    const names = [...allowedBy(String(told[at + 1]), table)!].map(({ name }) => name)
    const dry = await root.sendAll(
      leaves().map(({ name, arity }) => {
        const words = name.split('|')
        const fill = Array<string>(Math.max(0, Math.abs(arity) - words.length)).fill('1')
        return ['ACL', 'DRYRUN', 'tried', ...words, ...fill]
      }),
    )
    const allowed = leaves().filter((_entry, place_) => !/permissions to run/.test(String(dry[place_])))
    const own = names.filter((name) => leaves().some((leaf) => leaf.name === name))
    expect(own.toSorted()).toEqual(allowed.map(({ name }) => name).toSorted())
  })

  it('are unknown where one is not understood', () => {
    expect(allowedBy('+@read +@nosuch', table)).toBeNull()
    expect(allowedBy('+@read +nosuch', table)).toBeNull()
    expect(allowedBy('+@read -nosuch', table)).not.toBeNull()
  })
})

it.each(['WATCH', 'MULTI'])('what %s began on a lost socket goes on by no other one', async (began) => {
  await root.send(['SET', 'gold', '100'])
  const own = await (await databaseOf({ readOnly: false })).own()
  opened.push(own)
  const id = String(await own.run(['CLIENT', 'ID']))
  await own.run(began === 'WATCH' ? ['WATCH', 'gold'] : ['MULTI'])
  const states: string[] = []
  own.watch(({ state }) => states.push(state))
  await root.send(['CLIENT', 'KILL', 'ID', id])
  await expect.poll(() => states).toEqual(['lost'])
  const rest = [['SET', 'gold', '50'], ['EXEC']]
  const replies = await own.runAll(began === 'WATCH' ? [['MULTI'], ...rest] : rest)
  expect(replies.every((reply) => reply instanceof AppError)).toBe(true)
  expect(String(await root.send(['GET', 'gold']))).toBe('100')
})

describe('a script beyond its limit', () => {
  const LOOP = 'while true do end'
  const limit = { readOnly: false, timeoutMs: 500 }

  it.each([
    ['EVAL', ['EVAL', LOOP, '0']],
    ['EVAL_RO', ['EVAL_RO', LOOP, '0']],
    ['FCALL', ['FCALL', 'endless', '0']],
  ])('is ended by the console: %s', async (_name, args) => {
    const code = `#!lua name=endless\nredis.register_function('endless', function() ${LOOP} end)`
    await root.send(['FUNCTION', 'LOAD', 'REPLACE', code])
    const database = await databaseOf(limit)
    expect(await outcomeOf(database.run(args, typed))).toBe('redis_script_ended ')
    expect(String(await root.send(['PING']))).toBe('PONG')
  })

  it('is ended as another user, and inside of a transaction', async () => {
    await setUser('scripts', ...RULES)
    const bounded = await databaseOf({ ...limit, readOnly: true, scriptUser: 'scripts' })
    expect(await outcomeOf(bounded.run(['EVAL_RO', LOOP, '0'], typed))).toBe('redis_script_ended ')
    const own = await (await databaseOf(limit)).own()
    opened.push(own)
    await own.run(['MULTI'])
    await own.run(['EVAL', LOOP, '0'], typed)
    const [killed] = (await own.run(['EXEC'])) as readonly Error[]
    expect(String((killed as AppError).params['words'])).toMatch(/killed by user/)
    expect(String(await root.send(['PING']))).toBe('PONG')
  })

  it('is ended although nobody waits for it any more', async () => {
    const giveUp = new AbortController()
    const database = await databaseOf(limit)
    const answer = outcomeOf(database.run(['EVAL', LOOP, '0'], { ...typed, signal: giveUp.signal }))
    const other = plainLink(redis.port)
    opened.push(other)
    const isBusy = () =>
      other.send(['PING']).then(
        () => false,
        () => true,
      )
    await expect.poll(isBusy).toBe(true)
    giveUp.abort()
    expect(await answer).toBe('redis_outcome_unknown ')
    await expect.poll(isBusy, { timeout: 10_000 }).toBe(false)
  })

  it('of somebody else is left alone, also while one of ours waits', async () => {
    const [somebody, other] = [plainLink(redis.port), plainLink(redis.port)]
    opened.push(somebody, other)
    const theirs = somebody
      .send(['EVAL', LOOP, '0'])
      .then(String, (error: AppError) => String(error.params['words']))
    const database = await databaseOf(limit).catch((error: unknown) => error)
    const busy = () => other.send(['PING']).then(String, (error: AppError) => String(error.params['words']))
    await expect.poll(busy).toMatch(/^BUSY/)
    if (database instanceof GuardedDatabase) {
      expect(await outcomeOf(database.run(['EVAL', 'return 1', '0'], typed))).toMatch(/BUSY/)
    }
    expect(await busy()).toMatch(/^BUSY/)
    // Whoever may endanger the server ends it, also where nothing is written.
    const boss = await databaseOf({ readOnly: true })
    const kill = ['SCRIPT', 'KILL']
    const looker = await databaseOf({ readOnly: true }, [editor as typeof everything])
    expect(await outcomeOf(looker.run(kill, typed))).toBe('redis_command_forbidden ')
    expect(await outcomeOf(boss.run(kill, typed))).toBe('sent OK')
    expect(await theirs).toMatch(/killed by user/)
  })

  it('that has written is told as one that runs on', async () => {
    const victim = await startRedis(['--busy-reply-threshold', '50'])
    const database = await databaseOf({ ...limit, port: victim.port })
    const script = `redis.call('SET', 'k', '1') ${LOOP}`
    const outcome = await outcomeOf(database.run(['EVAL', script, '0'], typed))
    expect(outcome).toBe('redis_script_runs_on redis.script.wrote')
    await victim.stop()
  })
})
