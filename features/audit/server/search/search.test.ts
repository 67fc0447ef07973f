import type { Grant } from '@qd/contract-kit'
import { aCaller } from '@qd/server-kit/testing'
import type { AuditEntry, AuditResult } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AuditTables } from '../audit-tables.ts'
import { readAudit } from '../../contract/index.ts'
import type { AuditFilter } from '../../contract/index.ts'
import { LINES, auditMigrations, auditWorld, entryOf, grant } from '../testing/audit-world.ts'
import { RUNNING_MS } from './entry-filter.ts'
import { entryQuery } from './entry-query.ts'
import { searchEntries } from './search-entries.ts'

type End = 'ok' | 'refused' | 'failed' | 'open'

interface Fact {
  seq: number
  at: number
  entry: AuditEntry
  end: End
}

const SCOPES = [
  '*',
  'lantern',
  'lantern/northwind',
  'lantern/northwind/nw-test/123',
  'lantern/northwind/nw-test/12',
  'lantern/northwind/nw-prod/7',
  'lantern/harbour/hb-prod/11',
  'LANTERN/northwind',
  'lantern2',
]
const RESULT: Record<Exclude<End, 'open'>, AuditResult> = {
  ok: { status: 0, code: 'ok' },
  refused: { status: 403, code: 'forbidden' },
  failed: { status: 503, code: 'upstream_down' },
}

const anEntry = fc.record({
  actorId: fc.constantFrom('u1', 'u2', ''),
  action: fc.constantFrom('data-edit.commit', 'session.login', 'players.newUser'),
  scope: fc.constantFrom(...SCOPES),
  target: fc.constantFrom('30123000045', 'x', "o'hara", '%'),
  risk: fc.constantFrom('R1' as const, 'R2' as const, 'R3' as const),
  reason: fc.constantFrom('', 'Ticket 8812', 'ТИКЕТ 8812', '客服 8812', '100% _sure_', 'ticket'),
  requestId: fc.constantFrom('aaaaaaaaaa-1', 'aaaaaaaaaa-2', 'bbbbbbbbbb-1'),
  sessionId: fc.constantFrom('s1', 's2', ''),
})
const anEnd = fc.constantFrom<End>('ok', 'ok', 'refused', 'failed', 'open')
/** Also back: clocks get set. */
const aStep = fc.constantFrom(0, 1_000, 60_000, 3_600_000, -3_600_000, -5_000)
const history = fc.array(fc.tuple(anEntry, anEnd, aStep), { minLength: 30, maxLength: 40 })

async function write(store: Store<AuditTables>): Promise<{ facts: Fact[]; nowMs: number }> {
  const { audit, clock } = auditWorld(store)
  const facts: Fact[] = []
  for (const [part, end, step] of fc.sample(history, { seed: 7, numRuns: 3 }).flat()) {
    clock.nowMs += step
    const entry = entryOf({ ...part, actor: `name of ${part.actorId}` })
    const at = clock.nowMs
    const seq = Number(await audit.intent(entry))
    if (end !== 'open') await audit.outcome(String(seq), RESULT[end])
    facts.push({ seq, at, entry, end })
  }
  return { facts, nowMs: clock.nowMs }
}

const aFilter = fc.record(
  {
    actor: fc.constantFrom('u1', 'u2', 'name of u2', 'nobody'),
    action: fc.constantFrom('data-edit.commit', 'session.login'),
    target: fc.constantFrom('30123000045', "o'hara", '%'),
    scope: fc.constantFrom(...SCOPES, 'lantern/northwind/nw-test', 'lant'),
    environment: fc.constantFrom('test' as const, 'production' as const, 'dev' as const),
    from: fc.integer({ min: -20, max: 20 }),
    to: fc.integer({ min: -20, max: 20 }),
    result: fc.constantFrom('ok' as const, 'refused' as const, 'failed' as const, 'unknown' as const),
    risk: fc.constantFrom('R1' as const, 'R2' as const, 'R3' as const),
    text: fc.constantFrom('8812', 'TICKET', 'тикет', '0% _S', 'aaaaaaaaaa-1', '\\', '客'),
    requestId: fc.constantFrom('aaaaaaaaaa-2'),
    sessionId: fc.constantFrom('s1', 's2'),
  },
  { requiredKeys: [] },
)
const aReach = fc.constantFrom(
  [grant('*')],
  [grant('lantern')],
  [grant('lantern/northwind')],
  [grant('lantern/northwind/nw-test/12')],
  [grant('*', 'test')],
  [grant('lantern/harbour', 'test')],
  [grant('lantern/northwind', 'production'), grant('lantern2')],
  [grant('*', '*', ['index.data.read'])],
)

