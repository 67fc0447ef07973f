import { aCaller, everything } from '@qd/server-kit/testing'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CONSOLE_REPLY_BYTES, CONSOLES_MAX } from '../../contract/index.ts'
import type { CommandHelp } from '../../contract/index.ts'
import { consoleWorld, CONSOLE_LINE, holder } from '../testing/console-world.ts'

let redis: TestRedis
let world: Awaited<ReturnType<typeof consoleWorld>>

beforeAll(async () => {
  redis = await startRedis()
  world = await consoleWorld(redis.port)
  world.set('prod', { readOnly: true })
})
afterAll(async () => {
  await world.stop()
  await redis.stop()
})
beforeEach(() => world.client.flushall())
afterEach(() => world.closePages())

const admin = aCaller('admin', [everything])
const dev = holder('dev', ['read', 'edit'])

describe('a console', () => {
  it('answers in the types of RESP3', async () => {
    const desk = await world.as(dev).open()
    expect(await desk.value(String.raw`SET "a\x00\xff" "two words"`)).toEqual({ t: 's', v: 'OK' })
    expect(await desk.value('KEYS_ARE_UNKNOWN').catch((error: Error) => error.message)).toBe(
      'redis_command_unknown',
    )
    expect(await desk.value(String.raw`GET "a\x00\xff"`)).toEqual({ t: 'b', v: 'two words' })
    expect(await desk.value('SCAN 0')).toMatchObject({
      t: 'a',
      v: [
        { t: 'b', v: '0' },
        { t: 'a', v: [{ t: 'b', v: { base64: 'YQD/' } }] },
      ],
    })
    expect(await desk.value('INCRBY n 9007199254740993')).toEqual({ t: 'i', v: '9007199254740993' })
    expect(await desk.value('LPUSH n x')).toEqual({
      t: 'e',
      v: 'WRONGTYPE Operation against a key holding the wrong kind of value',
    })
    await desk.value('HSET h f v')
    expect(await desk.value('HGETALL h')).toEqual({
      t: 'm',
      v: [
        { t: 'b', v: 'f' },
        { t: 'b', v: 'v' },
      ],
    })
    await desk.value('ZADD z 1.5 m')
    expect(await desk.value('ZSCORE z m')).toEqual({ t: 'd', v: '1.5' })
    expect(await desk.value('GET none')).toEqual({ t: 'n' })
    expect(await desk.value('SMEMBERS none')).toEqual({ t: 'u', v: [] })
  })

  it('keeps a transaction and what is watched, and shows both', async () => {
    const desk = await world.as(dev).open()
    await desk.value('WATCH a b')
    await expect.poll(() => desk.state).toMatchObject({ watched: 2, isInTransaction: false })
    await desk.value('MULTI')
    expect(await desk.value('SET a 1')).toEqual({ t: 's', v: 'QUEUED' })
    expect(await desk.value('INCR a')).toEqual({ t: 's', v: 'QUEUED' })
    await expect.poll(() => desk.state).toMatchObject({ isInTransaction: true })
    expect(await desk.value('EXEC')).toEqual({
      t: 'a',
      v: [
        { t: 's', v: 'OK' },
        { t: 'i', v: '2' },
      ],
    })
    await expect.poll(() => desk.state).toMatchObject({ watched: 0, isInTransaction: false })
  })

  it.each([
    ['the guard refuses', 'KEYS *'],
    ['no server knows', 'NOSUCH k'],
    ['goes to another database', 'SELECT 1'],
    ['runs a script', `EVAL "return 1" 0`],
  ])('runs nothing of a transaction of which one %s', async (_what, line) => {
    const desk = await world.as(dev).open()
    await world.client.set('gold', '100')
    await desk.value('MULTI')
    await desk.value('DECRBY gold 50')
    await expect(desk.type(line)).rejects.toThrow()
    await desk.value('INCRBY gems 5')
    const words = 'EXECABORT Transaction discarded because of previous errors.'
    expect(await desk.value('EXEC')).toEqual({ t: 'e', v: words })
    expect(await world.client.mget('gold', 'gems')).toEqual(['100', null])
    await expect.poll(() => desk.state).toMatchObject({ isInTransaction: false })
    // What comes next is a new one.
    await desk.value('MULTI')
    await desk.value('INCRBY gems 5')
    expect(await desk.value('EXEC')).toEqual({ t: 'a', v: [{ t: 'i', v: '5' }] })
  })

  it('runs nothing of a transaction of which one was not confirmed, and all of it when it was', async () => {
    const boss = world.as(admin)
    const desk = await boss.open()
    const confirmed = async (line: string) => {
      const { console } = (await desk.type(line)) as unknown as { console: string }
      const at = { lineId: CONSOLE_LINE, connectionId: 'main', db: 0, console, confirm: 'main' }
      const { data } = (await boss.allow({ ...at, args: line.split(' ') })).body
      return (data as { allowance: string }).allowance
    }
    await desk.value('MULTI')
    expect(await desk.type('SWAPDB 0 1')).toMatchObject({ state: 'confirm' })
    await desk.value('SET left 1')
    expect(await desk.value('EXEC')).toMatchObject({ t: 'e', v: expect.stringMatching(/^EXECABORT/) })
    await desk.value('MULTI')
    expect((await desk.type('KEYS left', await confirmed('KEYS left'))).value).toMatchObject({ v: 'QUEUED' })
    expect(await desk.value('EXEC')).toEqual({ t: 'a', v: [{ t: 'a', v: [] }] })
  })

  it('goes to another database, where the caller may', async () => {
    const desk = await world.as(dev).open()
    expect(await desk.value('SELECT 3')).toEqual({ t: 's', v: 'OK' })
    await desk.value('SET there 1')
    await expect.poll(() => desk.state?.db).toBe(3)
    await world.client.select(3)
    expect(await world.client.get('there')).toBe('1')
    await world.client.select(0)
    expect(await desk.value('SELECT x')).toMatchObject({ t: 'e' })
    const bound = await world.as(holder('bound', ['read', 'edit'], 'main/0/*')).open()
    await expect(bound.value('SELECT 3')).rejects.toThrow()
    await bound.value('SET here 1')
    expect(await world.client.get('here')).toBe('1')
  })

  it('waits for a blocking command without holding anybody up, until it is given up', async () => {
    const [one, other] = [await world.as(dev).open(), await world.as(dev).open()]
    const waiting = one.type('BLPOP queue 0')
    await expect.poll(() => world.client.client('LIST')).toContain('cmd=blpop')
    await expect(one.type('PING')).rejects.toThrow('redis_console_busy')
    expect(await other.value('PING')).toEqual({ t: 's', v: 'PONG' })
    await one.page.ask('stop', {})
    expect(await waiting).toMatchObject({ state: 'done', value: null, code: 'redis_console_cancelled' })
    await expect.poll(() => world.client.client('LIST')).not.toContain('cmd=blpop')
    expect(await one.value('PING')).toEqual({ t: 's', v: 'PONG' })
    await expect(one.page.ask('wait', { n: 99 })).rejects.toThrow('redis_console_over')
  })

  it('cuts what is too large, and says how large it is', async () => {
    const desk = await world.as(dev).open()
    await world.client.set('big', 'x'.repeat(2_000_000))
    const value = (await desk.value('GET big')) as { v: string; cut: number }
    expect(value.cut).toBe(2_000_000)
    expect(value.v.length).toBeGreaterThan(CONSOLE_REPLY_BYTES * 0.9)
    await world.client.set('signs', '\u0001'.repeat(500_000))
    expect(JSON.stringify(await desk.value('GET signs')).length).toBeLessThan(CONSOLE_REPLY_BYTES * 1.1)
    await world.client.rpush('l', ...Array.from({ length: 40_000 }, (_none, at) => `item ${at}`))
    expect(await desk.value('LRANGE l 0 -1')).toMatchObject({ t: 'a', cut: 40_000 })
    await world.client.setrange('huge', 70 * 1_048_576, 'x')
    expect(await desk.type('GET huge')).toMatchObject({ value: null, code: 'redis_reply_too_large' })
    expect(await desk.value('STRLEN huge')).toMatchObject({ t: 'i' })
  })

  it('tells what the server says of its commands', async () => {
    const desk = await world.as(dev).open()
    const { list } = await desk.page.ask<{ list: CommandHelp[] }>('help', {})
    const of = (name: string) => list.find((each) => each.name === name)
    expect(of('SET')?.syntax).toBe(
      'key value [NX | XX] [GET] [EX seconds | PX milliseconds | EXAT unix-time-seconds | PXAT unix-time-milliseconds | KEEPTTL]',
    )
    expect(of('CONFIG GET')?.syntax).toBe('parameter [parameter ...]')
    expect(of('DEL')).toMatchObject({ syntax: 'key [key ...]', summary: 'Delete a key' })
    expect(of('SORT')?.syntax).toContain('[LIMIT offset count]')
    const bound = await world.as(holder('narrow', ['read'], 'main/0/game:*')).open()
    const names = (await bound.page.ask<{ list: CommandHelp[] }>('help', {})).list
    expect(names.find(({ name }) => name === 'GET')).toMatchObject({ syntax: '' })
  })

  it('is one of few for a person', async () => {
    const many = world.as(holder('many', ['read']))
    const open = []
    for (let at = 0; at < CONSOLES_MAX; at += 1) open.push(await many.open())
    await expect(many.open()).rejects.toThrow('redis_consoles_full')
    await open[0]!.page.leave()
    await many.open()
    for (const { page } of open) page.close()
  })
})

