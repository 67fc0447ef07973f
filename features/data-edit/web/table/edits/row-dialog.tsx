import { isForbiddenKey, ownValue, placeText, textBelow } from '@qd/protocol-model'
import type { Change, DiffInfo, Field } from '@qd/protocol-model'
import { useKitText } from '@qd/web-base'
import { DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { FieldInput, newRow } from '@qd/web-controls/fields'
import { placeId } from '@qd/player-diff'
import { KeyInput } from '../../fields/key-input.tsx'
import { awaitedAt } from '../../model/awaited.ts'
import { keyFault } from '../../model/key-fault.ts'
import { rowsOf } from '../../model/table-rows.ts'
import type { TableRow } from '../../model/table-rows.ts'
import { useEditorPlace, useEditorSession } from '../../state/editor-context.ts'
import type { EditorPlace } from '../../state/editor-context.ts'
import { draftActions, useEditor } from '../../state/editor-store.ts'
import { localFaults } from '../../state/local-faults.ts'
import { awaitedText } from '../../state/use-lock.ts'
import { faultText } from '../../state/use-fault-texts.ts'
import { editText, useEditTexts } from '../../texts.ts'
import { InPlace } from '../../state/in-place.tsx'
import { isNested } from '../is-nested.ts'
import { nextFreeKey } from './next-free-key.ts'
import styles from './grid-dialog.module.css'

/** Fields shown at once; a row of more is added with their defaults and edited in the table. */
const MOST_FIELDS = 40

interface RowFormProps {
  info: DiffInfo
  /** The row that is copied; null: a new one of defaults. */
  from: TableRow | null
  onClose: () => void
}

function keyHint(info: DiffInfo, key: string, rows: object): 'taken' | 'not_int' | 'out_of_int64' | null {
  if (key === '') return null
  if (Object.hasOwn(rows, key)) return 'taken'
  const field = info.fields.find(({ fieldName }) => fieldName === info.key)
  return isForbiddenKey(key) ? 'not_int' : keyFault(field, key)
}

function FieldBox(props: {
  field: Field
  value: unknown
  problem: string | null
  onCommit: (value: string | number) => void
}): ReactNode {
  const { field, problem } = props
  return (
    <div className={styles.field} title={field.comment || undefined}>
      <span className={styles.label}>
        {field.name} <code>{field.fieldName}</code>
      </span>
      <FieldInput
        field={field}
        value={props.value}
        label={`${field.name} ${field.fieldName}`}
        onCommit={props.onCommit}
      />
      {problem === null ? null : (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

/** What is wrong with the key, in words. */
function useKeyHint(info: DiffInfo, key: string, rows: object): string | null {
  const t = useEditTexts()
  const { unknown } = useEditorPlace()
  const hint = keyHint(info, key, rows)
  if (hint !== null) return hint === 'taken' ? t('add.taken') : t(`fault.${hint}`)
  const awaited = awaitedAt(unknown, { diff: info.name, key, path: [] })
  return awaited === null ? null : awaitedText(t, awaited)
}

function RowForm({ info, from, onClose }: RowFormProps): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const place = useEditorPlace()
  const { draft } = useEditorSession()
  const rows = rowsOf(draft.data, info)
  const [key, setKey] = useState(() => (from ? nextFreeKey(info, rows, from.key) : ''))
  const [values, setValues] = useState<Record<string, unknown>>({})
  const keyField = info.fields.find(({ fieldName }) => fieldName === info.key)
  const hint = useKeyHint(info, key, rows)
  if (!keyField) return null
  const fresh = newRow(draft.protocol, info, key)
  const value = { ...fresh, ...from?.row, ...values, [info.key]: fresh[info.key] }
  const change: Change = { diff: info.name, key, path: [], op: 'add', value }
  const isReady = key !== '' && hint === null
  const fault = isReady ? localFaults(draft.protocol, [change], place).get(placeId(change)) : undefined
  const isAt = ({ fieldName }: Field): boolean => fault?.field === textBelow(placeText(change), fieldName)
  const fields = info.fields.filter((field) => field.fieldName !== info.key && !isNested(field))
  const isAtField = fields.some(isAt)
  const add = (): void => {
    if (!isReady || fault) return
    draftActions.edit(place.player, [change])
    useEditor.getState().patch(place.player, { rowKey: key, column: fields[0]?.fieldName ?? info.key })
    onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <div className={styles.key}>
        <p className={styles.hint}>
          {keyField.dataProvider === 'gameProp' ? t('add.item') : t('add.hint', { key: keyField.fieldName })}
        </p>
        <KeyInput field={keyField} value={key} hint={hint} onChange={setKey} onSubmit={add} isAutoFocused />
      </div>
      <div className={styles.fields}>
        {fields.slice(0, MOST_FIELDS).map((field) => (
          <FieldBox
            key={field.fieldName}
            field={field}
            value={ownValue(value, field.fieldName)}
            problem={fault && isAt(field) ? faultText(t, fault) : null}
            onCommit={(next) => setValues((before) => ({ ...before, [field.fieldName]: next }))}
          />
        ))}
      </div>
      {fault && !isAtField ? (
        <p className={styles.problem} role="alert">
          {faultText(t, fault)}
        </p>
      ) : null}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button type="primary" htmlType="submit" disabled={!isReady || fault !== undefined}>
          {t('table.add')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Asks for the key and the fields of a new row, which starts as a copy or with defaults. */
export function openRowDialog(info: DiffInfo, place: EditorPlace, from: TableRow | null = null): void {
  const module = info.comment || info.name
  const title = from ? editText('grid.copyTitle', { key: from.key }) : editText('add.title', { module })
  openDialog(
    ({ close }) => (
      <InPlace place={place}>
        <RowForm info={info} from={from} onClose={close} />
      </InPlace>
    ),
    { title, width: 560 },
  )
}
