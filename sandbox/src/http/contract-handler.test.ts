import { randomUUID } from 'node:crypto'
import { GAME_CALLS } from '@qd/game-contract'
import type { GameCallName } from '@qd/game-contract'
import { CONTRACT_EXAMPLES } from '@qd/game-contract/testing/examples'
import { parseProtocol, protocolMd5 } from '@qd/protocol-model'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callGame } from '../../testing/call-game.ts'
import type { CallTwists } from '../../testing/call-game.ts'
import { NOTABLE_U_ID, runTick, startGameServerForTest } from '../../testing/index.ts'
import type { TestGameServer } from '../../testing/index.ts'

const operator = { opId: '7', user: 'tester', reason: 'test', requestId: 'r-1' }

let game: TestGameServer
beforeAll(async () => {
  game = await startGameServerForTest({ sId: 123 })
})
afterAll(() => game.stop())

describe('signatures', () => {
  it('answers a signed call with a signed answer', async () => {
    const answer = await callGame(game.target, 'time', {})
    expect(answer).toMatchObject({ httpStatus: 200, isSigned: true, envelope: { status: 0 } })
    expect(answer.envelope.data?.offset).toBe(86_400_000)
  })

  const wrong: [string, CallTwists, number][] = [
    ['another key', { hashKey: 'f'.repeat(64) }, 1001],
    ['an unknown key id', { keyId: 'nobody' }, 1001],
    ['a nonce of the wrong form', { headers: { 'x-gm-nonce': 'zz' } }, 1001],
    ['a body that was changed on the way', { headers: { 'x-gm-sign': `v1=${'0'.repeat(64)}` } }, 1001],
    ['a clock six minutes behind', { tsMs: Date.now() - 360_000 }, 1002],
    ['a clock six minutes ahead', { tsMs: Date.now() + 360_000 }, 1002],
  ]
  it.each(wrong)('[contract-sign] refuses %s', async (_title, twists, code) => {
    const answer = await callGame(game.target, 'meta', {}, twists)
    expect(answer.httpStatus).toBe(401)
    expect(answer.envelope).toMatchObject({ status: code, err: { code } })
    expect(answer.envelope.data).toBeUndefined()
  })

  it('[contract-replay] refuses a nonce the second time', async () => {
    const nonce = 'a'.repeat(32)
    const first = await callGame(game.target, 'meta', {}, { nonce })
    const second = await callGame(game.target, 'meta', {}, { nonce })
    expect([first.envelope.status, second.envelope.status]).toEqual([0, 1002])
  })

  it('[contract-clock] measures the skew in real time although game time is a day ahead', async () => {
    const answer = await callGame(game.target, 'time', {}, { tsMs: Date.now() + 86_400_000 })
    expect(answer.envelope.status).toBe(1002)
  })
})