/* The answers of scripts are typed as well, for those who may send any. */
it('answers a confirmed script in its types', async () => {
  const boss = world.as(admin)
  const desk = await boss.open()
  const args = ['EVAL', 'redis.setresp(3) return true', '0']
  const line = `EVAL "redis.setresp(3) return true" 0`
  const { console } = (await desk.type(line)) as unknown as { console: string }
  const at = { lineId: CONSOLE_LINE, connectionId: 'main', db: 0, console, confirm: 'main' }
  const { allowance } = (await boss.allow({ ...at, args })).body.data as { allowance: string }
  expect((await desk.type(line, allowance)).value).toEqual({ t: 'o', v: 't' })
})

describe('messages', () => {
  it('of channels come in until they are stopped; nobody with some keys alone gets them', async () => {
    const desk = await world.as(dev).open()
    expect(await desk.value('SUBSCRIBE news other')).toMatchObject({ t: 'a', v: [{}, {}] })
    await expect.poll(() => desk.state?.stream).toBe('subscribe')
    await world.client.publish('news', Buffer.from([0xff, 0x00]))
    await world.client.publish('other', 'x'.repeat(10_000))
    await expect
      .poll(() => desk.messages)
      .toMatchObject([
        { channel: 'news', text: { base64: '/wA=' }, cut: 0 },
        { channel: 'other', cut: 10_000 },
      ])
    await expect(desk.type('PING')).rejects.toThrow('redis_console_busy')
    await desk.page.ask('stop', {})
    expect(await desk.value('PSUBSCRIBE n*')).toMatchObject({ t: 'a' })
    await world.client.publish('news', 'again')
    await expect
      .poll(() => desk.messages.at(-1))
      .toMatchObject({ channel: 'news', pattern: 'n*', text: 'again' })
    for (const [at, pattern] of ['main/0/game:*', 'main/0/*'].entries()) {
      const narrow = await world.as(holder(`narrow${at}`, ['read'], pattern)).open()
      for (const line of ['SUBSCRIBE game:1', 'SSUBSCRIBE game:1', 'PSUBSCRIBE *'])
        await expect(narrow.type(line)).rejects.toThrow('redis_key_forbidden')
    }
  })

  it('beyond what a page reads are left out and counted', async () => {
    const desk = await world.as(dev).open()
    await desk.value('SUBSCRIBE flood')
    const pipeline = world.client.pipeline()
    for (let at = 0; at < 5_000; at += 1) pipeline.publish('flood', String(at))
    await pipeline.exec()
    const dropped = () =>
      (desk.page.events as { dropped?: number }[]).reduce((sum, each) => sum + (each.dropped ?? 0), 0)
    await expect.poll(() => desk.messages.length + dropped()).toBe(5_000)
    expect(desk.messages.at(-1)?.text).toBe('4999')
  })

  it('of MONITOR need its own permission and the name typed', async () => {
    for (const caller of [dev, holder('danger', ['read', 'edit', 'dangerous'])]) {
      const desk = await world.as(caller).open()
      await expect(desk.type('MONITOR')).rejects.toThrow('redis_command_forbidden')
    }
    const watcher = world.as(holder('watcher', ['read', 'monitor']))
    const desk = await watcher.open()
    const asked = (await desk.type('MONITOR')) as unknown as { state: string; console: string; name: string }
    expect(asked).toMatchObject({ state: 'confirm', name: 'main' })
    const body = {
      lineId: CONSOLE_LINE,
      connectionId: 'main',
      db: 0,
      console: asked.console,
      confirm: 'main',
    }
    const answer = await watcher.allow({ ...body, args: ['MONITOR'] })
    const { allowance } = answer.body.data as { allowance: string }
    await expect(desk.type('monitor', allowance)).rejects.toThrow('redis_console_unconfirmed')
    await desk.type('MONITOR', allowance)
    await world.client.set('seen', 'by all')
    await expect
      .poll(() => desk.messages.map(({ text }) => text).join('\n'))
      .toContain('"set" "seen" "by all"')
    await desk.page.ask('stop', {})
    await expect(desk.type('MONITOR', allowance)).rejects.toThrow('redis_console_unconfirmed')
  })
})

