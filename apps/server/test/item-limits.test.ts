import { startLyingGame } from '@qd/adapter-standard/testing'
import type { HttpPersonality, LyingGame } from '@qd/adapter-standard/testing'
import { createPropertiesFeature, propertiesMigrations } from '@qd/properties/server'
import type { PropertiesTables } from '@qd/properties/server'
import type { Edit } from '@qd/data-edit/contract'
import type { LimitedUse, LimitsPort, ReachPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { array, constantFrom, integer, record, sample } from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dataEditMigrations, freshKey, startBulkConsole } from '../testing/index.ts'
import type { BulkConsoleTables } from '../testing/index.ts'

const LINE = 'northwind-test'
const AT = `?lineId=${LINE}`
const PLAYERS = ['30123000045', '30123000046', '30123000047'] as const
const HAD = 9
const OF_PLAYER = 25
const OF_PERSON = 60
type Tables = BulkConsoleTables & PropertiesTables

/** One of several things that happen at the same time. */
const deed = record({
  what: constantFrom('edit', 'edit', 'bulk', 'mail', 'code', 'undo', 'undo', 'undo bulk', 'ask'),
  player: constantFrom(...PLAYERS),
  amount: integer({ min: 1, max: 9 }),
  at: integer({ min: 0, max: 1_000 }),
})
const step = record({
  game: constantFrom<HttpPersonality>(
    'honest',
    'honest',
    'honest',
    'honest',
    'refuse',
    'error_500',
    'hang_up',
  ),
  deeds: array(deed, { minLength: 1, maxLength: 3 }),
})
type Deed = ReturnType<typeof sample<{ what: string; player: string; amount: number; at: number }>>[0]

