import { CODES_LINE, codesWorld, codesWorldMigrations } from '@qd/app-server/testing'
import type { RouteReply } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import { openStoreForTest } from '@qd/store/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CodeLimit, codeWhy } from '../contract/index.ts'
import { openDay } from './why/open-day.ts'

type Why = RouteReply<typeof codeWhy>
const DAY_MS = 86_400_000

let store: Store<never>
let world: ReturnType<typeof codesWorld>
beforeEach(async () => {
  store = await openStoreForTest<never>('sqlite', codesWorldMigrations)
  world = codesWorld(store)
  world.game.clock = world.shared.now + 3 * DAY_MS
  world.game.players = [
    {
      uId: '7',
      roleId: 'r7',
      name: 'Ada',
      sId: 123,
      level: 8,
      online: false,
      channel: 'ios',
      vip: 4,
      registeredAt: 1_000,
    },
  ]
})
afterEach(async () => {
  await world.stop()
  await store.close()
})

const range = (of: string, min: number | null, max: number | null) =>
  ({ typeCode: { code: 4, name: 'range' }, content: { of, min, max } }) as CodeLimit
const text = (of: string, value: string) =>
  ({ typeCode: { code: 1, name: 'text' }, content: { of, match: 'equals', values: [value] } }) as CodeLimit
const channels: CodeLimit = { typeCode: { code: 0, name: 'channels' }, content: ['ios', 'huawei'] }
const registered: CodeLimit = {
  typeCode: { code: 3, name: 'time' },
  content: { of: 'registered', from: 2_000, to: null },
}
const items: CodeLimit = { typeCode: { code: 2, name: 'items' }, content: { owns: 'any', numbers: ['1001'] } }

const why = async (limits: CodeLimit[], uId = '7') => {
  const word = `WORD-${limits.length}-${uId}-SPRING`
  await world.release({ kind: 'universal', word, total: 5, limits })
  return world.post<Why>('why', { code: word, uId, sId: 123 })
}
const fits = ({ limits }: Why) => limits.map(({ fits: each, value }) => [each, value])

describe('why a code is refused', () => {
  test('each limit is judged by what the game tells of the player, with the value', async () => {
    const answer = await why([
      channels,
      range('level', 10, 50),
      range('vip', 3, null),
      registered,
      range('openDay', 4, 4),
      text('roleId', 'r7'),
    ])
    expect(answer.game).toEqual({ player: 'found', cause: null })
    expect(fits(answer)).toEqual([
      ['yes', 'ios'],
      ['no', 8],
      ['yes', 4],
      ['no', 1_000],
      ['yes', 4],
      ['yes', 'r7'],
    ])
    expect(answer.refusals).toMatchObject([
      { refusal: 'limit', limit: 1 },
      { refusal: 'limit', limit: 3 },
    ])
  })

  test('[contract-clock] codes go by real time on a server whose clock is a day ahead', async () => {
    world.game.offset = DAY_MS
    world.game.players = world.game.players.map((each) => ({ ...each, registeredAt: DAY_MS + 2_000 }))
    expect(fits(await why([registered]))).toEqual([['yes', 2_000]])
    world.game.players = world.game.players.map((each) => ({ ...each, registeredAt: DAY_MS + 1_999 }))
    expect(fits(await why([range('level', 0, null), registered]))).toEqual([
      ['yes', 8],
      ['no', 1_999],
    ])
  })

  test('what the game does not tell is said to be open, not refused for good', async () => {
    const answer = await why([
      items,
      range('recharge', 1, null),
      text('language', 'de'),
      range('level', 1, null),
    ])
    expect(fits(answer)).toEqual([
      ['unknown', null],
      ['unknown', null],
      ['unknown', null],
      ['yes', 8],
    ])
  })

  test('a game without a list of players tells no VIP level, and one without look-up tells nobody', async () => {
    world.game.lacks.add('query')
    expect(fits(await why([range('vip', 3, null), channels]))).toEqual([
      ['unknown', null],
      ['yes', 'ios'],
    ])
    world.game.lacks.add('lookup')
    const answer = await why([channels, range('openDay', 4, 4), text('roleId', '7')])
    expect(answer.game).toEqual({ player: 'not_offered', cause: null })
    expect(fits(answer)).toEqual([
      ['unknown', null],
      ['yes', 4],
      ['unknown', null],
    ])
  })

  test('an unknown player and a server that is away are named, and the rest is said all the same', async () => {
    expect((await why([channels], '99')).game).toEqual({ player: 'unknown', cause: null })
    const word = 'PAUSED-ONE'
    const { id: batchId } = await world.release({ kind: 'universal', word, total: 5, limits: [channels] })
    await world.post('move', { batchId, moveTo: 'paused' })
    world.game.isDown = true
    const answer = await world.post<Why>('why', { code: 'PAUSED-ONE', uId: '7', sId: 123 })
    expect(answer.game).toEqual({ player: 'away', cause: 'upstream_down' })
    expect(fits(answer)).toEqual([['unknown', null]])
    expect(answer.refusals).toMatchObject([{ refusal: 'paused' }, { refusal: 'limit', missing: 'channel' }])
  })

  test('nobody is asked where there is nothing to judge, and nobody learns of it without the right', async () => {
    world.game.isDown = true
    expect(await why([])).toMatchObject({ game: null, limits: [], refusals: [] })
    const stranger = world.signIn('zoe', [{ scope: 'lantern', environment: '*', codes: ['index.read'] }])
    const body = { lineId: CODES_LINE, code: 'WORD-0-7-SPRING', uId: '7', sId: 123 }
    expect((await stranger.post('/partner/codes/why', body)).http).toBe(403)
  })
})

test('the day of a server turns at midnight of its own clock', () => {
  const openedAt = Date.parse('2026-03-01T15:59:00Z')
  const at = (game: string) => openDay(openedAt, { game: Date.parse(game), zone: 'Asia/Shanghai' })
  expect(at('2026-03-01T15:59:30Z')).toBe(1)
  expect(at('2026-03-01T16:00:00Z')).toBe(2)
  expect(at('2026-03-31T16:00:00Z')).toBe(32)
  expect(at('2026-02-01T00:00:00Z')).toBe(0)
  expect(openDay(null, { game: 0, zone: 'UTC' })).toBeUndefined()
  expect(openDay(openedAt, { game: 0, zone: 'Mars/Base' })).toBeUndefined()
})
