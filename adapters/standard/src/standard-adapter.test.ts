import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GAME_CALLS } from '@qd/game-contract'
import type { GameCallName, OperatorBlock } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { GameErrorKind, GameServerTarget, PlainCallName, WholeAdapter } from '@qd/game-contract/adapter'
import { PLAIN_TRIES } from '@qd/game-contract/testing'
import { HONEST_NESTED } from '../testing/honest-data.ts'
import { HONEST_UID, HTTP_PERSONALITIES, plainDialer, startLyingGame } from '../testing/index.ts'
import type { HttpPersonality, LyingGame } from '../testing/index.ts'
import { createStandardAdapter } from './index.ts'
import type { StandardAdapterOptions } from './index.ts'

const operator: OperatorBlock = { opId: 'op-1', user: 'admin', requestId: 'r-1' }
const changes = [{ diff: 'Role', path: ['level'], op: 'set' as const, value: 73, old: 72 }]
let keys = 0
const write = () => ({ operator, idempotencyKey: `key-${(keys += 1)}` })

type Call = (adapter: WholeAdapter, target: GameServerTarget) => Promise<unknown>
const PLAIN = Object.values(PLAIN_TRIES).flatMap((group) =>
  Object.values(group).map(({ reply, ask }) => [reply, ask] as const),
)
/** What has types of its own, or must be asked of this game in particular; the rest as the contract's examples ask. */
const ASKED: Record<Exclude<GameCallName, PlainCallName>, Call> & Partial<Record<PlainCallName, Call>> = {
  meta: (adapter, target) => adapter.meta(target),
  lookup: (adapter, target) => adapter.players.lookup(target, { by: 'uId', value: HONEST_UID }),
  protocol: (adapter, target) => adapter.protocol.read(target),
  proto: (adapter, target) => adapter.proto.read(target),
  dataGet: (adapter, target) => adapter.data.get(target, { uId: HONEST_UID, items: [{ diff: 'Role' }] }),
  dataCheck: (adapter, target) => adapter.data.check(target, { uId: HONEST_UID, version: '1', changes }),
  commands: (adapter, target) => adapter.commands.list(target),
  // The value stays, so that one case does not make a conflict for the next.
  dataChange: (adapter, target) =>
    adapter.data.change(target, {
      uId: HONEST_UID,
      version: '1',
      changes: [{ ...changes[0]!, value: 72 }],
      ...write(),
    }),
  accountsCreate: (adapter, target) => adapter.accounts.create(target, { count: 1, ...write() }),
  commandsRun: (adapter, target) => adapter.commands.run(target, { name: 'greet', ...write() }),
}
const CALLS = { ...Object.fromEntries(PLAIN), ...ASKED } as Record<GameCallName, Call>
const callNames = Object.keys(GAME_CALLS) as GameCallName[]

const KINDS: Record<HttpPersonality, GameErrorKind | 'ok' | 'silent'> = {
  honest: 'ok',
  garbage: 'garbage',
  not_utf8: 'garbage',
  slow: 'timeout',
  drip: 'timeout',
  endless: 'garbage',
  cut: 'silent',
  hang_up: 'silent',
  bad_signature: 'bad_signature',
  unsigned: 'bad_signature',
  replayed_answer: 'bad_signature',
  wrong_types: 'garbage',
  wrong_envelope: 'garbage',
  redirect: 'garbage',
  error_500: 'garbage',
  proxy_503: 'down',
  proxy_page: 'garbage',
  internal: 'refused',
  refuse: 'refused',
  unknown_key: 'bad_signature',
  clock_skew: 'clock_skew',
  skew_once: 'ok',
  deep_json: 'garbage',
  poisoned_json: 'garbage',
  damaged_int: 'garbage',
  deep_definition: 'ok',
  cyclic_definition: 'ok',
  poisoned_definition: 'ok',
  huge_definition: 'ok',
}

