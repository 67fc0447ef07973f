import type { Place } from '@qd/player-diff'
import { BeforeAfter, IconButton } from '@qd/web-controls'
import { Check, CircleHelp, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { TimelineEdit, TimelineEntry } from '../../contract/index.ts'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { changeLabel, changeTexts } from '../values/change-label.ts'
import { useValueContext } from '../values/use-value-context.ts'
import { changesAt, isUndoable } from './edit-state.ts'
import { openUndo } from './undo-dialog.tsx'
import styles from './entry.module.css'

/** Signs of a value that are drawn; a text may have a hundred thousand. */
const MOST_SIGNS = 60
/** Lines of an entry until its reader asks for all, and drawn at all. */
const FIRST_LINES = 6
const MOST_LINES = 200

const clipped = (text: string): string => (text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS)}…` : text)

type LineState = 'applied' | 'undone' | 'refused' | 'unknown'

/** What came of one change, by itself. */
function stateOf(edit: TimelineEdit, index: number): { state: LineState; text: string } {
  const verdict = edit.results.find((result) => result.index === index && result.status !== 0)
  if (verdict !== undefined) return { state: 'refused', text: verdict.msg }
  if (edit.status === 'unknown') return { state: 'unknown', text: '' }
  if (edit.status === 'refused') return { state: 'refused', text: '' }
  return {
    state: edit.takenBack.includes(index) || edit.status === 'undone' ? 'undone' : 'applied',
    text: '',
  }
}

const ICONS = { applied: Check, undone: Undo2, refused: X, unknown: CircleHelp } as const

function LineResult({ state, text }: { state: LineState; text: string }): ReactNode {
  const t = useEditTexts()
  const Icon = ICONS[state]
  const words =
    text === '' ? t(state === 'unknown' ? 'timeline.unanswered' : `history.status.${state}`) : text
  return (
    <span className={styles.own} data-state={state} title={words}>
      <Icon size={12} aria-hidden />
      <span>{words}</span>
    </span>
  )
}

function Values({
  before,
  after,
  state,
}: {
  before: string | null
  after: string | null
  state: LineState
}): ReactNode {
  const shown = {
    ...(before === null ? {} : { before: clipped(before) }),
    ...(after === null ? {} : { after: clipped(after) }),
  }
  const title = [before, after].filter((text) => text !== null).join(' → ')
  return (
    <span className={styles.values} data-state={state} title={title}>
      {state === 'applied' ? <BeforeAfter {...shown} /> : null}
      {state === 'undone' || state === 'refused' ? Object.values(shown).join(' → ') : null}
      {state === 'unknown' ? (
        <>
          {before === null ? null : `${shown.before} → `}
          <b>{shown.after}</b>
        </>
      ) : null}
    </span>
  )
}

export interface LineProps {
  edit: TimelineEdit
  index: number
  canUndo: boolean
  onShow: (place: Place) => void
}

/** One field: its name, what it was and became, and what came of it. */
function Line({ edit, index, canUndo, onShow }: LineProps): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const { protocol, data } = useSessionPart((session) => session.draft)
  const context = useValueContext()
  const change = edit.changes[index]!
  const label = changeLabel(protocol, change, { data, place })
  const { state, text } = stateOf(edit, index)
  return (
    <li className={styles.line} data-state={state}>
      <button type="button" className={styles.show} onClick={() => onShow(change)}>
        <bdi className={styles.name}>{label.row || label.field || label.module}</bdi>{' '}
        <code title={label.place}>{label.place}</code>
      </button>
      <Values {...changeTexts(protocol, change, context)} state={state} />
      <span className={styles.end}>
        <LineResult state={state} text={text} />
        {canUndo && state === 'applied' ? (
          <IconButton
            isSmall
            className={styles.one}
            label={t('undo.one')}
            onClick={() => openUndo(place, edit, [index])}
          >
            <Undo2 size={12} aria-hidden />
          </IconButton>
        ) : null}
      </span>
    </li>
  )
}

type Step = NonNullable<TimelineEntry['run']>['steps'][number]
const STEP_STATES: Readonly<Record<string, LineState>> = { done: 'applied', failed: 'refused' }

/** A step of a function that made no edit. */
function StepLine({ step }: { step: Step }): ReactNode {
  const state = STEP_STATES[step.status] ?? 'unknown'
  const isFailure = state === 'refused'
  return (
    <li className={styles.line} data-state={state}>
      <span className={styles.show}>
        <bdi className={styles.name}>{step.title}</bdi>
      </span>
      <span className={styles.values} title={step.text}>
        {isFailure ? '' : step.text}
      </span>
      <LineResult state={state} text={isFailure ? step.text : ''} />
    </li>
  )
}

export interface EntryLinesProps {
  entry: TimelineEntry
  at: Place | null
  canUndo: boolean
  onShow: (place: Place) => void
}

/** Field by field what an entry did; of a place only what happened there. */
export function EntryLines({ entry, at, canUndo, onShow }: EntryLinesProps): ReactNode {
  const t = useEditTexts()
  const [isWhole, setWhole] = useState(false)
  const lines = entry.edits.flatMap((edit) => changesAt(edit, at).map((index) => ({ edit, index })))
  const others = entry.edits.reduce((sum, { changes }) => sum + changes.length, 0) - lines.length
  const steps = entry.run?.steps.filter(({ editId }) => editId === null) ?? []
  const shown = lines.slice(0, isWhole ? MOST_LINES : FIRST_LINES)
  const hidden = lines.length - shown.length
  return (
    <>
      <ul className={styles.lines}>
        {at === null ? steps.map((step, index) => <StepLine key={index} step={step} />) : null}
        {shown.map(({ edit, index }) => (
          <Line
            key={`${edit.id}/${index}`}
            edit={edit}
            index={index}
            canUndo={canUndo && isUndoable(edit) && lines.length > 1}
            onShow={onShow}
          />
        ))}
      </ul>
      {hidden === 0 ? null : isWhole ? (
        <p className={styles.others}>{t('undo.more', { count: hidden })}</p>
      ) : (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {t('undo.more', { count: hidden })}
        </button>
      )}
      {others === 0 ? null : <p className={styles.others}>{t('history.others', { count: others })}</p>}
    </>
  )
}
