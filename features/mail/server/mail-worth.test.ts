import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { Effects, Worth } from '@qd/contract-kit'
import {
  aMailDraft as aDraft,
  mailWorld,
  mailWorldMigrations as worldMigrations,
} from '@qd/app-server/testing'
import type { MailWorld, MailWorldTables } from '@qd/app-server/testing'
import type { ApprovalCall } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { openStoreForTest } from '@qd/store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'

/* What a mail gives is weighed by the console's rates, and a currency in it is told from other items. */

const LINE = { partnerCode: 'northwind', lineCode: 'northwind-test' }
const ITEM = '10007'

let game: LyingGame
let store: Store<MailWorldTables>
let world: MailWorld
let asked: ApprovalCall[]
let currencies: readonly string[] | null
beforeEach(async () => {
  game = await startLyingGame()
  game.honest.capabilities = ['mail.list', 'mail.global', 'players.query']
  store = await openStoreForTest<MailWorldTables>('sqlite', worldMigrations)
  asked = []
  currencies = []
  world = mailWorld({
    store,
    targets: { 123: () => game.target },
    adapter: { cacheMs: 0 },
    currenciesOf: async () => {
      if (currencies === null) throw new AppError(coreErrors.upstream_down)
      return new Set(currencies)
    },
    approvals: {
      isOn: async () => true,
      async needed(call) {
        asked.push(call)
        if (call.type.type === 'properties.value') return null
        return { name: 'Everything', stages: [{ name: 'Review', need: 1, groups: [] }] }
      },
    },
  })
})
afterEach(async () => {
  await world.close()
  await game.stop()
  await store.close()
})

/** Says what the item is worth on the line; null takes that back. */
async function rate(by: { per: string; worth: string } | null): Promise<void> {
  const call = async <T>(path: string, more: object = {}) => {
    const body = { ...LINE, ...more }
    const answer = await world.admin.post<T>(`/platform/gamePropValue/${path}`, body)
    expect(answer.http, answer.raw).toBe(200)
    return answer.body.data
  }
  const [kept] = (await call<{ list: { id: string; revision: number }[] }>('records')).list
  const seen = kept === undefined ? {} : { id: kept.id, revision: kept.revision }
  const values = { number: ITEM, rate: by }
  await (by === null
    ? call('remove', { ...seen, reason: 'test' })
    : call('save', { ...seen, values, reason: 'test' }))
}
const giving = async (quantity: string) =>
  (await world.save(aDraft({ attach: quantity === '' ? [] : [{ number: ITEM, quantity }] }))).id
/** What a policy is asked about when the mail is released. */
async function weighed(id: string) {
  expect((await world.release(id)).http).toBe(428)
  const { facts } = asked.at(-1)!
  const version = facts.bases.find(({ key }) => key === 'items')?.version
  return { worth: facts.value.worth, effects: facts.effects, version, preview: facts.preview }
}
const checked = (id: string) =>
  world.post<{ effects: Effects; value: { worth: Worth }; checks: { key: string; text: string }[] }>(
    'check',
    { id },
  )

it('the rate of the console counts before the value of the game, rounded up, wherever it is told', async () => {
  const id = await giving('7')
  const byGame = await weighed(id)
  expect(byGame.worth).toEqual({ atLeast: '0', isComplete: false })
  await rate({ per: '3', worth: '10' })
  const byConsole = await weighed(id)
  // 7 of what is 10 for three.
  expect(byConsole.worth).toEqual({ atLeast: '24', isComplete: true })
  expect(byConsole.preview.find(({ kind }) => kind === 'totals')).toMatchObject({ rows: [{ worth: '24' }] })
  expect((await checked(id)).value.worth).toEqual(byConsole.worth)
  expect((await checked(id)).checks.find(({ key }) => key === 'value')?.text).toContain('24')
  expect(byConsole.version).not.toBe(byGame.version)
  await rate({ per: '3', worth: '11' })
  const changed = await weighed(id)
  expect(changed.version).not.toBe(byConsole.version)
  await rate(null)
  // As it was before there were rates, for requests that are open then.
  expect((await weighed(id)).version).toBe(byGame.version)
})

it('a mail that gives a currency has both effects, one that gives another item has not', async () => {
  const id = await giving('7')
  expect((await weighed(id)).effects).toEqual({ known: ['items'], isComplete: true })
  currencies = ['2', ITEM]
  expect((await weighed(id)).effects).toEqual({ known: ['items', 'currency'], isComplete: true })
  expect((await checked(id)).effects.known).toEqual(['items', 'currency'])
  expect((await weighed(await giving(''))).effects).toEqual({ known: [], isComplete: true })
})

it('where no definition can be had nobody can say that it gives none, unless it gives nothing', async () => {
  currencies = null
  expect((await weighed(await giving('7'))).effects).toEqual({ known: ['items'], isComplete: false })
  expect((await weighed(await giving(''))).effects).toEqual({ known: [], isComplete: true })
})
