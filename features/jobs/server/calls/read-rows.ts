import { parseJsonText } from '@qd/canonical-json'
import type { Store } from '@qd/store'
import { foldForSearch } from '@qd/store'
import { sql } from 'kysely'
import type { JobRowView, RowState } from '../../contract/index.ts'
import { pendingRows } from '../chunk-rows.ts'
import type { StoredOutcome, StoredRow } from '../chunk-rows.ts'
import type { JobTables, StoredChunk } from '../job-tables.ts'

export interface RowQuery {
  jobId: string
  state?: RowState | undefined
  search?: string | undefined
  /** Only rows behind this `seq`. */
  after?: number | undefined
}

type FoundChunk = StoredChunk & { rows: string }

const endedRows = sql<number>`done_rows + failed_rows + skipped_rows + unknown_rows`

const stateOf = ({ status }: StoredOutcome): RowState =>
  status === 'waiting' || status === 'dropped' ? 'open' : status

/** Rows of a chunk as people see them; what is to be worked on again counts as open. */
export function viewRows(chunk: FoundChunk): JobRowView[] {
  const rows = parseJsonText(chunk.rows) as StoredRow[]
  const outcomes = chunk.outcomes === null ? null : (parseJsonText(chunk.outcomes) as StoredOutcome[])
  const open = new Set(pendingRows(chunk, rows, outcomes).map(({ index }) => index))
  return rows.map(({ key }, index) => {
    const seq = chunk.first_seq + index
    const found = outcomes?.[index]
    const state = found === undefined || open.has(index) ? 'open' : stateOf(found)
    // One that waits says for what.
    const outcome = state === 'open' && found?.status !== 'waiting' ? undefined : found
    return {
      seq,
      key,
      state,
      code: outcome?.code ?? '',
      msg: outcome?.msg ?? '',
      field: outcome?.field ?? '',
    }
  })
}

function matches(row: JobRowView, { state, search, after }: RowQuery): boolean {
  if (after !== undefined && row.seq <= after) return false
  if (state !== undefined && row.state !== state) return false
  return search === undefined || foldForSearch(row.key).includes(foldForSearch(search))
}

async function someChunks(
  store: Store<JobTables>,
  { jobId, state, after }: RowQuery,
  from: { n: number; limit: number },
): Promise<FoundChunk[]> {
  let query = store.read
    .selectFrom('job_chunk')
    .innerJoin('job_chunk_rows', (join) =>
      join
        .onRef('job_chunk_rows.job_id', '=', 'job_chunk.job_id')
        .onRef('job_chunk_rows.n', '=', 'job_chunk.n'),
    )
    .selectAll('job_chunk')
    .select('job_chunk_rows.rows')
    .where('job_chunk.job_id', '=', jobId)
    .where('job_chunk.n', '>', from.n)
  if (state === 'open') query = query.where(endedRows, '<', sql.ref<number>('row_count'))
  else if (state !== undefined) query = query.where(`job_chunk.${state}_rows`, '>', 0)
  if (after !== undefined) {
    query = query.where((eb) => eb(eb('first_seq', '+', eb.ref('row_count')), '>', after + 1))
  }
  return query.orderBy('job_chunk.n').limit(from.limit).execute()
}

/** All rows of a query in their order, some chunks read at a time. */
export async function* readRows(
  store: Store<JobTables>,
  query: RowQuery,
): AsyncGenerator<{ rows: JobRowView[]; lastSeq: number }> {
  let n = -1
  for (let limit = 1; ; limit = Math.min(limit * 2, 16)) {
    const chunks = await someChunks(store, query, { n, limit })
    for (const chunk of chunks) {
      const rows = viewRows(chunk).filter((row) => matches(row, query))
      yield { rows, lastSeq: chunk.first_seq + chunk.row_count - 1 }
    }
    if (chunks.length < limit) return
    n = chunks.at(-1)!.n
  }
}
