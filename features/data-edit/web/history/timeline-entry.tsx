import { formatInstant, formatQuantity, shortId } from '@qd/web-base'
import { Tag, useNow } from '@qd/web-controls'
import type { Place } from '@qd/player-diff'
import { Checkbox } from 'antd'
import { CircleHelp, ListChecks, Pencil, SquareFunction, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TimelineEntry } from '../../contract/index.ts'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { changesAt } from './edit-state.ts'
import { EntryFoot, UnknownLine } from './entry-foot.tsx'
import { EntryLines } from './entry-lines.tsx'
import { entryResult, entryTitle, isUnknown, jobOf, undoableOf } from './entry-words.ts'
import { openUndo, openUndoMany } from './undo-dialog.tsx'
import styles from './entry.module.css'

const MINUTE_MS = 60_000
export const KIND_ICONS = {
  edit: Pencil,
  function: SquareFunction,
  bulk: ListChecks,
  undo: Undo2,
} as const

/** Whether an entry, or what it did at a place, can be undone by the reader. */
export function canUndoEntry({ canUndo }: EditorPlace, entry: TimelineEntry): boolean {
  return canUndo && undoableOf(entry).length > 0 && !isUnknown(entry)
}

/** Undoes an entry; of a place only what happened there. */
export function undoEntry(place: EditorPlace, entry: TimelineEntry, at: Place | null): void {
  const [first, ...rest] = undoableOf(entry)
  if (first === undefined) return
  if (rest.length > 0) return openUndoMany(place, [first, ...rest], () => undefined)
  const indexes = changesAt(first, at)
  openUndo(place, first, indexes.length === first.changes.length ? undefined : indexes)
}

function Node({ entry }: { entry: TimelineEntry }): ReactNode {
  const t = useEditTexts()
  const isOpen = isUnknown(entry)
  const Icon = isOpen && entry.edits.length === 0 ? CircleHelp : KIND_ICONS[entry.kind]
  return (
    <span
      className={styles.node}
      data-kind={isOpen ? 'unknown' : entry.kind}
      title={t(`timeline.kind.${entry.kind}`)}
    >
      <Icon size={12} aria-hidden />
    </span>
  )
}

/** What was made by a job leads to it, and says how the whole of it stands. */
function JobLink({ entry }: { entry: TimelineEntry }): ReactNode {
  const t = useEditTexts()
  const jobId = jobOf(entry)
  if (jobId === null) return null
  const { job } = entry
  const done = formatQuantity(job?.done ?? 0)
  const total = formatQuantity(job?.total ?? 0)
  return (
    <>
      <Link to={`/jobs/${encodeURIComponent(jobId)}`} title={t('history.openJob')} className={styles.job}>
        {shortId(jobId)}
      </Link>
      {job === null ? null : (
        <span className={styles.standing} title={t('history.jobStands', { done, total })}>
          {done}/{total}
        </span>
      )}
    </>
  )
}

export interface EntryProps {
  entry: TimelineEntry
  /** The name of who made it. */
  actor: string
  at: Place | null
  isChosen: boolean
  /** Undefined where entries are not picked to be undone together. */
  isPicked: boolean | undefined
  onPick: (isPicked: boolean) => void
  onChoose: (place?: Place) => void
}

function Head({
  entry,
  actor,
  isPicked,
  onPick,
}: Pick<EntryProps, 'entry' | 'actor' | 'isPicked' | 'onPick'>): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const protocol = useSessionPart((session) => session.draft.protocol)
  const now = useNow(MINUTE_MS)
  const title = entryTitle(t, entry, { protocol, nowMs: Math.max(now, entry.at) })
  const result = entryResult(t, entry)
  return (
    <div className={styles.head}>
      {isPicked === undefined || !canUndoEntry(place, entry) ? null : (
        <Checkbox
          aria-label={t('undo.pick', { actor, time: formatInstant(entry.at) })}
          checked={isPicked}
          onChange={(event) => onPick(event.target.checked)}
        />
      )}
      <strong title={title}>{title}</strong>
      <JobLink entry={entry} />
      <bdi className={styles.actor}>{actor}</bdi>
      <Tag tone={result.tone}>{result.text}</Tag>
    </div>
  )
}

/** One entry: when, what, who, what came of it field by field, why, and the way back. */
export function Entry(props: EntryProps): ReactNode {
  const { entry, at, isChosen, onChoose } = props
  const place = useEditorPlace()
  const canUndo = canUndoEntry(place, entry)
  return (
    <li
      className={styles.entry}
      data-entry={entry.id}
      data-chosen={isChosen}
      data-picked={props.isPicked === true}
      aria-current={isChosen ? 'true' : undefined}
      onClick={(event) => {
        // Buttons and links of the entry do their own work.
        if ((event.target as HTMLElement).closest('button, a, label') === null) onChoose()
      }}
    >
      <time
        className={styles.time}
        dateTime={new Date(entry.at).toISOString()}
        title={formatInstant(entry.at)}
      >
        {formatInstant(entry.at).slice(11, 16)}
      </time>
      <Node entry={entry} />
      <div className={styles.body}>
        <Head {...props} />
        <EntryLines entry={entry} at={at} canUndo={canUndo} onShow={onChoose} />
        <UnknownLine entry={entry} />
        <EntryFoot entry={entry} onUndo={canUndo ? () => undoEntry(place, entry, at) : null} />
      </div>
    </li>
  )
}