function expectedKind(personality: HttpPersonality, name: GameCallName): GameErrorKind | 'ok' {
  // A message under a name that reaches prototypes is left out; the others are read.
  if (personality === 'poisoned_definition' && name === 'proto') return 'ok'
  if (personality.endsWith('_definition')) return name === 'protocol' || name === 'proto' ? 'garbage' : 'ok'
  const kind = KINDS[personality]
  // After a write the silence hides the outcome; a read that got nothing simply failed.
  if (kind === 'silent') return GAME_CALLS[name].isWrite ? 'timeout' : 'down'
  return kind
}

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => ({ kind: 'ok', code: undefined }),
    (error: unknown) => {
      if (error instanceof GameError) return { kind: error.kind, code: error.code }
      throw error
    },
  )

let game: LyingGame
const adapterFor = (options: Partial<StandardAdapterOptions> = {}) =>
  createStandardAdapter({
    dialer: plainDialer(),
    readTimeoutMs: 3000,
    writeTimeoutMs: 3000,
    replyTimeoutMs: 3000,
    maxAnswerBytes: 8 * 1024 * 1024,
    ...options,
  })

beforeAll(async () => {
  game = await startLyingGame()
})
afterAll(() => game.stop())
beforeEach(() => {
  game.behave('honest')
  game.delay(0)
  game.calls.length = 0
})

