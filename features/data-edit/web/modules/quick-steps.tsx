import { placeFacts, readPath } from '@qd/protocol-model'
import type { DiffInfo, Field } from '@qd/protocol-model'
import type { Place } from '@qd/player-diff'
import { changedBy, groupDigits, isQuantity } from '@qd/web-controls/fields'
import type { ReactNode } from 'react'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { draftActions } from '../state/editor-store.ts'
import type { EditorSession } from '../state/editor-session.ts'
import { sessionOf } from '../state/player-calls.ts'
import { useLock } from '../state/use-lock.ts'
import { useEditTexts } from '../texts.ts'
import styles from './view-panel.module.css'

/** As they can be typed too. */
const STEPS = ['+100', '+1k', 'x2'] as const

function valueAt({ draft }: EditorSession, info: DiffInfo, { key, path }: Place): unknown {
  return readPath(draft.data, [info.netKey, ...(key === undefined ? [] : [key]), ...path])
}

/** The quantity in focus that steps can change; null for anything else. */
export function useQuantity(info: DiffInfo, focus: Place | null): Field | null {
  const lockOf = useLock()
  const protocol = useSessionPart((session) => session.draft.protocol)
  const hasValue = useSessionPart(
    (session) => focus !== null && (valueAt(session, info, focus) ?? null) !== null,
  )
  const field = focus === null ? undefined : placeFacts(protocol, focus).fields.at(-1)
  const isOpen = focus !== null && lockOf(focus) === null
  const isStepped = isOpen && hasValue && field !== undefined && isQuantity(field, info.key)
  return isStepped ? field : null
}

interface StepsProps {
  info: DiffInfo
  focus: Place
  field: Field
}

/** Steps of the quantity in focus. One beyond a limit is told at the field, as a value that was typed. */
export function QuickSteps({ info, focus, field }: StepsProps): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const value = useSessionPart((session) => valueAt(session, info, focus))
  const step = (change: string): void => {
    // The value of now: the press has just ended what was being typed.
    const next = changedBy(field, change, valueAt(sessionOf(player), info, focus))
    if (next !== null) draftActions.edit(player, [{ ...focus, op: 'set', value: next }])
  }
  return (
    <span className={styles.steps} role="group" aria-label={t('steps.label', { field: field.name })}>
      {STEPS.map((change) => {
        const next = changedBy(field, change, value)
        return (
          <button
            key={change}
            type="button"
            disabled={next === null}
            title={next === null ? undefined : `= ${groupDigits(String(next))}`}
            onClick={() => step(change)}
          >
            {change.replace('x', '×')}
          </button>
        )
      })}
    </span>
  )
}
