import { describe, expect, it } from 'vitest'
import { GAME_CODE_FACTS, GAME_CODES } from '../src/index.ts'
import type { GameCode } from '../src/index.ts'
import { GameError, wholeAdapter } from '../src/adapter/index.ts'
import type { GameAdapter, GameGroupName, GameServerTarget } from '../src/adapter/index.ts'
import { setField, standing, TRIED_CALLS, wrongIn } from './adapter-calls.ts'
import type { ConformanceFixtures } from './adapter-calls.ts'
import { describeMail, describePlayersQuery } from './describe-mail.ts'
import { freshWrite } from './plain-tries.ts'

export interface ConformanceTrial {
  /** A new one, which remembers nothing of the others. */
  adapter: () => GameAdapter
  /** The game server it is tried on, once the tests run; some of its data changes. */
  target: () => GameServerTarget
  fixtures: ConformanceFixtures
}

const GROUPS = Object.keys(TRIED_CALLS) as GameGroupName[]
const callsOf = (name: GameGroupName) =>
  Object.entries(TRIED_CALLS[name]).map(([call, tried]) => [`${name}.${call}`, tried] as const)

const failureOf = async (call: Promise<unknown>): Promise<GameError> => {
  const error = await call.then(
    (answer) => new Error(`an answer where a failure was due: ${JSON.stringify(answer)}`),
    (caught: unknown) => caught,
  )
  if (error instanceof GameError) return error
  throw error
}

/** A proper no; its HTTP status, where there was one, is the one its code travels with. */
function expectRefusal(error: GameError, code: GameCode): void {
  expect(error).toMatchObject({ kind: 'refused', code })
  expect([undefined, GAME_CODE_FACTS[code].httpStatus]).toContain(error.status)
}

/**
 * What every adapter keeps, whatever speaks to the game: of the groups it offers each call answers by the contract and
 * fails by GameError, and of the others each call is refused as not offered.
 */
export function describeAdapter(name: string, { adapter: create, target, fixtures }: ConformanceTrial): void {
  const offers = (group: GameGroupName) => create()[group] !== undefined
  const offered = GROUPS.filter(offers).flatMap(callsOf)
  const lacking = GROUPS.filter((group) => !offers(group)).flatMap(callsOf)
  const whole = () => wholeAdapter(create())
  const nowhere = () => ({ ...target(), apiUrl: 'http://127.0.0.1:1', ws: 'ws://127.0.0.1:1', sId: 999_999 })

  describe(`${name} as an adapter`, () => {
    it('says what the server is', async () => {
      const meta = await create().meta(target())
      expect(wrongIn('meta', meta)).toBeUndefined()
      expect(meta.serverIds).toContain(target().sId)
    })

    it('a server that is not there is down, for every call', async () => {
      const failures = [await failureOf(create().meta(nowhere()))]
      for (const [, { ask }] of offered) failures.push(await failureOf(ask(whole(), nowhere(), fixtures)))
      for (const failure of failures) expect(failure).toMatchObject({ kind: 'down', mayHaveActed: false })
    })

    it('a wrong key, key id or server name is a bad signature, not a refusal', async () => {
      for (const wrong of [{ hashKey: 'x' }, { keyId: 'x' }, { serverId: 'x' }]) {
        const call = create().meta({ ...target(), ...wrong })
        expect(await failureOf(call)).toMatchObject({ kind: 'bad_signature' })
      }
    })

    it('who has left gets no answer, and nothing is said about the server', async () => {
      const call = create().meta(target(), { signal: AbortSignal.abort() })
      expect(await failureOf(call)).toMatchObject({ kind: 'given_up' })
    })

    if (offered.length > 0) {
      it.each(offered)('%s answers by the contract', async (_call, { ask, reply }) => {
        const answer = await ask(whole(), target(), fixtures)
        expect(reply && wrongIn(reply, answer)).toBeUndefined()
      })
    }

    if (lacking.length > 0) {
      it.each(lacking)('%s is not offered, and nobody is asked', async (_call, { ask }) => {
        const failure = await failureOf(ask(whole(), nowhere(), fixtures))
        expectRefusal(failure, GAME_CODES.capabilityMissing)
        expect(failure).toMatchObject({ isOurs: true, retryable: false, mayHaveActed: false })
      })
    }

    if (offers('data')) describeData({ adapter: create, target, fixtures })
    if (offers('players')) describePlayers({ adapter: create, target, fixtures })
    if (offers('accounts')) describeAccounts({ adapter: create, target, fixtures })
    if (offers('time')) describeTime({ adapter: create, target, fixtures })
    if (offers('protocol')) describeProtocol({ adapter: create, target, fixtures })
    if (offers('commands')) describeCommands({ adapter: create, target, fixtures })
    if (offers('mail')) describeMail({ adapter: create, target, fixtures })
    if (offers('playersQuery')) describePlayersQuery({ adapter: create, target, fixtures })
    if (offers('socket')) describeSocket({ adapter: create, target, fixtures })
  })
}