const isBelow = (path: string, prefix: string) => path === prefix || `${path}`.startsWith(`${prefix}/`)

/** The rules once more, over a plain list. */
function isVisible({ entry: { scope } }: Fact, grants: readonly Grant[]): boolean {
  return grants.some((each) => {
    if (!each.codes.includes('audit.entry.read')) return false
    const isIn = each.scope === '*' || isBelow(scope, each.scope)
    if (each.environment === '*') return isIn
    const line = LINES.find(({ path }) => isBelow(scope, path))
    return isIn && line?.environment === each.environment
  })
}

function matches(fact: Fact, filter: AuditFilter, nowMs: number): boolean {
  const { entry, at, end } = fact
  const line = LINES.find(({ path }) => isBelow(entry.scope, path))
  const result = end !== 'open' ? end : at < nowMs - RUNNING_MS ? 'unknown' : 'running'
  const fold = (text: string) => text.normalize('NFKC').toLowerCase()
  const isRequest = /^[0-9a-f]{10}-/.test(filter.text ?? '')
  const is = <T>(wanted: T | undefined, holds: (wanted: T) => boolean) =>
    wanted === undefined || holds(wanted)
  return (
    is(filter.actor, (actor) => entry.actorId === actor || entry.actor === actor) &&
    is(filter.action, (action) => entry.action === action) &&
    is(filter.target, (target) => entry.target === target) &&
    is(filter.scope, (scope) => isBelow(entry.scope, scope)) &&
    is(filter.environment, (environment) => line?.environment === environment) &&
    is(filter.from, (from) => at >= from) &&
    is(filter.to, (to) => at <= to) &&
    is(filter.result, (wanted) => result === wanted) &&
    is(filter.risk, (risk) => entry.risk >= risk) &&
    is(filter.text, (text) =>
      isRequest ? entry.requestId === text : fold(entry.reason).includes(fold(text)),
    ) &&
    is(filter.requestId, (id) => entry.requestId === id) &&
    is(filter.sessionId, (id) => entry.sessionId === id)
  )
}

describeOnBothDatabases('audit search', auditMigrations, (open) => {
  test(
    '[T25] any filter finds what a plain list finds, page by page, and never beyond the grants',
    { timeout: 120_000 },
    async () => {
      const store = await open<AuditTables>()
      const { facts, nowMs } = await write(store)
      await auditWorld(store).feature.index.catchUp()
      const middle = facts[Math.floor(facts.length / 2)]!.at
      const cases = fc.tuple(aFilter, aReach, fc.integer({ min: 1, max: 9 }), fc.boolean())
      await fc.assert(
        fc.asyncProperty(cases, async ([given, grants, limit, isHurried]) => {
          const moment = (hours: number | undefined) =>
            hours === undefined ? undefined : middle + hours * 900_000
          const filter = { ...given, from: moment(given.from), to: moment(given.to) } as AuditFilter
          if (filter.from !== undefined && filter.to !== undefined && filter.from > filter.to) return
          const query = await entryQuery(
            { store, lines: () => LINES },
            filter,
            aCaller('lin', grants),
            readAudit,
          )
          const found: number[] = []
          let before: number | undefined
          do {
            // Without any time each answer is one stretch.
            const budgetMs = isHurried ? -1 : 120
            const page = await searchEntries(store, { query, before, limit, nowMs, budgetMs })
            expect(page.rows.length).toBeLessThanOrEqual(limit)
            found.push(...page.rows.map(({ seq }) => seq))
            before = page.next ?? undefined
          } while (before !== undefined)
          const expected = facts
            .filter((fact) => isVisible(fact, grants) && matches(fact, filter, nowMs))
            .map(({ seq }) => seq)
            .toReversed()
          expect(found).toEqual(expected)
        }),
        { numRuns: 300, seed: 20261121 },
      )
    },
  )

  test('[T25] rows written before the search existed, or by another node, are found', async () => {
    const store = await open<AuditTables>()
    const { audit } = auditWorld(store)
    const ids: number[] = []
    for (let at = 0; at < 900; at += 1) ids.push(Number(await audit.intent(entryOf({ target: String(at) }))))
    // The outcome arrives in a later step than its intent.
    await audit.outcome(String(ids[0]), { status: 0, code: 'ok' })
    const [one, other] = [auditWorld(store), auditWorld(store)]
    await Promise.all([one.feature.index.catchUp(), other.feature.index.catchUp()])
    const rows = await store.read.selectFrom('audit_search').selectAll().orderBy('seq').execute()
    expect(rows.map(({ seq }) => seq)).toEqual(ids)
    expect(rows[0]).toMatchObject({ result: 0, outcome_seq: 901, target: '0' })
    expect(rows[1]).toMatchObject({ result: 3, outcome_seq: null })
  })
})
