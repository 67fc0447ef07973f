import { equalValues } from '@qd/protocol-model'
import type { Field } from '@qd/protocol-model'
import { IconButton } from '@qd/web-controls'
import { ArrowLeft, CircleHelp, History, ListRestart, Lock, RotateCcw, ShieldAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { FieldInput, inputKind } from '@qd/web-controls/fields'
import { placeId } from '@qd/player-diff'
import type { Place } from '@qd/player-diff'
import { awaitedAt } from '../model/awaited.ts'
import type { Awaited } from '../model/awaited.ts'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { awaitedText, useLock } from '../state/use-lock.ts'
import { useFaultTexts } from '../state/use-fault-texts.ts'
import { useEditTexts } from '../texts.ts'
import { useValueContext } from '../values/use-value-context.ts'
import { nameOf, valueText } from '../values/value-text.ts'
import { ValueView } from '../values/value-view.tsx'
import styles from './form.module.css'

export interface FieldRowProps {
  field: Field
  place: Place
  value: unknown
  base: unknown
  /** The row or element is new: there is nothing to compare with. */
  isNew: boolean
  /** Key fields are addresses and cannot change. */
  isFixed: boolean
}

function OldValue({ field, place, base }: FieldRowProps): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const context = useValueContext()
  const text = valueText(field, base, context)
  const revert = (): void => draftActions.edit(player, [{ ...place, op: 'set', value: base ?? null }])
  return (
    <span className={styles.old}>
      <ArrowLeft size={11} aria-hidden />
      <s title={text}>{text}</s>
      <IconButton isSmall label={t('pending.revert')} onClick={revert}>
        <RotateCcw size={12} aria-hidden />
      </IconButton>
    </span>
  )
}

/** A value that is not typed into: as it is, or as an edit of unknown outcome wished it. */
function LockedValue(props: FieldRowProps & { lock: string; awaited: Awaited | null }): ReactNode {
  const t = useEditTexts()
  const { field, value, base, lock, awaited } = props
  const context = useValueContext()
  if (awaited === null) {
    return (
      <span className={styles.fixed} title={lock}>
        <Lock size={11} role="img" aria-label={lock} className={styles.lock} />
        <ValueView field={field} value={value} context={context} />
      </span>
    )
  }
  const before = base ?? value
  return (
    <span className={styles.fixed} data-awaited title={lock}>
      <CircleHelp size={12} role="img" aria-label={t('history.status.unknown')} className={styles.lock} />
      {awaited.value === undefined ? (
        <ValueView field={field} value={before} context={context} />
      ) : (
        <>
          {valueText(field, awaited.value, context)}? <ArrowLeft size={11} aria-hidden />{' '}
          <ValueView field={field} value={before} context={context} />
        </>
      )}
    </span>
  )
}

/** One scalar field of a form: name, protocol name, input, and what stood there before. */
export function FieldRow(props: FieldRowProps): ReactNode {
  const t = useEditTexts()
  const { field, place, value, base, isNew, isFixed } = props
  const at = useEditorPlace()
  const { player } = at
  const lock = useLock()(place, isFixed)
  // The key is an address: an edit of the whole row does not change it.
  const awaited = isFixed ? null : awaitedAt(at.unknown, place)
  const context = useValueContext()
  const draftChanges = useSessionPart((session) => session.draft.changes)
  const fault = useFaultTexts()
  const isChanged = !isNew && !equalValues(value, base)
  const id = placeId(place)
  const isMarked = useSessionPart(({ focus }) => focus !== null && placeId(focus) === id)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A search led here; who types here sees it already.
    const isHere = row.current?.contains(document.activeElement) === true
    if (isMarked && !isHere) row.current?.scrollIntoView({ block: 'center' })
  }, [isMarked])
  const change = draftChanges.find((each) => placeId(each) === id)
  const wrong = context.wrongOf?.(field, value) ?? null
  const problem = change ? fault(change) : wrong
  const name = nameOf(field, value, at)
  const notes = inputKind(field) === 'time' ? 'below' : 'inside'
  const hasDefault = field.defaultVal !== undefined && field.defaultVal !== null
  return (
    <div
      ref={row}
      className={styles.row}
      data-marked={isMarked}
      data-changed={isChanged}
      data-fault={problem !== null}
      data-awaited={awaited === null ? undefined : true}
      onFocus={() => useEditor.getState().patch(player, { focus: place })}
    >
      <span className={styles.label} title={field.comment || undefined}>
        <span className={styles.name}>{field.name}</span>
        <code className={styles.proto}>
          {field.fieldName}
          {field.sensitive === true ? (
            <ShieldAlert size={11} className={styles.sensitive} aria-label={t('pending.sensitive')} />
          ) : null}
        </code>
      </span>
      <span className={styles.line}>
        <span className={styles.control} data-notes={lock === null ? notes : undefined}>
          {lock === null ? (
            <FieldInput
              key={id}
              field={field}
              // What cannot stand there is typed anew.
              value={typeof value === 'object' ? undefined : value}
              fault={problem}
              label={`${field.name} ${field.fieldName}`}
              onType={(next, typing) =>
                draftActions.type(player, [{ ...place, op: 'set', value: next }], typing)
              }
              onCommit={(next) => draftActions.edit(player, [{ ...place, op: 'set', value: next }])}
            />
          ) : (
            <LockedValue {...props} lock={lock} awaited={awaited} />
          )}
          {isChanged && awaited === null ? <OldValue {...props} /> : null}
          {awaited === null ? null : <span className={styles.awaitedNote}>{awaitedText(t, awaited)}</span>}
          {problem === null || awaited !== null ? null : (
            <span className={styles.problem} data-note="fault" title={problem}>
              {problem}
            </span>
          )}
        </span>
        {field.unit && !field.time ? <span className={styles.unit}>{field.unit}</span> : null}
        {name === null || lock === null ? null : <span className={styles.unit}>{name}</span>}
      </span>
      <span className={styles.actions}>
        {lock === null && hasDefault && !equalValues(value, field.defaultVal) ? (
          <IconButton
            isSmall
            label={t('form.useDefault', { value: String(field.defaultVal) })}
            onClick={() => draftActions.edit(player, [{ ...place, op: 'set', value: field.defaultVal }])}
          >
            <ListRestart size={13} aria-hidden />
          </IconButton>
        ) : null}
        {isNew ? null : (
          <IconButton
            isSmall
            label={t('history.ofField', { name: field.name })}
            onClick={() => useEditor.getState().patch(player, { history: { place } })}
          >
            <History size={13} aria-hidden />
          </IconButton>
        )}
      </span>
    </div>
  )
}