describeOnBothDatabases(
  'upper limits of items over edits, mail and codes',
  [...dataEditMigrations, ...propertiesMigrations],
  (open) => {
    let game: LyingGame
    let store: Store<Tables>
    let test: ReturnType<typeof startBulkConsole>
    let limits: LimitsPort
    const mailed = new Map<string, number>()
    let coded = 0

    beforeEach(async () => {
      mailed.clear()
      coded = 0
      game = await startLyingGame()
      for (const player of game.honest.players.values())
        player.data['bag'] = { 7: { itemId: 7, count: String(HAD), gainAt: 0, gems: [] } }
      store = await open<Tables>()
      const reach = {
        reach: (server: never) => test.reach.reach(server),
        serversOf: (lineId: string) => test.reach.serversOf(lineId),
      } as ReachPort
      const properties = createPropertiesFeature({ store: store.as(), reach })
      limits = properties.limits
      const adapter = { readTimeoutMs: 4_000, writeTimeoutMs: 1_000, cacheMs: 0 }
      test = startBulkConsole({ store: store.as(), target: game.target, adapter, items: properties })
      const limit = (kind: string, quantity: number) => ({
        id: kind,
        line_id: LINE,
        number: '7',
        kind,
        quantity: String(quantity),
        revision: 1,
        changed_by: 'x',
        changed_at: 0,
      })
      await store.write((tx) =>
        tx
          .insertInto('item_limit')
          .values([limit('player_day', OF_PLAYER), limit('person_day', OF_PERSON)])
          .execute(),
      )
    })
    afterEach(async () => {
      await test.close()
      await game.stop()
    })

    const kinds = () => test.feature.jobs ?? []
    const countOf = (uId: string) =>
      Number((game.honest.players.get(uId)!.data['bag'] as Record<string, { count: unknown }>)['7']?.count)
    const history = async (uId: string) =>
      (await test.admin.post<{ list: Edit[] }>(`/adjust/history/list?uId=${uId}`)).body.data.list

    async function edit({ player, amount }: Deed) {
      const read = await test.admin.post<{ version: string }>(`/adjust/get?uId=${player}`, {})
      const had = countOf(player)
      const change = { diff: 'Bag', key: '7', path: ['count'], op: 'set', value: String(had + amount) }
      await test.admin.post(`/adjust/api/change?uId=${player}`, {
        version: read.body.data?.version ?? '1',
        changes: [{ ...change, old: String(had) }],
        reason: 'ticket',
        idempotencyKey: freshKey(),
      })
    }
    async function bulk({ amount }: Deed) {
      const change = { diff: 'Bag', key: '7', path: ['count'], op: 'set', by: String(amount) }
      const set = { changes: [change], onlyUnchanged: false, existing: 'refuse' }
      const text = PLAYERS.join('\n')
      const preview = await test.admin.postText<{ hash: string }>(`/adjust/bulk/preview${AT}`, { set }, text)
      const body = { set, hash: preview.body.data?.hash, onlinePolicy: 'live', reason: 'ticket' }
      const order = { ...body, idempotencyKey: freshKey() }
      const started = await test.admin.postText<{ jobId: string }>(`/adjust/bulk/start${AT}`, order, text)
      const job = test.jobs.ordered.find(({ jobId }) => jobId === started.body.data?.jobId)
      if (job !== undefined) await test.jobs.run(kinds(), job)
    }
    async function undo({ player, at }: Deed) {
      const made = (await history(player)).filter(({ status }) => status === 'applied')
      const editId = made[at % Math.max(1, made.length)]?.id
      if (editId === undefined) return
      const body = { editId, reason: 'wrong', idempotencyKey: freshKey() }
      await test.admin.post(`/adjust/history/undo?uId=${player}`, body)
    }
    async function undoBulk({ at }: Deed) {
      const jobs = test.jobs.ordered.filter(({ order }) => order.job.name === 'data-edit.bulk')
      const of = jobs[at % Math.max(1, jobs.length)]
      if (of === undefined) return
      const body = { jobId: of.jobId, reason: 'wrong', idempotencyKey: freshKey() }
      const started = await test.admin.post<{ jobId: string }>(`/adjust/bulk/undo${AT}`, body)
      const job = test.jobs.ordered.find(({ jobId }) => jobId === started.body.data?.jobId)
      if (job === undefined) return
      await test.jobs.prepare(kinds(), job)
      await test.jobs.run(kinds(), job)
    }
    async function ask({ player }: Pick<Deed, 'player'>) {
      for (const { id, status } of await history(player))
        if (status === 'unknown') await test.admin.post(`/adjust/history/ask?uId=${player}`, { editId: id })
    }
    const use = (kind: LimitedUse['kind'], amount: number, to: LimitedUse['gifts'][0]['to']): LimitedUse => ({
      kind,
      gifts: [{ entries: [{ number: '7', quantity: String(amount) }], to }],
      lineId: LINE,
      person: { id: 'id-admin', name: 'admin' },
      about: 'x',
    })
    async function mail({ player, amount }: Deed) {
      if (!(await limits.reserve(use('mail', amount, { uIds: [player] }), freshKey())).isReserved) return
      mailed.set(player, (mailed.get(player) ?? 0) + amount)
    }
    async function code({ amount }: Deed) {
      if ((await limits.reserve(use('code', amount, { unnamed: 1 }), freshKey())).isReserved) coded += amount
    }
    const doDeed: Record<string, (deed: Deed) => Promise<void>> = {
      edit,
      bulk,
      mail,
      code,
      undo,
      ask,
      'undo bulk': undoBulk,
    }

    const gotten = (uId: string) => countOf(uId) - HAD + (mailed.get(uId) ?? 0)
    const sum = () => PLAYERS.reduce((all, uId) => all + gotten(uId), 0) + coded
    async function counted(uId: string) {
      const excess = await limits.check(use('mail', 1_000, { uIds: [uId] }))
      const of = (kind: string) => Number(excess.find((each) => each.kind === kind)?.used)
      return { player: of('player_day'), person: of('person_day') }
    }

    it('a bulk edit gives no more than one request may, however many chunks it has', async () => {
      const row = { line_id: LINE, number: '7', kind: 'request', quantity: '20', revision: 1 }
      await store.write((tx) =>
        tx
          .insertInto('item_limit')
          .values({ id: 'request', ...row, changed_by: 'x', changed_at: 0 })
          .execute(),
      )
      const change = { diff: 'Bag', key: '7', path: ['count'], op: 'set', by: '9' }
      const set = { changes: [change], onlyUnchanged: false, existing: 'refuse' }
      const text = PLAYERS.join('\n')
      const preview = await test.admin.postText<{ hash: string }>(`/adjust/bulk/preview${AT}`, { set }, text)
      const body = { set, hash: preview.body.data.hash, onlinePolicy: 'live', reason: 'ticket' }
      await test.admin.postText(`/adjust/bulk/start${AT}`, { ...body, idempotencyKey: freshKey() }, text)
      const job = test.jobs.ordered[0]!
      const rows = test.jobs.rowsOf(job)
      const outcomes = []
      for (const each of rows) outcomes.push(...(await test.jobs.run(kinds(), job, { rows: [each] })))
      expect(outcomes.map(({ status, code }) => [status, code])).toEqual([
        ['done', undefined],
        ['done', undefined],
        ['failed', 'item_limit'],
      ])
      expect(outcomes[2]?.msg).toMatch(/物品 7：再增加 9 .*20.* 2$/)
    })

    it('hold in any order, whatever the game refuses or loses', { timeout: 240_000 }, async () => {
      const seen = { full: 0, undone: 0 }
      for (const { game: manner, deeds } of sample(step, { seed: 7, numRuns: 45 })) {
        game.behave(manner, 'dataChange')
        await Promise.all(deeds.map((each) => doDeed[each.what]?.(each)))
        for (const uId of PLAYERS) {
          const { player, person } = await counted(uId)
          expect(gotten(uId)).toBeLessThanOrEqual(player)
          expect(player).toBeLessThanOrEqual(OF_PLAYER)
          expect(sum()).toBeLessThanOrEqual(person)
          expect(person).toBeLessThanOrEqual(OF_PERSON)
          if (person > OF_PERSON - 9 || player > OF_PLAYER - 9) seen.full++
        }
      }
      game.behave('honest')
      for (const player of PLAYERS) await ask({ player })
      for (const uId of PLAYERS) {
        const edits = await history(uId)
        seen.undone += edits.filter(({ status }) => status === 'undone').length
        expect(edits.filter(({ status }) => status === 'unknown')).toEqual([])
        expect(await counted(uId)).toEqual({ player: gotten(uId), person: sum() })
      }
      // The run has met what it is about.
      expect(seen.full).toBeGreaterThan(0)
      expect(seen.undone).toBeGreaterThan(0)
    })
  },
)