function describeData({ adapter, target, fixtures }: ConformanceTrial): void {
  const { uId, nobody, field } = fixtures
  const whole = () => wholeAdapter(adapter())

  describe('data', () => {
    it('a change returns the new version and a change list, and the same key is answered once', async () => {
      const { data } = whole()
      const { version, value, other } = await standing({ data }, target(), fixtures)
      const input = { uId, version, changes: [setField(fixtures, other, value)], ...freshWrite() }
      const first = await data.change(target(), input)
      expect(first.results).toEqual([{ index: 0, status: 0, code: 0, msg: '' }])
      const told = first.c.find(({ d }) => d === field.netKey)
      expect(JSON.parse(told!.change)).toMatchObject({ [field.name]: other })
      expect(await data.change(target(), input)).toEqual(first)
      expect(await standing({ data }, target(), fixtures)).toEqual({
        version: first.version,
        value: other,
        other: value,
      })
    })

    it('a value that has moved is refused with what stands there now', async () => {
      const { data } = whole()
      const { version, value, other } = await standing({ data }, target(), fixtures)
      const changes = [setField(fixtures, other, other)]
      const failure = await failureOf(data.change(target(), { uId, version, changes, ...freshWrite() }))
      expectRefusal(failure, GAME_CODES.versionConflict)
      expect(failure).toMatchObject({ details: { conflicts: [{ index: 0, current: value }] } })
      expect(await standing({ data }, target(), fixtures)).toMatchObject({ value })
    })

    it('a check says what would happen, refuses what breaks a rule, and changes nothing', async () => {
      const { data } = whole()
      const before = await standing({ data }, target(), fixtures)
      const check = (value: unknown) =>
        data.check(target(), {
          uId,
          version: before.version,
          changes: [setField(fixtures, value, before.value)],
        })
      expect(await check(before.other)).toMatchObject({ actions: [expect.anything()], refused: [] })
      expect((await check(field.wrong)).refused).toMatchObject([{ index: 0, code: GAME_CODES.validation }])
      expect(await standing({ data }, target(), fixtures)).toEqual(before)
    })

    it('a row that breaks a rule is refused, and changes nothing', async () => {
      const { data } = whole()
      const { version, value } = await standing({ data }, target(), fixtures)
      const changes = [setField(fixtures, field.wrong, value)]
      const { results } = await data.change(target(), { uId, version, changes, ...freshWrite() })
      expect(results).toMatchObject([{ index: 0, code: GAME_CODES.validation }])
      expect(await standing({ data }, target(), fixtures)).toMatchObject({ value })
    })

    it('an unknown player is refused by code', async () => {
      const { data } = whole()
      const changes = [setField(fixtures, field.values[0], field.values[1])]
      const asked = { uId: nobody, version: '0', changes }
      const calls = [
        data.get(target(), { uId: nobody, items: [] }),
        data.check(target(), asked),
        data.change(target(), { ...asked, ...freshWrite() }),
      ]
      for (const failure of await Promise.all(calls.map(failureOf)))
        expectRefusal(failure, GAME_CODES.unknownPlayer)
    })
  })
}

function describePlayers({ adapter, target, fixtures }: ConformanceTrial): void {
  it('players.lookup finds a player by their uId, and nobody for a uId of nobody', async () => {
    const { players } = wholeAdapter(adapter())
    const find = (value: string) => players.lookup(target(), { by: 'uId', value, exact: true })
    expect(await find(fixtures.uId)).toMatchObject([{ uId: fixtures.uId, sId: target().sId }])
    expect(await find(fixtures.nobody)).toEqual([])
  })
}

function describeAccounts({ adapter, target }: ConformanceTrial): void {
  it('accounts.create makes as many as are wanted, once per key', async () => {
    const { accounts } = wholeAdapter(adapter())
    const input = { count: 2, ...freshWrite() }
    const made = await accounts.create(target(), input)
    expect(new Set(made.users.map(({ userId }) => userId)).size).toBe(2)
    expect(await accounts.create(target(), input)).toEqual(made)
    const { users } = await accounts.create(target(), { count: 1, ...freshWrite() })
    expect(made.users).not.toContainEqual(users[0])
  })
}

function describeTime({ adapter, target }: ConformanceTrial): void {
  it('time.set moves the clock, and does not in a dry run', async () => {
    const { time } = wholeAdapter(adapter())
    const { offset } = await time.read(target())
    const wanted = { mode: 'offset' as const, value: offset + 60_000 }
    expect(await time.set(target(), { ...wanted, dryRun: true, ...freshWrite() })).toMatchObject({
      offset: offset + 60_000,
    })
    expect((await time.read(target())).offset).toBe(offset)
    await time.set(target(), { ...wanted, ...freshWrite() })
    expect((await time.read(target())).offset).toBe(offset + 60_000)
    await time.set(target(), { mode: 'offset', value: offset, ...freshWrite() })
  })
}

function describeProtocol({ adapter, target, fixtures }: ConformanceTrial): void {
  it('protocol.read brings the definition that protocol.md5 names', async () => {
    const { protocol } = wholeAdapter(adapter())
    const served = await protocol.read(target())
    expect(served.md5).toBe(await protocol.md5(target()))
    expect(served).not.toHaveProperty('refusedBecause')
    expect(served.protocol.diffInfos[fixtures.field.diff]?.netKey).toBe(fixtures.field.netKey)
  })
}

function describeCommands({ adapter, target, fixtures }: ConformanceTrial): void {
  it('commands.list names what commands.run runs, and refuses no declaration', async () => {
    const { commands } = wholeAdapter(adapter())
    const listed = await commands.list(target())
    expect(listed.commands.map((command) => command.name)).toContain(fixtures.command.name)
    expect(listed.refused).toEqual([])
  })
}

function describeSocket({ adapter, target }: ConformanceTrial): void {
  it('socket.open enters an account, and a closed socket is closed', async () => {
    const { socket } = wholeAdapter(adapter())
    const frames: string[] = []
    const open = await socket.open(target(), { onFrame: ({ direction }) => frames.push(direction) })
    const entered = await open.enter({ deviceId: 'conformance', ver: '1.0.0', ip: '127.0.0.1', fd: '1' })
    expect(entered).toMatchObject({ ok: true, userId: expect.stringMatching(/^\d+$/) })
    expect(frames[0]).toBe('request')
    expect(open.isOpen).toBe(true)
    open.close()
    expect(open.isOpen).toBe(false)
  })
}
