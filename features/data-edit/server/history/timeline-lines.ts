import { toCsv } from '@qd/csv'
import type { CsvColumn } from '@qd/csv'
import { placeText } from '@qd/player-diff'
import type { Change } from '@qd/protocol-model'
import type { ChangeVerdict, TimelineEdit, TimelineEntry, TimelineRun } from '../../contract/index.ts'

type Step = TimelineRun['steps'][number]

/** A line of the file: a field of an edit, a step of a run that edited nothing, or an entry that has neither. */
interface Line {
  entry: TimelineEntry
  edit: TimelineEdit | null
  step: Step | null
  change: Change | null
  /** Index of the change. */
  index: number
}

const isoTime = (at: number): string => new Date(at).toISOString()

/** A value as it can be read: a text as it is, everything else as JSON. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const verdictOf = ({ edit, index }: Line): ChangeVerdict | undefined =>
  edit?.results.find((each) => each.index === index)

/** What came of the line itself: a change that was taken back says so. */
function resultOf(line: Line): string {
  const { edit, step, index } = line
  if (edit === null) return step?.status ?? ''
  if (edit.takenBack.includes(index)) return 'undone'
  const verdict = verdictOf(line)
  if (verdict === undefined) return 'unknown'
  return verdict.status === 0 ? 'applied' : 'refused'
}

const statusOf = ({ entry: { run, edits } }: Line): string => run?.status ?? edits[0]?.status ?? ''

const COLUMNS: readonly CsvColumn<Line>[] = [
  { title: 'time', text: ({ entry }) => isoTime(entry.at) },
  { title: 'kind', text: ({ entry }) => entry.kind },
  { title: 'actor', text: ({ entry }) => entry.actor },
  { title: 'actorId', text: ({ entry }) => entry.actorId },
  { title: 'status', text: statusOf },
  { title: 'function', text: ({ entry }) => entry.run?.title ?? '' },
  { title: 'step', text: ({ step }) => step?.title ?? '' },
  { title: 'module', text: ({ change }) => change?.diff ?? '' },
  { title: 'place', text: ({ change }) => (change === null ? '' : placeText(change, change.diff)) },
  { title: 'op', text: ({ change }) => change?.op ?? '' },
  { title: 'old', text: ({ change }) => valueText(change?.old) },
  { title: 'new', text: ({ change }) => valueText(change?.value) },
  { title: 'result', text: resultOf },
  { title: 'code', text: (line) => verdictOf(line)?.code ?? '' },
  { title: 'message', text: (line) => verdictOf(line)?.msg ?? line.step?.text ?? '' },
  { title: 'reason', text: ({ entry }) => entry.reason },
  { title: 'entryId', text: ({ entry }) => entry.id },
  { title: 'editId', text: ({ edit }) => edit?.id ?? '' },
  { title: 'undoOf', text: ({ edit }) => edit?.undoOf ?? '' },
  { title: 'jobId', text: ({ entry, edit }) => entry.run?.jobId ?? edit?.jobId ?? '' },
]

export const CSV_HEAD = toCsv(COLUMNS, [])

function linesOf(entry: TimelineEntry): Line[] {
  const none = { entry, edit: null, step: null, change: null, index: 0 }
  const steps = entry.run?.steps ?? []
  const fields = entry.edits.flatMap((edit) => {
    const step = steps.find(({ editId }) => editId === edit.id) ?? null
    return edit.changes.map((change, index): Line => ({ entry, edit, step, change, index }))
  })
  const shown = new Set(entry.edits.map(({ id }) => id))
  const others = steps
    .filter(({ editId }) => editId === null || !shown.has(editId))
    .map((step): Line => ({ ...none, step }))
  const lines = [...others, ...fields]
  return lines.length > 0 ? lines : [none]
}

/** Entries as the list shows them, a line for each field or step, below the head that went before. */
export function csvOf(entries: readonly TimelineEntry[]): string {
  return toCsv(COLUMNS, entries.flatMap(linesOf)).slice(CSV_HEAD.length)
}

/** A whole entry. */
export function jsonLineOf(entry: TimelineEntry): string {
  return `${JSON.stringify({ ...entry, time: isoTime(entry.at) })}\n`
}
