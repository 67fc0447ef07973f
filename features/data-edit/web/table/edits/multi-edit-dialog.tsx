import { useKitText } from '@qd/web-base'
import { SegmentedControl } from '@qd/web-controls'
import { DialogActions, openDialog } from '@qd/web-frame'
import { Button, Input, Select } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { choicesOf, inputKind } from '@qd/web-controls/fields'
import type { Draft } from '../../model/draft.ts'
import type { TableRow } from '../../model/table-rows.ts'
import type { EditorPlace } from '../../state/editor-context.ts'
import { draftActions } from '../../state/editor-store.ts'
import { faultText } from '../../state/use-fault-texts.ts'
import { editText, useEditTexts } from '../../texts.ts'
import type { GridColumn } from '../view/grid-columns.tsx'
import { InPlace } from '../../state/in-place.tsx'
import { planMulti } from './multi-edit.ts'
import type { MultiOp, MultiPlan } from './multi-edit.ts'
import type { GridModel } from '../view/use-grid-model.ts'
import styles from './grid-dialog.module.css'

const MOST_FAULTS = 20

export interface MultiEditProps {
  model: GridModel
  rows: readonly TableRow[]
  /** Column the dialog starts with. */
  column: GridColumn | undefined
  draft: Draft
  place: EditorPlace
}

function ValueInput(props: {
  column: GridColumn
  op: MultiOp
  value: string
  onChange: (value: string) => void
}): ReactNode {
  const t = useEditTexts()
  const { column, op, value, onChange } = props
  const label = op === 'add' ? t('grid.multi.amount') : t('grid.multi.value')
  const kind = inputKind(column.field)
  const choices = choicesOf(column.field)
  if (op === 'set' && choices && (kind === 'choice' || kind === 'flag')) {
    return (
      <Select
        aria-label={label}
        className={styles.wide}
        value={value === '' ? undefined : value}
        placeholder={label}
        options={choices.map((each) => ({ value: String(each.value), label: each.label }))}
        onChange={onChange}
      />
    )
  }
  return (
    <Input
      aria-label={label}
      placeholder={op === 'add' ? '+100 / -100' : label}
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Preview({ plan, hasValue }: { plan: MultiPlan; hasValue: boolean }): ReactNode {
  const t = useEditTexts()
  if (!hasValue) return <p className={styles.hint}>{t('grid.multi.enter')}</p>
  if (plan.wrong !== null) {
    return (
      <p className={styles.problem} role="alert">
        {t(`fault.${plan.wrong}`)}
      </p>
    )
  }
  return (
    <div aria-live="polite">
      <ul className={styles.summary}>
        <li>{t('grid.multi.changes', { count: plan.changes.length })}</li>
        {plan.same === 0 ? null : <li>{t('grid.multi.same', { count: plan.same })}</li>}
        {plan.faults.length === 0 ? null : (
          <li className={styles.problem}>{t('grid.multi.faults', { count: plan.faults.length })}</li>
        )}
      </ul>
      {plan.faults.length === 0 ? null : (
        <ul className={styles.keys}>
          {plan.faults.slice(0, MOST_FAULTS).map(({ key, fault }) => (
            <li key={key}>
              <code>{key}</code> {faultText(t, fault)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function MultiEditForm({
  model,
  rows,
  draft,
  place,
  ...props
}: MultiEditProps & { onClose: () => void }): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const columns = model.columns.filter(({ isEditable, kind }) => isEditable && kind === 'field')
  const [key, setKey] = useState((props.column?.isEditable === true ? props.column : columns[0])?.key ?? '')
  const [op, setOp] = useState<MultiOp>('set')
  const [typed, setTyped] = useState('')
  const column = columns.find((each) => each.key === key)
  const kind = column && inputKind(column.field)
  const isNumber = kind === 'int' || kind === 'float'
  const shownOp = op === 'add' && !isNumber ? 'set' : op
  const text = useDeferredValue(typed)
  const { info } = model
  const plan = useMemo(() => {
    const of = model.columns.find((each) => each.key === key)
    return of && planMulti({ info, column: of, op: shownOp, typed: text }, rows, { draft, place })
  }, [model.columns, key, info, shownOp, text, rows, draft, place])
  if (!column || !plan) return null
  const hasValue = shownOp === 'clear' || text.trim() !== '' || (shownOp === 'set' && kind === 'text')
  const canApply = hasValue && plan.wrong === null && plan.changes.length > 0
  const apply = (): void => {
    if (!canApply) return
    draftActions.edit(place.player, plan.changes)
    props.onClose()
  }
  const ops = [
    { value: 'set' as const, label: t('grid.multi.set') },
    ...(isNumber ? [{ value: 'add' as const, label: t('grid.multi.add') }] : []),
    { value: 'clear' as const, label: t('grid.multi.clear') },
  ]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <div className={styles.form}>
        <Select
          aria-label={t('grid.column')}
          className={styles.wide}
          showSearch={{ optionFilterProp: 'label' }}
          value={key}
          options={columns.map((each) => ({
            value: each.key,
            label: `${each.title} ${each.field.fieldName}`,
          }))}
          onChange={(next) => {
            setKey(next)
            setTyped('')
          }}
        />
        <SegmentedControl
          label={t('grid.multi.op')}
          value={shownOp}
          segments={ops}
          onChange={setOp}
          isBlock
        />
        {shownOp === 'clear' ? (
          <p className={styles.hint}>{t('grid.multi.clearHint')}</p>
        ) : (
          <ValueInput column={column} op={shownOp} value={typed} onChange={setTyped} />
        )}
        <Preview plan={plan} hasValue={hasValue} />
      </div>
      <DialogActions>
        <Button onClick={props.onClose}>{kit('cancel')}</Button>
        <Button type="primary" htmlType="submit" disabled={!canApply}>
          {t('grid.multi.apply', { count: canApply ? plan.changes.length : 0 })}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Asks what to make of one column in all rows meant, and shows what would come of it. */
export function openMultiEdit(props: MultiEditProps): void {
  openDialog(
    ({ close }) => (
      <InPlace place={props.place}>
        <MultiEditForm {...props} onClose={close} />
      </InPlace>
    ),
    { title: editText('grid.multi.title', { count: props.rows.length }), width: 440 },
  )
}