describe('calls', () => {
  /** What only this world knows; the rest is asked as the contract's own examples ask. */
  const inputs: Partial<Record<GameCallName, unknown>> = {
    lookup: { by: 'uId', value: NOTABLE_U_ID },
    dataGet: { uId: NOTABLE_U_ID, items: [] },
    dataCheck: { uId: NOTABLE_U_ID, version: '1', changes: [{ diff: 'x', path: [], op: 'add' }] },
    dataChange: { uId: NOTABLE_U_ID, version: '1', operator, changes: [{ diff: 'x', path: [], op: 'add' }] },
    commandsRun: { name: 'onlineByLevel', operator },
  }
  it.each(Object.keys(GAME_CALLS) as GameCallName[])(
    '[contract-shape] %s answers in the shape of the contract',
    async (name) => {
      const input = inputs[name] ?? CONTRACT_EXAMPLES[name].request
      const answer = await callGame(game.target, name, input as never)
      expect(answer.envelope).toMatchObject({ status: 0 })
      expect(GAME_CALLS[name].reply.safeParse(answer.envelope.data).error).toBeUndefined()
    },
  )

  const bad: [string, GameCallName, unknown, number][] = [
    ['a uId that is a number', 'dataGet', { uId: 30_123_000_045, items: [] }, 2004],
    ['a uId beyond 64 bits', 'dataGet', { uId: '9999999999999999999', items: [] }, 2004],
    ['a uId of nobody', 'dataGet', { uId: '30123999999', items: [] }, 2001],
    ['a uId of another server', 'dataGet', { uId: '30124000001', items: [] }, 2001],
    ['an unknown module', 'dataGet', { uId: NOTABLE_U_ID, items: [{ diff: '__proto__' }] }, 3002],
    ['an unknown lookup', 'lookup', { by: 'phone', value: '1' }, 2004],
    ['more accounts than allowed', 'accountsCreate', { count: 21, operator }, 2004],
    ['a name that is too long', 'accountsCreate', { count: 1, name: '灯'.repeat(40), operator }, 2004],
    ['a time beyond the limit', 'setTime', { mode: 'offset', value: 1e14, operator }, 2005],
  ]
  it.each(bad)('[contract-input] refuses %s', async (_title, name, input, code) => {
    const answer = await callGame(game.target, name, input as never)
    expect(answer.envelope.status).toBe(code)
    expect(answer.isSigned).toBe(true)
  })

  it('[contract-input] refuses a body that is no JSON, and one over the limit', async () => {
    const noJson = await callGame(game.target, 'lookup', {} as never, { body: '{"by":' })
    expect(noJson.envelope.status).toBe(2004)
    const large = await callGame(game.target, 'lookup', {} as never, { body: ' '.repeat(1_048_577) })
    expect(large.httpStatus).toBe(413)
  })

  it('serves a definition that passes its own limits, under its fingerprint', async () => {
    const answer = await callGame(game.target, 'protocol', { full: '1' })
    const parsed = parseProtocol(answer.envelope.data)
    if (!parsed.ok) throw new Error(parsed.reason)
    const { diffInfos, protocols, md5 } = answer.envelope.data!
    expect(
      protocolMd5({ diffInfos, protocols }, (text) => createHash('md5').update(text).digest('hex')),
    ).toBe(md5)
    expect(Object.keys(parsed.protocol.diffInfos)).toContain('BagItem')
  })

  it('[contract-clock] a production server does not move its clock', async () => {
    const production = await startGameServerForTest({ sId: 11, players: 1 })
    const answer = await callGame(production.target, 'setTime', { mode: 'offset', value: 1, operator })
    expect(answer.envelope.status).toBe(1003)
    await production.stop()
  })

  it('finds players by uId, name in any case and script, and account', async () => {
    const { store } = game.server.game
    const byName = await callGame(game.target, 'lookup', { by: 'name', value: '岚夜听潮', exact: true })
    expect(byName.envelope.data).toMatchObject([{ uId: NOTABLE_U_ID, level: 72, channel: 'taptap' }])
    const account = store.player(NOTABLE_U_ID)?.account ?? ''
    const byAccount = await callGame(game.target, 'lookup', { by: 'account', value: account })
    expect(byAccount.envelope.data?.[0]?.uId).toBe(NOTABLE_U_ID)
    const nobody = await callGame(game.target, 'lookup', { by: 'uId', value: '30123888888' })
    expect(nobody.envelope).toMatchObject({ status: 0, data: [] })
  })

  it.each(['Iğdır Ünal', 'e\u0301toile', 'بحار', '👨‍👩‍👧家', '潮\u200b汐', "Robert'); drop table players;--"])(
    '[contract-unicode] keeps the name %j exactly',
    async (name) => {
      const created = await callGame(game.target, 'accountsCreate', { count: 1, name, operator })
      const uId = created.envelope.data?.users[0]?.userId ?? ''
      const found = await callGame(game.target, 'lookup', { by: 'uId', value: uId })
      expect(found.envelope.data?.[0]?.name).toBe(name)
    },
  )
})

describe('idempotency', () => {
  it('[contract-once] answers the same key and body again without doing it twice', async () => {
    const key = randomUUID()
    const input = { count: 1, name: '一次', operator }
    const first = await callGame(game.target, 'accountsCreate', input, { key })
    const second = await callGame(game.target, 'accountsCreate', input, { key })
    expect(second.envelope).toMatchObject({ status: 0, replayed: true, data: first.envelope.data })
    const found = await callGame(game.target, 'lookup', { by: 'name', value: '一次', exact: true })
    expect(found.envelope.data).toHaveLength(1)
  })

  it('[contract-once] answers 409 for the same key with another body', async () => {
    const key = randomUUID()
    await callGame(game.target, 'accountsCreate', { count: 1, operator }, { key })
    const other = await callGame(game.target, 'accountsCreate', { count: 2, operator }, { key })
    expect(other).toMatchObject({ httpStatus: 409, envelope: { err: { field: 'idempotency-key' } } })
  })

  it('[contract-once] still knows the answer after seven days, and forgets it after nine', async () => {
    const own = await startGameServerForTest({ sId: 2, players: 1 })
    const key = randomUUID()
    const input = { count: 1, operator }
    const again = () => callGame(own.target, 'accountsCreate', input, { key, tsMs: own.clock.now() })
    await again()
    own.clock.advance(7 * 86_400_000)
    runTick(own.server.game)
    expect((await again()).envelope.replayed).toBe(true)
    own.clock.advance(2 * 86_400_000)
    runTick(own.server.game)
    expect((await again()).envelope.replayed).toBeUndefined()
    await own.stop()
  })

  it('[contract-once] needs a key for every write', async () => {
    const answer = await callGame(game.target, 'accountsCreate', { count: 1, operator }, { key: '' })
    expect(answer.envelope).toMatchObject({ status: 2004, err: { field: 'idempotency-key' } })
  })
})
