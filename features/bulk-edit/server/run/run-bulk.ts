import { placeText } from '@qd/protocol-model'
import type { ServedJob } from '@qd/server-kit'
import { serveJob } from '@qd/server-kit'
import { localRefusals, touchedBy } from '@qd/player-edit'
import { bulkEditJob } from '../../contract/index.ts'
import type { BulkChange, BulkSet } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import { bulkJobRow } from '../bulk-store.ts'
import type { BulkRun, ChunkRow, PlannedRow } from '../list/chunk.ts'
import { FACTS_SHOWN } from '../preview/bulk-set.ts'
import { planBulkRow } from '../preview/plan-bulk-row.ts'
import { prepareList } from './prepare-list.ts'
import type { FileSource } from './prepare-list.ts'
import { readRow } from '../preview/read-row.ts'
import { stopText } from './stop-text.ts'
import { workChunk } from './work-chunk.ts'

/** Rows between two commits: many enough to fill the server's calls, few enough to be redone in a second. */
export const CHUNK_SIZE = 100

async function planPlayer(
  { edits }: UseCaseDeps,
  item: ChunkRow,
  run: BulkRun,
  set: BulkSet,
): Promise<PlannedRow> {
  const read = await readRow(edits, item, run, touchedBy(set.changes))
  if ('outcome' in read) return read
  const { data, version, leftOut } = read.read
  const plan = planBulkRow(item.server.protocol, data, set, leftOut)
  if (plan.kind !== 'changes') {
    const { code, field } = plan.stop
    const status = plan.kind === 'skipped' ? 'skipped' : 'failed'
    return { outcome: { status, code, field, msg: stopText(run.text, plan.stop) } }
  }
  const [refused] = localRefusals({ ...item.server.rules, text: run.text }, plan.changes)
  if (refused === undefined) return { changes: plan.changes, version, data }
  const { code, msg, field = '' } = refused
  return { outcome: { status: 'failed', code, field, msg } }
}

const FACT_CHARS = 120

/** What a change sets, adds or takes away, in one line. */
function factOf(change: BulkChange, words: string): { label: string; value: string } {
  const { op, by, value } = change
  const text = op === 'remove' ? '–' : (by ?? JSON.stringify(value ?? null))
  const sign = op === 'set' && by === undefined ? '=' : op === 'remove' || text.startsWith('-') ? '' : '+'
  const label = `${words} ${placeText(change)}`.trim()
  return { label, value: `${sign} ${text.slice(0, FACT_CHARS)}`.trim() }
}

/** One change set for every player of the list. */
export function serveBulkEdit(deps: UseCaseDeps): ServedJob {
  return serveJob(bulkEditJob, {
    chunkSize: CHUNK_SIZE,
    facts: ({ set, words = [] }) =>
      set.changes.slice(0, FACTS_SHOWN).map((change, index) => factOf(change, words[index] ?? '')),
    prepare: (from: FileSource, run, cursor) => prepareList(deps, run, from, cursor),
    runChunk(rows, run) {
      const { set, onlinePolicy, name, players, home, paths } = run.params
      const about = { kind: 'edit', at: deps.nowMs(), name, players, home, paths, undo_of: null } as const
      const job = bulkJobRow(run, about)
      return workChunk(deps, {
        rows,
        run,
        onlinePolicy,
        job,
        plan: (item) => planPlayer(deps, item, run, set),
      })
    },
  })
}
