import { checkChange, placeFacts } from '@qd/protocol-model'
import type { Change, Field, ProtocolDefinition } from '@qd/protocol-model'
import { SegmentedControl } from '@qd/web-controls'
import { FieldInput } from '@qd/web-controls/fields'
import type { ReactNode } from 'react'
import type { ConflictChoice, ConflictRow } from '../model/conflict-rows.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { faultText } from '../state/use-fault-texts.ts'
import { useEditTexts } from '../texts.ts'
import { changeLabel } from '../values/change-label.ts'
import { useValueContext } from '../values/use-value-context.ts'
import { valueText } from '../values/value-text.ts'
import styles from './conflict-dialog.module.css'

/** What becomes of one conflict; `value` is a third one, typed here. */
export interface Decision {
  choice: ConflictChoice
  value: unknown
}

/** The field of a row whose value can be typed here: one scalar that is set. */
function typedField(protocol: ProtocolDefinition, { change, current }: ConflictRow): Field | null {
  const { node, fields } = placeFacts(protocol, change)
  const isScalar = change.op === 'set' && current !== undefined && node?.kind === 'scalar'
  return isScalar ? (fields.at(-1) ?? null) : null
}

/** The change a typed value makes of a conflict. */
export function otherChange({ change, current }: ConflictRow, value: unknown): Change {
  return { ...change, path: change.path.map(String), old: current ?? null, value }
}

interface RowProps {
  row: ConflictRow
  decision: Decision
  onDecide: (decision: Decision) => void
}

function OtherValue({ row, decision, onDecide, field }: RowProps & { field: Field }): ReactNode {
  const t = useEditTexts()
  const { protocol } = useEditorSession().draft
  const fault = checkChange(protocol, otherChange(row, decision.value))
  const problem = fault === null ? null : faultText(t, fault)
  const place = `${field.name} ${field.fieldName}`
  return (
    <div className={styles.other}>
      <FieldInput
        field={field}
        value={decision.value}
        fault={problem}
        label={t('conflict.otherLabel', { place })}
        onCommit={(value) => onDecide({ choice: 'other', value })}
        isAutoFocused
      />
      {problem === null ? null : (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** Loaded, current and mine of one place side by side, and the choice between them or another value. */
export function ThreeWayRow({ row, decision, onDecide }: RowProps): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const { protocol, data } = useEditorSession().draft
  const context = useValueContext()
  const { choice } = decision
  const field = placeFacts(protocol, row.change).fields.at(-1) ?? null
  const typed = typedField(protocol, row)
  const label = changeLabel(protocol, row.change, { data, place })
  const text = (value: unknown): string =>
    value === undefined ? t('conflict.gone') : valueText(field, value, context)
  const segments = [
    { value: 'current' as const, label: t('conflict.takeCurrent') },
    { value: 'mine' as const, label: t('conflict.keepMine') },
    ...(typed === null ? [] : [{ value: 'other' as const, label: t('conflict.other') }]),
  ]
  return (
    <tr>
      <th scope="row">
        <code>{label.place}</code> <bdi className={styles.words}>{label.row || label.field}</bdi>
      </th>
      <td className={styles.loaded}>{text(row.loaded)}</td>
      <td data-chosen={choice === 'current'}>{text(row.current)}</td>
      <td data-chosen={choice === 'mine'}>
        {row.change.op === 'remove' ? t('pending.remove') : text(row.mine)}
      </td>
      <td className={styles.choice}>
        <SegmentedControl
          label={label.place}
          value={choice}
          segments={segments}
          onChange={(next) => onDecide({ ...decision, choice: next })}
        />
        {choice === 'other' && typed !== null ? (
          <OtherValue row={row} decision={decision} onDecide={onDecide} field={typed} />
        ) : null}
      </td>
    </tr>
  )
}
