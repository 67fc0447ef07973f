import type { AuditTables } from '@qd/audit/server'
import { createAuditFeature } from '@qd/audit/server'
import type { AuditFilter } from '@qd/audit/contract'
import { openStore } from '@qd/store'
import type { Dialect } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { migrations } from '../apps/server/migrations.ts'
import { listEntries } from '../features/audit/server/search/list-entries.ts'
import { seedAudit } from './tools/seed-audit.ts'
import { median, type Result, type Row, type Verdict } from './tools/result.ts'

const ROWS = Number(process.env['QD_BENCH_ROWS'] ?? 1_000_000)
const ASKED = 25
const END_MS = Date.UTC(2026, 0, 1) + 700_000 * 25_000
const day = 86_400_000

const FILTERS: Record<string, AuditFilter> = {
  'no filter': {},
  'one person': { actor: 'u-7' },
  'a rare person': { actor: 'u-rare' },
  'one action': { action: 'data-edit.undo' },
  'one player': { target: '30123000500' },
  'a busy line': { scope: 'lantern/northwind/nw-main' },
  'a rare line': { scope: 'lantern/harbour/hb-rare' },
  'a day long ago': { from: END_MS - 150 * day, to: END_MS - 149 * day },
  failed: { result: 'failed' },
  'unknown outcome': { result: 'unknown' },
  'R3 and above': { risk: 'R3' },
  'a frequent word': { text: 'ticket' },
  'a rare word': { text: 'needle' },
  'a request': { text: '000000000a-2s' },
  'person, line, result, a month': {
    actor: 'u-7',
    scope: 'lantern/harbour/hb-main',
    result: 'failed',
    from: END_MS - 60 * day,
    to: END_MS - 30 * day,
  },
  'nobody has it: person and line': { actor: 'u-7', scope: 'lantern/harbour/hb-rare' },
}

const everything = { scope: '*', environment: '*' as const, codes: ['*'] }
const root = { userId: 'root', username: 'root', name: '', sessionId: '', roles: [], grants: [everything] }
const narrow = { ...root, grants: [{ ...everything, scope: 'lantern/harbour/hb-rare' }] }

const percentile = (figures: readonly number[], share: number) =>
  figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.ceil(figures.length * share) - 1)]!

async function measureOn(dialect: Dialect): Promise<{ rows: Row[]; verdicts: Verdict[] }> {
  const place = await makeTestPlace(dialect)
  const store = await openStore<AuditTables>({ ...place.where, migrations })
  try {
    await seedAudit(store, ROWS)
    const feature = createAuditFeature({ store, secretBox: { digest: () => '' } })
    const indexedMs = performance.now()
    await feature.index.catchUp()
    const rate = (ROWS / (performance.now() - indexedMs)) * 1_000
    const deps = {
      store,
      index: feature.index,
      nowMs: () => END_MS + day,
      lines: () => [],
      places: () => [],
      actions: () => [],
      namesOf: async () => new Map<string, string>(),
      placeNameOf: () => [],
      titleOf: (_lang: string, action: string) => action,
    }
    const rows: Row[] = [{ who: `${dialect}: rows made findable`, unit: '/s', rounds: [rate] }]
    let worst = 0
    const cases = [
      ...Object.entries(FILTERS).map(([name, filter]) => ({ name, filter, caller: root })),
      { name: 'no filter, a caller of a rare line', filter: {}, caller: narrow },
    ]
    for (const { name, filter, caller } of cases) {
      const took: number[] = []
      let answers = 0
      for (let round = 0; round < ASKED; round += 1) {
        const startedMs = performance.now()
        await listEntries(deps, filter, { caller, lang: 'en' })
        took.push(performance.now() - startedMs)
      }
      let before: number | undefined
      let found = 0
      do {
        const page = await listEntries(deps, { ...filter, before }, { caller, lang: 'en' })
        answers += 1
        found += page.list.length
        before = page.next ?? undefined
      } while (before !== undefined && found < 50)
      worst = Math.max(worst, percentile(took, 0.95))
      rows.push({ who: `${dialect}: ${name}`, unit: 'ms p50', rounds: [median(took)] })
      rows.push({ who: `${dialect}: ${name}`, unit: 'ms p95', rounds: [percentile(took, 0.95)] })
      rows.push({ who: `${dialect}: ${name}`, unit: 'answers', rounds: [answers] })
    }
    const what = `audit search over ${ROWS.toLocaleString('en')} rows on ${dialect}, slowest filter, p95`
    return { rows, verdicts: [{ what, figure: worst, unit: 'ms', goal: '<= 200' }] }
  } finally {
    await store.close()
    await place.remove()
  }
}

/** One answer of the audit list by filter; `answers` is how many it takes to fill a page or look everything through. */
export async function measure(): Promise<Result> {
  const [sqlite, postgres] = [await measureOn('sqlite'), await measureOn('postgres')]
  return {
    rows: [...sqlite.rows, ...postgres.rows],
    verdicts: [...sqlite.verdicts, ...postgres.verdicts],
  }
}
