import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import {
  AT_MAIL,
  aMailDraft,
  mailWorld,
  mailWorldMigrations as worldMigrations,
} from '@qd/app-server/testing'
import type { MailWorld, MailWorldTables } from '@qd/app-server/testing'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailCheck, RecipientSet } from '../contract/index.ts'

const NOBODY = '30123999999'

describe('players of an import', () => {
  let game: LyingGame
  let other: LyingGame
  let store: Store<MailWorldTables>
  let world: MailWorld
  const files: Record<string, Uint8Array> = {}

  beforeEach(async () => {
    game = await startLyingGame()
    other = await startLyingGame('honest', { sId: 124 })
    for (const each of [game, other]) each.honest.capabilities = ['mail.list']
    store = await openStoreForTest<MailWorldTables>('sqlite', worldMigrations)
    world = mailWorld({
      store,
      targets: { 123: () => game.target, 124: () => other.target },
      adapter: { readTimeoutMs: 2_000, writeTimeoutMs: 2_000, cacheMs: 60_000 },
      files,
    })
  })
  afterEach(async () => {
    await world.close()
    await game.stop()
    await other.stop()
    await store.close()
  })

  const asked = (of: LyingGame) => of.calls.filter(({ name }) => name === 'lookup').length
  function players(count: number) {
    const [one] = game.honest.players.values()
    const uIds = Array.from({ length: count }, (_, at) => `30123${String(100_000 + at)}`)
    for (const uId of uIds) game.honest.players.set(uId, { ...one!, uId })
    return uIds
  }
  async function imported(...uIds: string[]) {
    files['list.csv'] = Buffer.from(`uId\n${uIds.join('\n')}\n`)
    const { id, revision } = await world.save(aMailDraft({ sendType: 4, playerObj: [] }))
    const columns = { uId: 0, hasHead: true }
    const { recipients } = await world.post<{ recipients: RecipientSet }>('import', {
      id,
      revision,
      fileIds: ['list.csv'],
      columns,
    })
    const { checks } = await world.post<{ checks: MailCheck[] }>('check', { id })
    return { id, recipients, check: checks.find(({ key }) => key === 'lookup') }
  }

  it('whom nobody has are listed as unknown, with file and line, before anything is sent', async () => {
    const { id, recipients, check } = await imported(...players(3), NOBODY, 'abc')
    expect(recipients).toMatchObject({
      players: 4,
      problems: 1,
      lookup: { of: 4, asked: 4, unknown: 1, unasked: 0 },
    })
    expect(recipients.firstProblems).toEqual([
      { file: 'list.csv', line: 6, code: 'wrong_id', text: 'abc' },
      { file: 'list.csv', line: 5, code: 'unknown', text: NOBODY },
    ])
    const file = await world.admin.post(`/partner/mail/import/problems${AT_MAIL}`, { id })
    expect(file.raw).toContain(`5,list.csv,`)
    expect(check).toMatchObject({ state: 'warn' })
    expect(check?.text).toMatch(/4.*4.*1/)
  })

  it('who are all there raise no warning', async () => {
    const { recipients, check } = await imported(...players(3))
    expect(recipients.lookup).toEqual({ of: 3, asked: 3, unknown: 0, unasked: 0 })
    expect(recipients.firstProblems).toEqual([])
    expect(check).toMatchObject({ state: 'ok' })
  })

  it('are looked up in part where they are many, and the check says how many', async () => {
    const { recipients, check } = await imported(NOBODY, ...players(2_000))
    expect(recipients.players).toBe(2_001)
    expect(recipients.lookup).toEqual({ of: 2_001, asked: 200, unknown: 1, unasked: 0 })
    expect(asked(game)).toBe(200)
    expect(recipients.firstProblems).toMatchObject([{ line: 2, code: 'unknown' }])
    expect(check).toMatchObject({ state: 'warn' })
    expect(check?.text).toMatch(/200/)
  })

  it('of a server without an answer are told as not looked up, and it is soon left alone', async () => {
    const there = players(2)
    const away = Array.from({ length: 20 }, (_, at) => `30124${String(100_000 + at)}`)
    other.behave('hang_up', 'lookup')
    const { recipients, check } = await imported(...there, ...away)
    expect(recipients.lookup).toEqual({ of: 22, asked: 2, unknown: 0, unasked: 20 })
    expect(recipients.firstProblems).toEqual([])
    // Three that failed and one under way, each asked once more.
    expect(asked(other)).toBeLessThanOrEqual(8)
    expect(check).toMatchObject({ state: 'warn' })
    expect(check?.text).toMatch(/20/)
  })
})
