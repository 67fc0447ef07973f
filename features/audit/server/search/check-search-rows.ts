import type { Kysely } from 'kysely'
import type { SearchDifference } from '../../contract/index.ts'
import type { AuditRow, AuditTables, SearchRow } from '../audit-tables.ts'
import { advance, indexState } from './entry-index.ts'
import type { IndexState } from './entry-index.ts'
import { SEARCH_COLUMNS, searchRowOf } from './search-row.ts'

type Read = Kysely<AuditTables>
type Outcome = Pick<AuditRow, 'seq' | 'ref' | 'status'>

/** Places kept by name; how many there are is counted on. */
export const MOST_DIFFERENCES = 100

/** What the pages find, held against the chain while somebody walks it. */
export interface SearchCheck {
  readonly differences: readonly SearchDifference[]
  readonly count: number
  /** The next rows of the chain, in order; `after` is the last `seq` before them. Of one snapshot with its `read`. */
  look(read: Read, rows: readonly AuditRow[], after: number): Promise<void>
  /** After the last row: nothing may be found behind the chain, and the state of the search must be true. */
  end(read: Read, headSeq: number): Promise<void>
}

/** Search rows between two `seq`, the first one excluded; before the chain's first row as well. */
function searchRowsIn(read: Read, after: number, last: number): Promise<SearchRow[]> {
  return read
    .selectFrom('audit_search')
    .selectAll()
    .where('seq', '>', after === 0 ? Number.MIN_SAFE_INTEGER : after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .execute()
}

/** Outcomes of these rows, wherever in the chain they stand, as far as the search has come. */
async function outcomesOf(read: Read, rows: readonly AuditRow[], indexedTo: number) {
  const found = await read
    .selectFrom('audit_log')
    .select(['seq', 'ref', 'status'])
    .where('ref', '>=', rows[0]!.seq)
    .where('ref', '<=', rows.at(-1)!.seq)
    .where('seq', '<=', indexedTo)
    .execute()
  return new Map(found.map((row) => [row.ref, row]))
}

const isSame = (left: SearchRow, right: SearchRow) =>
  SEARCH_COLUMNS.every((column) => left[column] === right[column])

export function createSearchCheck(): SearchCheck {
  const walked: IndexState = { seq: 0, highAt: 0, maxStepBackMs: 0 }
  const differences: SearchDifference[] = []
  let count = 0
  let lastLooked = 0
  const note = (at: number, reason: SearchDifference['reason']) => {
    count++
    // Whoever writes into the database by hand need not write whole numbers.
    const seq = Math.floor(Number(at))
    if (differences.length < MOST_DIFFERENCES) {
      differences.push({ seq: Number.isSafeInteger(seq) ? seq : 0, reason })
    }
  }

  /** The rows the search should have for these links; a link it has not come to has none. */
  function expectedOf(
    rows: readonly AuditRow[],
    indexedTo: number,
    outcomes: ReadonlyMap<number | null, Outcome>,
  ) {
    const expected = new Map<number, SearchRow>()
    for (const row of rows) {
      if (row.seq > indexedTo) break
      advance(walked, row)
      if (row.kind === 'outcome') continue
      expected.set(row.seq, searchRowOf(row, outcomes.get(row.seq) ?? null, walked.highAt))
    }
    return expected
  }

  return {
    differences,
    get count() {
      return count
    },
    async look(read, rows, after) {
      const last = rows.at(-1)
      if (last === undefined) return
      const { seq: indexedTo } = await indexState(read)
      const outcomes = await outcomesOf(read, rows, indexedTo)
      const expected = expectedOf(rows, indexedTo, outcomes)
      lastLooked = last.seq
      for (const found of await searchRowsIn(read, after, last.seq)) {
        const wanted = expected.get(found.seq)
        if (wanted === undefined) note(found.seq, 'search_unexpected')
        else if (!isSame(found, wanted)) note(found.seq, 'search_changed')
        expected.delete(found.seq)
      }
      for (const seq of expected.keys()) note(seq, 'search_missing')
    },
    async end(read, headSeq) {
      const state = await indexState(read)
      const surplus = await read
        .selectFrom('audit_search')
        .select('seq')
        .where('seq', '>', Math.max(lastLooked, Math.min(state.seq, headSeq)))
        .orderBy('seq')
        .limit(MOST_DIFFERENCES)
        .execute()
      for (const { seq } of surplus) note(seq, 'search_unexpected')
      const isTrue =
        state.seq <= headSeq && state.highAt >= walked.highAt && state.maxStepBackMs >= walked.maxStepBackMs
      if (!isTrue) note(state.seq, 'search_state')
      differences.sort((a, b) => a.seq - b.seq)
    },
  }
}