describe('the guard of a console', () => {
  it('[S5.05] refuses writes on a read-only connection, of everybody', async () => {
    const desk = await world.as(admin).open('prod')
    for (const line of ['SET a 1', 'EVAL "return 1" 0', 'CONFIG SET maxmemory 0', 'MONITOR', 'BLPOP q 0'])
      await expect(desk.type(line)).rejects.toThrow('redis_read_only')
    expect(world.audit.rows.at(-1)).toMatchObject({ kind: 'refused', result: { code: 'redis_read_only' } })
    await expect(desk.type('EVAL_RO "return 1" 0')).rejects.toThrow('redis_script_unbounded')
  })

  it.each(['HELLO 2', 'AUTH x', 'QUIT', 'RESET', 'CLIENT REPLY OFF', 'UNSUBSCRIBE', 'SYNC', 'READONLY'])(
    'never sends %s',
    async (line) => {
      const desk = await world.as(admin).open()
      await expect(desk.type(line)).rejects.toThrow('redis_command_forbidden')
      desk.page.close()
    },
  )

  it('keeps a narrowed holder to their keys', async () => {
    const desk = await world.as(holder('some', ['read', 'edit'], 'main/0/game:*')).open()
    await desk.value('SET game:1 x')
    for (const line of ['GET other', 'SCAN 0', 'DBSIZE', 'EVAL "return 1" 0', 'OBJECT HELP'])
      await expect(desk.type(line)).rejects.toThrow('redis_key_forbidden')
  })

  it('sends what is dangerous once it was confirmed, and writes it down without values', async () => {
    const boss = world.as(admin)
    const desk = await boss.open()
    await desk.value('SET k secret-value')
    const written = () => world.audit.rows.filter(({ entry }) => entry?.action === 'redis.console')
    await expect.poll(() => written().at(-1)?.kind).toBe('outcome')
    expect(written().at(-1)).toMatchObject({
      entry: { risk: 'R2', target: 'SET', detail: { command: 'SET k', connection: 'main', db: 0 } },
      result: { code: 'ok' },
    })
    expect(JSON.stringify(world.audit.rows)).not.toContain('secret-value')
    const asked = (await desk.type('FLUSHDB')) as unknown as { state: string; console: string }
    expect(asked.state).toBe('confirm')
    expect(await world.client.dbsize()).toBe(1)
    const body = {
      lineId: CONSOLE_LINE,
      connectionId: 'main',
      db: 0,
      console: asked.console,
      confirm: 'main',
    }
    const { confirm: _named, ...unnamed } = body
    expect(await boss.allow({ ...unnamed, args: ['FLUSHDB'] })).toMatchObject({ http: 428 })
    const { allowance } = (await boss.allow({ ...body, args: ['FLUSHDB'] })).body.data as {
      allowance: string
    }
    expect(await desk.type('FLUSHDB', allowance)).toMatchObject({ value: { t: 's', v: 'OK' } })
    expect(await world.client.dbsize()).toBe(0)
    await expect.poll(() => world.told.map(({ command }) => command)).toContain('FLUSHDB')
    const looker = await world.as({ ...admin, username: 'looker', sessionId: 's2', isReadOnly: true }).open()
    await expect(looker.type('SET k 1')).rejects.toThrow('read_only_session')
  })
})

describe('a lost connection', () => {
  it('is found again; what was sent is unknown, and a transaction is over', async () => {
    const desk = await world.as(dev).open()
    const killer = new Redis({ port: redis.port, host: '127.0.0.1' })
    const idOf = async () => Number(((await desk.value('CLIENT ID')) as { v: string }).v)
    const first = await idOf()
    const waiting = desk.type('BLPOP nothing 0')
    await expect.poll(() => killer.client('LIST')).toContain('cmd=blpop')
    await killer.client('KILL', 'ID', first)
    expect(await waiting).toMatchObject({ value: null, code: 'redis_outcome_unknown' })
    await expect.poll(() => desk.state?.link).toBe('ready')
    const second = await idOf()
    expect(second).not.toBe(first)
    await desk.value('MULTI')
    await desk.value('SET lost 1')
    await killer.client('KILL', 'ID', second)
    await expect.poll(() => desk.state?.isInTransaction).toBe(false)
    await expect(desk.type('SET lost 2')).rejects.toThrow('redis_console_state_lost')
    expect(await desk.value('GET lost')).toEqual({ t: 'n' })
    killer.disconnect()
  })
})
