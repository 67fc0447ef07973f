import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { AuditRow, AuditTables, SearchRow } from '../audit-tables.ts'
import { readState, writeState } from '../chain/audit-state.ts'
import { readHead } from '../chain/read-head.ts'
import { resultOf, searchRowOf } from './search-row.ts'
import { createInsertRows } from './insert-search-rows.ts'

/** How far the search rows are. */
export interface IndexState {
  seq: number
  highAt: number
  /** The longest the clock ever stood behind what it had shown before, milliseconds. */
  maxStepBackMs: number
}

export interface EntryIndex {
  /** Something was appended: the rows follow within a moment. */
  touch(): void
  /** Resolves when everything committed so far can be found. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

const ROWS_PER_STEP = 400
const TOUCH_DELAY_MS = 500

const NOTHING_INDEXED: IndexState = { seq: 0, highAt: 0, maxStepBackMs: 0 }

/** What is no number counts as nothing: the search then begins again, and its rows are told to be too many. */
export async function indexState(read: Kysely<AuditTables>): Promise<IndexState> {
  const { seq, highAt, maxStepBackMs } = await readState(read, 'search', NOTHING_INDEXED)
  const whole = (value: number) => (Number.isSafeInteger(value) ? value : 0)
  return { seq: whole(seq), highAt: whole(highAt), maxStepBackMs: whole(maxStepBackMs) }
}

/** Takes the next link of the chain into the state. */
export function advance(state: IndexState, row: Pick<AuditRow, 'seq' | 'at'>): void {
  state.highAt = Math.max(state.highAt, row.at)
  state.maxStepBackMs = Math.max(state.maxStepBackMs, state.highAt - row.at)
  state.seq = row.seq
}

function outcomesOf(rows: readonly AuditRow[]): Map<number, AuditRow> {
  return new Map(rows.filter(({ ref }) => ref !== null).map((row) => [row.ref as number, row]))
}

/** Search rows of some links of the chain, outcomes among them already joined to their intents. */
function searchRows(rows: readonly AuditRow[], state: IndexState): SearchRow[] {
  const outcomes = outcomesOf(rows)
  return rows.flatMap((row) => {
    advance(state, row)
    if (row.kind === 'outcome') return []
    return [searchRowOf(row, outcomes.get(row.seq) ?? null, state.highAt)]
  })
}

/**
 * Fills the search rows from the chain, in steps of a few hundred rows, behind the writes: an append costs
 * nothing more, and on PostgreSQL nobody holds the chain's end for it. Any node may do any step.
 */
export function createEntryIndex(store: Store<AuditTables>, onError: (error: unknown) => void): EntryIndex {
  const insertRows = createInsertRows(store)
  const lockState = store.statement<[], { value: string }>({
    sqlite: `select value from audit_state where name = 'search'`,
    postgres: `select value from audit_state where name = 'search' for update`,
  })
  let timer: NodeJS.Timeout | undefined
  const stopped = new AbortController()
  let running: Promise<void> | undefined

  /** Gives whether there may be more. */
  const step = () =>
    store.write(
      async (tx) => {
        await lockState.get(tx, [])
        const state = await indexState(tx)
        // Rows behind the end were not appended by us: following them would leave out all that are.
        const head = await readHead(tx)
        const rows = await tx
          .selectFrom('audit_log')
          .selectAll()
          .where('seq', '>', state.seq)
          .where('seq', '<=', head?.seq ?? 0)
          .orderBy('seq')
          .limit(ROWS_PER_STEP)
          .execute()
        if (rows.length === 0) return false
        const first = rows[0]!.seq
        await insertRows(tx, searchRows(rows, state))
        for (const row of rows) {
          if (row.ref === null || row.ref >= first) continue
          await tx
            .updateTable('audit_search')
            .set({ result: resultOf(row.status), outcome_seq: row.seq })
            .where('seq', '=', row.ref)
            .execute()
        }
        await writeState(tx, 'search', state)
        return rows.length === ROWS_PER_STEP
        // The audit page begins with a step, and reading it goes on when the disk is full.
      },
      { inReserve: true },
    )

  const drain = async (): Promise<void> => {
    while (!stopped.signal.aborted && (await step())) await nextTurn()
  }
  const run = () => (running ??= drain().finally(() => (running = undefined)))

  return {
    touch() {
      if (timer !== undefined || stopped.signal.aborted) return
      timer = setTimeout(() => {
        timer = undefined
        run().catch(onError)
      }, TOUCH_DELAY_MS)
      timer.unref()
    },
    async catchUp() {
      // A run under way may have begun before the newest commit.
      await running
      await run()
    },
    async stop() {
      stopped.abort()
      clearTimeout(timer)
      await running?.catch(() => undefined)
    },
  }
}
