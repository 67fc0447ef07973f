import { moduleLabel } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { formatInstant } from '@qd/web-base'
import type { Tone } from '@qd/web-controls'
import type { TimelineEdit, TimelineEntry } from '../../contract/index.ts'
import type { EditTexts } from '../texts.ts'
import { dayOf } from './days.ts'
import { EDIT_TONES, isUndoable } from './edit-state.ts'

/** Modules named in a title; the lines below name the others. */
const MOST_MODULES = 3

/** The edits of an entry that something may still be taken back of. */
export function undoableOf({ edits }: TimelineEntry): TimelineEdit[] {
  return edits.filter(isUndoable)
}

/** The edits of an entry that nobody knows the outcome of. */
export function unknownOf({ edits }: TimelineEntry): TimelineEdit[] {
  return edits.filter(({ status }) => status === 'unknown')
}

/** Whether the outcome is unknown; a run that waits for its edit is known as soon as that is. */
export function isUnknown(entry: TimelineEntry): boolean {
  if (unknownOf(entry).length > 0) return true
  if (entry.run?.status !== 'unknown') return false
  return entry.run.steps.some(({ status, editId }) => status === 'unknown' && editId === null)
}

function modulesOf(protocol: ProtocolDefinition, { edits }: TimelineEntry): string {
  const diffs = [...new Set(edits.flatMap(({ changes }) => changes.map(({ diff }) => diff)))]
  const names = diffs.slice(0, MOST_MODULES).map((diff) => {
    const info = protocol.diffInfos[diff]
    return info === undefined ? diff : moduleLabel(protocol, info)
  })
  return `${names.join(' · ')}${diffs.length > MOST_MODULES ? ' …' : ''}`
}

/** `21:40` of today, `昨天 21:40`, or the day with the time. */
function shortTime(at: number, nowMs: number): string {
  const { word, date } = dayOf(at, nowMs)
  const time = formatInstant(at).slice(11, 16)
  return `${word === '' ? date : word} ${time}`
}

/** What an entry did, in a few words. */
export function entryTitle(
  t: EditTexts,
  entry: TimelineEntry,
  { protocol, nowMs }: { protocol: ProtocolDefinition; nowMs: number },
): string {
  const { kind, run, edits } = entry
  if (run !== null) return run.title
  if (kind === 'bulk') return t('history.bulk')
  if (kind !== 'undo') return t('timeline.edited', { modules: modulesOf(protocol, entry) })
  const count = edits.reduce((sum, { changes }) => sum + changes.length, 0)
  const undoneAt = edits[0]?.undoneAt ?? null
  if (undoneAt === null) return t('timeline.undid', { count })
  return t('timeline.undidOf', { time: shortTime(undoneAt, nowMs), count })
}

const RUN_TONES = { done: 'ok', failed: 'error', running: 'theme' } as const

/** What came of an entry. */
export function entryResult(t: EditTexts, entry: TimelineEntry): { text: string; tone: Tone } {
  const { run, edits } = entry
  const [first] = edits
  if (isUnknown(entry)) return { text: t('history.status.unknown'), tone: 'warn' }
  const isGone = first !== undefined && edits.every(({ status }) => status === 'undone')
  if (run !== null && !isGone && run.status !== 'unknown') {
    return { text: t(`timeline.run.${run.status}`), tone: RUN_TONES[run.status] }
  }
  if (first === undefined) return { text: t('history.status.unknown'), tone: 'warn' }
  // Of a run whose edit was asked about: that is how far it came.
  const last = edits.at(-1) ?? first
  const { status } = isGone ? first : last
  return { text: t(`history.status.${status}`), tone: EDIT_TONES[status] }
}

export function jobOf({ edits, run }: TimelineEntry): string | null {
  return run?.jobId ?? edits[0]?.jobId ?? null
}
