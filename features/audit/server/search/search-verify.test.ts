import { aCaller, createTestApp, everything } from '@qd/server-kit/testing'
import { leaseMigrations } from '@qd/store'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AuditDetail, AuditListEntry, VerifyState } from '../../contract/index.ts'
import type { AuditTables, SearchRow } from '../audit-tables.ts'
import { verifyAudit } from '../index.ts'
import { auditMigrations, auditWorld, entryOf, grant } from '../testing/audit-world.ts'
import { SEARCH_COLUMNS } from './search-row.ts'

const OK = { status: 0, code: 'ok' }
const migrations = [...leaseMigrations, ...auditMigrations]
const ROWS = 14

/** Intents with and without outcomes, far apart and beside each other, a refusal, events, a clock set back. */
async function fill(store: Store<AuditTables>) {
  const world = auditWorld(store, { limitMs: 60_000 })
  const { audit, clock } = world
  const late = await audit.intent(entryOf({ target: 'late' }))
  const open = await audit.intent(entryOf({ target: 'open', reason: 'Ticket 8812' }))
  await audit.refused(entryOf({ scope: '*', actorId: 'u9', actor: 'far' }), {
    status: 403,
    code: 'forbidden',
  })
  clock.nowMs -= 3_600_000
  for (const target of ['a', 'b', 'c']) {
    await audit.outcome(await audit.intent(entryOf({ target })), OK)
    await audit.event(entryOf({ action: 'session.login', target }), OK)
    clock.nowMs += 500
  }
  await world.feature.index.catchUp()
  await audit.outcome(late, { status: 503, code: 'upstream_down' })
  await audit.event(entryOf({ target: 'last' }), OK)
  await world.feature.index.catchUp()
  return { ...world, late: Number(late), open: Number(open) }
}

const searchRows = (store: Store<AuditTables>) =>
  store.read.selectFrom('audit_search').selectAll().orderBy('seq').execute()

/** Another value of the column that its type allows. */
function otherValue(row: SearchRow, column: keyof SearchRow): string | number {
  const value = row[column]
  return typeof value === 'string' ? `${value}x` : (value ?? 0) + 1
}

/** Verifies in the background and by the command's function; both must say the same. */
async function verdictOf(store: Store<AuditTables>, { feature }: ReturnType<typeof auditWorld>) {
  await feature.upkeep.verify()
  const { verify } = await feature.upkeep.state()
  const verdict = await verifyAudit(store)
  const found = 'differences' in verdict ? verdict.differences : []
  expect(verify.differences).toEqual(found)
  expect(verify.state).toBe(verdict.ok ? 'ok' : 'broken')
  return verdict
}