describe('every personality against every call', () => {
  const matrix = HTTP_PERSONALITIES.flatMap((personality) =>
    callNames.map((name) => [personality, name] as const),
  )
  it.each(matrix)('[T30] %s x %s', async (personality, name) => {
    game.behave(personality)
    const timeouts =
      personality === 'slow' || personality === 'drip' ? { readTimeoutMs: 40, writeTimeoutMs: 40 } : {}
    const result = await outcome(CALLS[name](adapterFor(timeouts), game.target))
    expect(result.kind).toBe(expectedKind(personality, name))
    if (result.kind === 'refused') expect(result.code).toBe(personality === 'internal' ? 5001 : 2004)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('[T30] names every personality, so that none is left out', () => {
    expect(Object.keys(KINDS).sort()).toEqual([...HTTP_PERSONALITIES].sort())
  })
})

describe('honest answers', () => {
  it('every request is signed, and only writes carry an idempotency key', async () => {
    const adapter = adapterFor()
    for (const name of callNames) await CALLS[name](adapter, game.target)
    expect(game.calls.every((call) => call.isProven)).toBe(true)
    const keyed = new Set(game.calls.filter((call) => call.idempotencyKey !== null).map((call) => call.name))
    expect([...keyed].sort()).toEqual(callNames.filter((name) => GAME_CALLS[name].isWrite).sort())
    expect(game.calls.find((call) => call.name === 'accountsCreate')?.body).toEqual({ count: 1, operator })
  })

  it('reads what the game says, without fields the contract does not know', async () => {
    const adapter = adapterFor()
    const meta = await adapter.meta(game.target)
    expect(meta).toMatchObject({ game: 'honest', serverIds: [123], configVersions: {} })
    expect(meta).not.toHaveProperty('unknownToUs')
    const [player] = await adapter.players.lookup(game.target, { by: 'name', value: '岚夜听潮' })
    expect(player).toMatchObject({ uId: HONEST_UID, sId: 123, online: true })
    const data = await adapter.data.get(game.target, { uId: HONEST_UID, items: [{ diff: 'Role' }] })
    expect(data.tables.role).toMatchObject({ exp: '9007199254740993' })
  })

  it('an unknown player is refused by code, with the game`s words', async () => {
    const call = adapterFor().data.get(game.target, { uId: '30123999999', items: [] })
    await expect(call).rejects.toMatchObject({
      kind: 'refused',
      code: 2001,
      status: 404,
      msg: 'no such player',
    })
  })

  it('a refusal is told in the language of who asked, in that of the game where nobody did', async () => {
    game.refuseWith({ cn: '没有这个玩家', en: 'no such player', de: 'kein solcher Spieler' })
    const told = async (language?: 'de' | 'it') => {
      const asker = () => ({ kind: 'person', id: 'u1', ...(language && { language }) }) as const
      const call = adapterFor({ asker }).data.get(game.target, { uId: HONEST_UID, items: [] })
      return call.then(
        () => null,
        (error: GameError) => error.msg,
      )
    }
    expect([await told('de'), await told('it'), await told()]).toEqual([
      'kein solcher Spieler',
      'no such player',
      '没有这个玩家',
    ])
    expect(game.calls.map(({ language }) => language)).toEqual(['de', 'it', null])
  })

  it('a definition for all who wait is asked for in nobody`s language', async () => {
    const adapter = adapterFor({ asker: () => ({ kind: 'person', id: 'u1', language: 'de' }) })
    await adapter.protocol.read(game.target)
    await adapter.players.lookup(game.target, { by: 'name', value: '岚夜听潮' })
    const languages = new Map(game.calls.map(({ name, language }) => [name, language]))
    expect(Object.fromEntries(languages)).toEqual({ protocol: null, lookup: 'de' })
  })

  it('who has left before a read or a write with a body is out reaches nobody', async () => {
    const { players, accounts } = adapterFor()
    const left = { signal: AbortSignal.abort() }
    const calls = [
      players.lookup(game.target, { by: 'uId', value: HONEST_UID }, left),
      accounts.create(game.target, { count: 1, ...write() }, left),
    ]
    for (const call of calls) expect((await outcome(call)).kind).toBe('given_up')
    expect(game.calls).toEqual([])
  })

  it('an error never carries the key', async () => {
    game.behave('bad_signature')
    const error = await adapterFor()
      .time.read(game.target)
      .catch((caught: unknown) => caught)
    expect(JSON.stringify(error) + String(error) + String((error as Error).cause)).not.toContain(
      game.target.hashKey,
    )
  })
})

describe('retry', () => {
  it.each([['time'], ['dataChange']] as const)(
    '[G1002] %s is sent once more after a skew, with a new nonce',
    async (name) => {
      game.behave('skew_once')
      await CALLS[name](adapterFor(), game.target)
      expect(game.calls).toHaveLength(2)
      expect(game.calls.every((call) => call.isProven)).toBe(true)
      expect(game.calls[0]?.idempotencyKey).toBe(game.calls[1]?.idempotencyKey)
    },
  )

  it.each([
    ['clock_skew', 2],
    ['cut', 1],
    ['internal', 1],
    ['garbage', 1],
  ] as const)('[G1002] a write that meets %s is sent %i times at most', async (personality, times) => {
    game.behave(personality)
    await outcome(CALLS.dataChange(adapterFor(), game.target))
    expect(game.calls).toHaveLength(times)
  })
})

describe('caches', () => {
  it('meta and the fingerprint are asked for once in ten seconds, shared by all who ask at once', async () => {
    let now = Date.now()
    const adapter = adapterFor({ now: () => now })
    await Promise.all([1, 2, 3].map(() => adapter.meta(game.target)))
    await adapter.protocol.md5(game.target)
    await adapter.protocol.md5(game.target)
    expect(game.calls.map((call) => call.name)).toEqual(['meta', 'protocol'])
    now += 10_000
    await adapter.meta(game.target)
    expect(game.calls).toHaveLength(3)
  })

  it('the definition is fetched again only when its fingerprint has changed', async () => {
    let now = Date.now()
    const adapter = adapterFor({ now: () => now })
    await adapter.protocol.read(game.target)
    now += 10_000
    await adapter.protocol.read(game.target)
    const asked = game.calls.map((call) => call.body)
    expect(asked).toEqual([{}, { full: '1' }, {}])
  })

  it('the protobuf definition is compiled again only when it has changed', async () => {
    let now = Date.now()
    const adapter = adapterFor({ now: () => now })
    const first = await adapter.proto.read(game.target)
    now += 10_000
    expect(await adapter.proto.read(game.target)).toBe(first)
    expect(game.calls).toHaveLength(2)
  })

  it('[T30] a failure is not kept', async () => {
    const adapter = adapterFor()
    game.behave('error_500')
    await outcome(adapter.meta(game.target))
    game.behave('honest')
    await expect(adapter.meta(game.target)).resolves.toMatchObject({ game: 'honest' })
  })
})

describe('hostile definitions', () => {
  const kinds = ['deep_definition', 'cyclic_definition', 'poisoned_definition', 'huge_definition'] as const
  it.each(kinds)('[T12] after %s the last good one stays in use, with the reason', async (personality) => {
    let now = Date.now()
    const adapter = adapterFor({ now: () => now })
    const good = await adapter.protocol.read(game.target)
    const goodProto = await adapter.proto.read(game.target)
    game.behave(personality)
    now += 10_000
    const kept = await adapter.protocol.read(game.target)
    expect(kept).toMatchObject({ md5: good.md5, refusedBecause: expect.any(String) })
    expect(kept.protocol).toBe(good.protocol)
    const keptProto = await adapter.proto.read(game.target)
    // Messages under names that reach prototypes are left out, and no other is lost with them.
    if (personality === 'poisoned_definition') expect(keptProto).not.toHaveProperty('refusedBecause')
    else expect(keptProto).toMatchObject({ ...goodProto, refusedBecause: expect.any(String) })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    game.behave('honest')
    now += 10_000
    expect(await adapter.protocol.read(game.target)).not.toHaveProperty('refusedBecause')
    expect(await adapter.proto.read(game.target)).not.toHaveProperty('refusedBecause')
  })

  it('a game with messages only is read by the modules it names, and by none without', async () => {
    const honest = game.honest.answer.bind(game.honest)
    let modules: object | undefined = { roots: [{ message: 'honest.EchoReq', netKey: 'echo' }] }
    game.honest.answer = (name, body, key) => {
      if (name === 'protocol')
        return { status: 3001, msg: 'none', data: null, err: { code: 3001, retryable: false } }
      const reply = honest(name, body, key)
      return name === 'proto' ? { ...reply, data: { ...(reply.data as object), modules } } : reply
    }
    let now = Date.now()
    const adapter = adapterFor({ now: () => now })
    const { md5, protocol } = await adapter.protocol.read(game.target)
    expect(await adapter.protocol.md5(game.target)).toBe(md5)
    expect(protocol.diffInfos['honest.EchoReq@echo']?.fields.map(({ fieldName }) => fieldName)).toEqual(
      Object.keys(HONEST_NESTED.honest.nested.EchoReq.fields),
    )
    modules = { roots: [{ message: 'honest.Ghost', netKey: 'echo' }] }
    now += 10_000
    expect(await outcome(adapterFor().protocol.read(game.target))).toEqual({
      kind: 'garbage',
      code: undefined,
    })
    modules = undefined
    expect(await outcome(adapterFor().protocol.read(game.target))).toEqual({ kind: 'refused', code: 3001 })
    game.honest.answer = honest
  })

  it('a new definition is fetched once for all who ask at once', async () => {
    const adapter = adapterFor()
    const all = await Promise.all([1, 2, 3, 4].map(() => adapter.protocol.read(game.target)))
    expect(new Set(all).size).toBe(1)
    expect(game.calls.filter((call) => call.body.full === '1')).toHaveLength(1)
  })

  it.each(['proxy_page', 'error_500', 'proxy_503', 'unsigned', 'cut', 'redirect'] as const)(
    '[T12] what %s says of a definition is forgotten at once, since the server has not signed it',
    async (personality) => {
      const adapter = adapterFor()
      expect(await adapter.protocol.md5(game.target)).toBe(game.honest.protocol.md5)
      game.behave(personality)
      for (const call of [CALLS.protocol, CALLS.proto, CALLS.commands]) {
        expect((await outcome(call(adapter, game.target))).kind).not.toBe('ok')
      }
      game.behave('honest')
      expect(await adapter.protocol.read(game.target)).not.toHaveProperty('refusedBecause')
      expect(await adapter.proto.read(game.target)).not.toHaveProperty('refusedBecause')
      expect((await adapter.commands.list(game.target)).commands).toHaveLength(1)
    },
  )

  it('[T12] with a good definition at hand a page in between changes nothing for later', async () => {
    let now = Date.now()
    const adapter = adapterFor({ now: () => now })
    await adapter.protocol.read(game.target)
    await adapter.proto.read(game.target)
    game.honest.protocol.md5 = 'a newer one'
    now += 10_000
    await adapter.protocol.md5(game.target)
    game.behave('proxy_page')
    expect(await adapter.protocol.read(game.target)).toHaveProperty('refusedBecause')
    expect(await adapter.proto.read(game.target)).toHaveProperty('refusedBecause')
    game.behave('honest')
    expect(await adapter.protocol.read(game.target)).toMatchObject({ md5: 'a newer one' })
    expect(await adapter.protocol.read(game.target)).not.toHaveProperty('refusedBecause')
    expect(await adapter.proto.read(game.target)).not.toHaveProperty('refusedBecause')
  })

  it('[T12] a refused definition is not fetched again until its fingerprint changes', async () => {
    const adapter = adapterFor()
    game.behave('cyclic_definition')
    await outcome(adapter.protocol.read(game.target))
    await outcome(adapter.protocol.read(game.target))
    expect(game.calls.filter((call) => call.body.full === '1')).toHaveLength(1)
  })
})

describe('breaker and bulkhead', () => {
  it('[T30] five silent calls open the breaker, one probe after five seconds closes it', async () => {
    let now = Date.now()
    const adapter = adapterFor({ now: () => now })
    game.behave('hang_up')
    for (let index = 0; index < 5; index += 1) await outcome(adapter.time.read(game.target))
    // Each of the five was tried twice, because a cut read is repeated once.
    expect(game.calls).toHaveLength(10)
    game.behave('honest')
    await expect(adapter.time.read(game.target)).rejects.toMatchObject({ kind: 'down' })
    expect(game.calls).toHaveLength(10)
    now += 5000
    const results = await Promise.all([1, 2, 3].map(() => outcome(adapter.time.read(game.target))))
    expect(results.map((result) => result.kind)).toEqual(['ok', 'down', 'down'])
    await expect(adapter.time.read(game.target)).resolves.toHaveProperty('real')
  })

  it('[T30] a failed probe keeps it open, and another server is not affected', async () => {
    let now = Date.now()
    const adapter = adapterFor({ now: () => now })
    game.behave('hang_up')
    for (let index = 0; index < 6; index += 1) await outcome(adapter.time.read(game.target))
    now += 5000
    await outcome(adapter.time.read(game.target))
    expect(game.calls).toHaveLength(12)
    game.behave('honest')
    await expect(adapter.time.read(game.target)).rejects.toMatchObject({ kind: 'down' })
    await expect(adapter.time.read({ ...game.target, sId: 124 })).resolves.toHaveProperty('real')
    now += 5000
    await expect(adapter.time.read(game.target)).resolves.toHaveProperty('real')
  })

  it('[T30] answers that refuse do not open it', async () => {
    const adapter = adapterFor()
    game.behave('refuse')
    for (let index = 0; index < 10; index += 1) await outcome(adapter.time.read(game.target))
    expect(game.calls).toHaveLength(10)
  })

  it('[T30] whoever has waited too long for a place at the server is refused as busy, and the places come back', async () => {
    const adapter = adapterFor({ gate: { queueMs: 30 } })
    game.behave('slow')
    const leaving = new AbortController()
    const held = Array.from({ length: 16 }, () =>
      outcome(adapter.time.read(game.target, { signal: leaving.signal })),
    )
    const late = await Promise.all([1, 2].map(() => outcome(adapter.time.read(game.target))))
    expect(late).toEqual([1, 2].map(() => ({ kind: 'refused', code: 4001 })))
    leaving.abort()
    expect(new Set((await Promise.all(held)).map(({ kind }) => kind))).toEqual(new Set(['given_up']))
    game.behave('honest')
    const all = await Promise.all(held.map(() => outcome(adapter.time.read(game.target))))
    expect(all.filter(({ kind }) => kind === 'ok')).toHaveLength(16)
  })

  it('[T30] calls that are given up say nothing about the server', async () => {
    const adapter = adapterFor()
    game.behave('slow')
    for (let index = 0; index < 20; index += 1) {
      const call = adapter.time.read(game.target, { signal: AbortSignal.timeout(5) })
      await expect(call).rejects.toMatchObject({ kind: 'given_up', mayHaveActed: false })
    }
    const gone = adapter.time.read(game.target, { signal: AbortSignal.abort() })
    await expect(gone).rejects.toMatchObject({ kind: 'given_up' })
    game.behave('honest')
    await expect(adapter.time.read(game.target)).resolves.toHaveProperty('real')
  })

  it('[T30] the call that looks whether a server is back goes on when its caller leaves', async () => {
    let now = Date.now()
    const adapter = adapterFor({ now: () => now, readTimeoutMs: 60_000 })
    game.behave('hang_up')
    for (let index = 0; index < 5; index += 1) await outcome(adapter.time.read(game.target))
    now += 5000
    game.behave('honest')
    const letGo = game.hold('time')
    const caller = new AbortController()
    const before = game.calls.length
    const probe = adapter.time.read(game.target, { signal: caller.signal })
    await expect.poll(() => game.calls.length).toBe(before + 1)
    caller.abort()
    await expect(probe).rejects.toMatchObject({ kind: 'given_up' })
    const three = async () => {
      const all = await Promise.all([1, 2, 3].map(() => outcome(adapter.time.read(game.target))))
      return all.map(({ kind }) => kind)
    }
    // Nobody waits for its answer any more, and still it opens the server for all. Calls refused meanwhile change nothing.
    expect(await three()).toEqual(['down', 'down', 'down'])
    letGo()
    let kinds: string[] = []
    await expect.poll(async () => (kinds = await three())).not.toEqual(['down', 'down', 'down'])
    expect(kinds).toEqual(['ok', 'ok', 'ok'])
  })

  it('[T30] who leaves a call that others wait for too takes nobody with them', async () => {
    const adapter = adapterFor({ readTimeoutMs: 60_000 })
    const letGo = game.hold('meta')
    const caller = new AbortController()
    const leaving = adapter.meta(game.target, { signal: caller.signal })
    const staying = adapter.meta(game.target)
    await expect.poll(() => game.calls.length).toBe(1)
    caller.abort()
    await expect(leaving).rejects.toMatchObject({ kind: 'given_up' })
    letGo()
    await expect(staying).resolves.toMatchObject({ game: 'honest' })
    expect(game.calls).toHaveLength(1)
  })

  it('[T30] a server that is not there is down, and a given-up call is not tried again', async () => {
    const nobody = { ...game.target, apiUrl: 'http://127.0.0.1:1', sId: 9 }
    await expect(adapterFor().time.read(nobody)).rejects.toMatchObject({ kind: 'down', retryable: true })
    await expect(adapterFor().time.read({ ...nobody, apiUrl: 'nonsense' })).rejects.toMatchObject({
      kind: 'down',
      retryable: false,
    })
    game.behave('slow')
    const call = adapterFor().time.read(game.target, { signal: AbortSignal.timeout(30) })
    await expect(call).rejects.toBeInstanceOf(GameError)
  })
})
