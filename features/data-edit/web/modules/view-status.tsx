import { ownValue, placeFacts } from '@qd/protocol-model'
import type { DiffInfo, Field } from '@qd/protocol-model'
import { Kbd } from '@qd/web-controls'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Place } from '@qd/player-diff'
import { groupDigits, isIdField, rangeText } from '@qd/web-controls/fields'
import { awaitedAt } from '../model/awaited.ts'
import type { Awaited } from '../model/awaited.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import type { EditorSession, ViewMode } from '../state/editor-session.ts'
import { awaitedText, missingRight, neededText } from '../state/use-lock.ts'
import { upperLimitOf } from '../state/local-faults.ts'
import { QuickSteps, useQuantity } from './quick-steps.tsx'
import { useEditTexts } from '../texts.ts'
import type { EditTexts } from '../texts.ts'
import styles from './view-panel.module.css'

const IS_MAC = /mac/i.test(globalThis.navigator?.userAgent ?? '')
const MODIFIER = IS_MAC ? '⌘' : 'Ctrl '

function focusOf(session: EditorSession, info: DiffInfo, mode: ViewMode): Place | null {
  if (mode === 'form') return session.focus?.diff === info.name ? session.focus : null
  const field = session.column?.split(':')[0]
  if (mode !== 'table' || session.rowKey === null || !field) return null
  return { diff: info.name, key: session.rowKey, path: [field] }
}

/** Meaning of a field in one line: comment, type, range, length, unit, limit. */
function meaningOf(t: EditTexts, field: Field, info: DiffInfo): string {
  const type = field.type === 'array' ? `${field.itemType}[]` : field.type
  const isChoice = field.dataProvider?.startsWith('enum:') === true
  return [
    field.comment,
    field.time ? t('status.time', { unit: field.time }) : type,
    isChoice || field.time ? '' : rangeText(field, !isIdField(field, info.key)),
    field.maxBytes === undefined ? '' : t('status.bytes', { count: field.maxBytes }),
    field.unit && !field.time ? field.unit : '',
    field.sensitive === true ? t('pending.sensitive') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function Meaning({ info, focus }: { info: DiffInfo; focus: Place }): ReactNode {
  const t = useEditTexts()
  const { draft } = useEditorSession()
  const { limits } = useEditorPlace()
  const field = placeFacts(draft.protocol, focus).fields.at(-1)
  if (!field) return null
  const limit = upperLimitOf(draft.protocol, focus, limits)
  const meaning = meaningOf(t, field, info)
  return (
    <span className={styles.meaning} title={meaning}>
      <code>{field.fieldName}</code>: {meaning}
      {limit === null ? null : ` · ${t('status.limit', { limit: groupDigits(limit) })}`}
    </span>
  )
}

/** The right that is missing for all of the module, or for its sensitive fields. */
function LockNote({ info }: { info: DiffInfo }): ReactNode {
  const t = useEditTexts()
  const rights = useEditorPlace()
  const { canEdit } = rights
  const { draft } = useEditorSession()
  const right = missingRight(draft.protocol, { diff: info.name, path: [] }, rights)
  if (right === null) return null
  const needed = neededText(t, right)
  const text = canEdit ? t('lock.sensitive', { needed }) : needed
  return (
    <span className={styles.lock} title={text}>
      <Lock size={11} aria-hidden /> {text}
    </span>
  )
}

/** Why nothing can be typed at the place in focus for now. */
function AwaitedNote({ focus, awaited }: { focus: Place; awaited: Awaited }): ReactNode {
  const t = useEditTexts()
  const text = awaitedText(t, awaited)
  return (
    <span className={styles.awaited} role="status" title={text}>
      <code>{focus.path.join('.')}</code>: {text}
    </span>
  )
}

/** The status line of the view: size, the focused field's meaning, and its quick steps or the keys. */
export function ViewStatus({ info, mode }: { info: DiffInfo; mode: ViewMode }): ReactNode {
  const t = useEditTexts()
  const { canEdit, unknown } = useEditorPlace()
  const session = useEditorSession()
  const rows = ownValue(session.draft.data, info.netKey)
  const count = info.key === '' ? info.fields.length : Object.keys(rows ?? {}).length
  const focus = focusOf(session, info, mode)
  const quantity = useQuantity(info, focus)
  const awaited = focus === null ? null : awaitedAt(unknown, focus)
  return (
    <>
      <span className={styles.size}>
        {info.key === '' ? t('status.fields', { count }) : t('status.rows', { count })}
      </span>
      <LockNote info={info} />
      {focus === null ? null : awaited === null ? (
        <Meaning info={info} focus={focus} />
      ) : (
        <AwaitedNote focus={focus} awaited={awaited} />
      )}
      {/* The reason has the line for itself: none of the keys does anything there. */}
      {awaited !== null ? null : focus !== null && quantity !== null ? (
        <QuickSteps info={info} focus={focus} field={quantity} />
      ) : canEdit ? (
        <span className={styles.keys}>
          <Kbd>Enter</Kbd> {t('keys.edit')} <Kbd>{MODIFIER}Z</Kbd> {t('keys.back')} <Kbd>{MODIFIER}S</Kbd>{' '}
          {t('keys.submit')}
        </span>
      ) : (
        <span className={styles.keys}>{t('readOnly')}</span>
      )}
    </>
  )
}