describeOnBothDatabases('what the pages find, held against the chain', migrations, (open) => {
  test('[T25] nothing differs, whatever order outcomes came in, while rows are appended', async () => {
    const store = await open<AuditTables>()
    const world = await fill(store)
    expect(await verdictOf(store, world)).toMatchObject({ ok: true, rows: ROWS })
    const more = Array.from({ length: 60 }, async (_, at) => {
      const id = await world.audit.intent(entryOf({ target: `more ${at}` }))
      if (at % 3 > 0) await world.audit.outcome(id, OK)
    })
    await world.feature.upkeep.verify()
    expect((await world.feature.upkeep.state()).verify).toMatchObject({ state: 'ok', differences: [] })
    await Promise.all(more)
    // Not yet found is no difference: the search follows.
    expect(await verifyAudit(store)).toMatchObject({ ok: true, rows: ROWS + 100 })
    expect(await verdictOf(store, world)).toMatchObject({ ok: true })
  })

  test('[T25] every alteration of a search row is named with its row', { timeout: 120_000 }, async () => {
    const store = await open<AuditTables>()
    const world = await fill(store)
    const kept = await searchRows(store)
    const column = fc.constantFrom(...SEARCH_COLUMNS.filter((name) => name !== 'seq'))
    const tampering = fc.record({ at: fc.nat(kept.length - 1), how: fc.oneof(column, fc.constant('delete')) })
    await fc.assert(
      fc.asyncProperty(tampering, async ({ at, how }) => {
        const row = kept[at]!
        await store.write(async (tx) => {
          if (how === 'delete') await tx.deleteFrom('audit_search').where('seq', '=', row.seq).execute()
          else {
            const value = otherValue(row, how as keyof SearchRow)
            await tx
              .updateTable('audit_search')
              .set({ [how]: value })
              .where('seq', '=', row.seq)
              .execute()
          }
        })
        const verdict = await verifyAudit(store)
        await store.write(async (tx) => {
          await tx.deleteFrom('audit_search').where('seq', '=', row.seq).execute()
          await tx.insertInto('audit_search').values(row).execute()
        })
        const reason = how === 'delete' ? 'search_missing' : 'search_changed'
        expect(verdict).toEqual({
          ok: false,
          seq: row.seq,
          reason,
          differences: [{ seq: row.seq, reason }],
          differenceCount: 1,
        })
      }),
      { seed: 20261122, numRuns: 60 },
    )
    expect(await verdictOf(store, world)).toMatchObject({ ok: true })
  })

  test('[T25] search rows the chain has not are named, wherever they stand', async () => {
    const store = await open<AuditTables>()
    const world = await fill(store)
    const [first] = await searchRows(store)
    const outcome = await store.read
      .selectFrom('audit_log')
      .select('seq')
      .where('kind', '=', 'outcome')
      .orderBy('seq')
      .executeTakeFirstOrThrow()
    const places = [-7, 0, outcome.seq, ROWS + 1, ROWS + 90_000]
    await store.write(async (tx) => {
      for (const seq of places)
        await tx
          .insertInto('audit_search')
          .values({ ...first!, seq })
          .execute()
    })
    expect(await verdictOf(store, world)).toMatchObject({
      ok: false,
      differences: places.map((seq) => ({ seq, reason: 'search_unexpected' })),
    })
  })

  test('[T25] a search row put there before its time hides nothing unnoticed', async () => {
    const store = await open<AuditTables>()
    const world = await fill(store)
    const [first] = await searchRows(store)
    await store.write(async (tx) => {
      await tx
        .insertInto('audit_search')
        .values({ ...first!, seq: ROWS + 1, actor: 'nobody' })
        .execute()
    })
    await world.audit.event(entryOf({ actor: 'eve' }), OK)
    expect(await verdictOf(store, world)).toMatchObject({
      differences: [{ seq: ROWS + 1, reason: 'search_changed' }],
    })
  })

  test.each([
    // So that nothing new is found.
    { seq: 90_000 },
    // So that times are looked for in too few rows.
    { maxStepBackMs: 0 },
    { highAt: 0 },
  ])('[T25] a state of the search that is not true is named: %o', async (wrong: object) => {
    const store = await open<AuditTables>()
    const world = await fill(store)
    await store.write(async (tx) => {
      const row = await tx
        .selectFrom('audit_state')
        .select('value')
        .where('name', '=', 'search')
        .executeTakeFirstOrThrow()
      const value = JSON.stringify({ ...(JSON.parse(row.value) as object), ...wrong })
      await tx.updateTable('audit_state').set({ value }).where('name', '=', 'search').execute()
    })
    const verdict = await verifyAudit(store)
    expect(verdict).toMatchObject({ ok: false })
    expect('differences' in verdict && verdict.differences.map(({ reason }) => reason)).toContain(
      'search_state',
    )
    await world.feature.upkeep.verify()
    expect((await world.feature.upkeep.state()).verify.state).toBe('broken')
  })

  test('[T25] a state that is none makes the search begin again and hides nothing', async () => {
    const store = await open<AuditTables>()
    const world = await fill(store)
    await store.write(async (tx) => {
      const value = '{"seq":"x","highAt":[],"maxStepBackMs":1e99}'
      await tx.updateTable('audit_state').set({ value }).where('name', '=', 'search').execute()
    })
    expect(await verifyAudit(store)).toMatchObject({ ok: false, reason: 'search_unexpected' })
    expect(await verdictOf(store, world)).toMatchObject({ ok: true })
  })

  test('[T25] a row behind the end of the chain is named, and the search does not follow it', async () => {
    const store = await open<AuditTables>()
    const world = await fill(store)
    const row = await store.read
      .selectFrom('audit_log')
      .selectAll()
      .where('ref', 'is', null)
      .executeTakeFirstOrThrow()
    await store.write(async (tx) => {
      await tx
        .insertInto('audit_log')
        .values({ ...row, seq: 90_000 })
        .execute()
    })
    await world.audit.event(entryOf({ target: 'after' }), OK)
    await world.feature.index.catchUp()
    const found = await searchRows(store)
    expect(found.at(-1)).toMatchObject({ seq: ROWS + 1, target: 'after' })
    await world.feature.upkeep.verify()
    expect((await world.feature.upkeep.state()).verify).toMatchObject({
      state: 'broken',
      brokenSeq: 90_000,
      reason: 'row_unexpected',
    })
  })

  test('[T25] many differences are counted, and the first hundred named', async () => {
    const store = await open<AuditTables>()
    const world = await fill(store)
    for (let at = 0; at < 150; at++) await world.audit.event(entryOf(), OK)
    await world.feature.index.catchUp()
    await store.write(async (tx) => {
      await tx.deleteFrom('audit_search').where('seq', '>', ROWS).execute()
    })
    const verdict = await verdictOf(store, world)
    expect(verdict).toMatchObject({ seq: ROWS + 1, reason: 'search_missing', differenceCount: 150 })
    expect('differences' in verdict && verdict.differences.length).toBe(100)
  })
})

describeOnBothDatabases('pages over a search somebody altered', migrations, (open) => {
  test('[T25] a list and an entry show what the chain says; a hidden entry opens by its number', async () => {
    const store = await open<AuditTables>()
    const world = await fill(store)
    const root = aCaller('root', [everything])
    const app = createTestApp({ features: [world.feature], audit: world.audit })
    const list = () => app.as(root).post<{ list: AuditListEntry[] }>('/platform/audit/list', { limit: 100 })
    const get = (seq: number) => app.as(root).post<AuditDetail>('/platform/audit/get', { seq })
    const { late, open: hidden } = world
    const before = (await list()).body.data.list
    await store.write(async (tx) => {
      const forged = {
        actor_id: 'u0',
        actor: 'nobody',
        action: 'x',
        target: 'x',
        at: 1,
        risk: 0,
        session_id: '',
      }
      await tx
        .updateTable('audit_search')
        .set({ ...forged, result: 0, outcome_seq: null })
        .where('seq', '=', late)
        .execute()
      await tx.deleteFrom('audit_search').where('seq', '=', hidden).execute()
      const row = { ...(await searchRows(store))[3]!, seq: 5_000, actor: 'invented' }
      await tx.insertInto('audit_search').values(row).execute()
    })
    const after = (await list()).body.data.list
    expect(after).toEqual(before.filter(({ seq }) => seq !== hidden))
    expect((await get(late)).body.data).toMatchObject({ actor: 'lin', target: 'late', result: 'failed' })
    expect((await get(hidden)).body.data).toMatchObject({ target: 'open', result: 'running' })
    expect((await get(5_000)).http).toBe(404)
    await app.close()
  })

  test('whoever sees some places learns that something is wrong, and neither where nor how much', async () => {
    const store = await open<AuditTables>()
    const world = await fill(store)
    const app = createTestApp({ features: [world.feature], audit: world.audit })
    await store.write(async (tx) => {
      await tx.deleteFrom('audit_search').where('seq', '=', 3).execute()
    })
    await world.feature.upkeep.verify()
    world.clock.nowMs += 7_200_000
    const chain = async (...grants: ReturnType<typeof grant>[]) =>
      (
        await app
          .as(aCaller('reader', grants))
          .post<{ verify: VerifyState; unknown: number }>('/platform/audit/chain')
      ).body.data
    const some = {
      head: null,
      ship: null,
      verify: { state: 'broken', done: 0, total: 0, brokenSeq: null, reason: null, differences: [] },
    }
    expect(await chain(grant('lantern/northwind'))).toMatchObject({ ...some, unknown: 1 })
    expect(await chain(grant('lantern/harbour'))).toMatchObject({ ...some, unknown: 0 })
    // Every place of one environment is not every place.
    expect(await chain(grant('*', 'test'))).toMatchObject({ ...some, unknown: 1 })
    expect(await chain(grant('*', 'production'))).toMatchObject({ ...some, unknown: 0 })
    expect(await chain(grant('*'))).toMatchObject({
      head: { seq: ROWS },
      verify: { brokenSeq: 3, reason: 'search_missing' },
      unknown: 1,
    })
    await app.close()
  })
})
