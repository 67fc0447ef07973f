import { IconButton } from '@qd/web-controls'
import { useGridWindow } from '@qd/web-tables'
import { rowsInView } from '@qd/web-tables/core'
import { RotateCcw, Trash2, TriangleAlert } from 'lucide-react'
import { memo, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { equalValues, ownValue } from '@qd/protocol-model'
import type { Field } from '@qd/protocol-model'
import type { TableRow } from '../../model/table-rows.ts'
import { awaitedText } from '../../state/use-lock.ts'
import { useEditTexts } from '../../texts.ts'
import { valueText } from '../../values/value-text.ts'
import type { ValueContext } from '../../values/value-text.ts'
import type { GridColumn } from '../view/grid-columns.tsx'
import type { RowMarks } from '../view/row-marks.ts'
import type { RowActions } from '../edits/use-grid-actions.ts'
import type { GridModel } from '../view/use-grid-model.ts'
import styles from './card-list.module.css'

/** Pixels of a card with its line. */
const CARD_HEIGHT = 76

interface CardProps {
  row: TableRow
  /** Place in the list, from 0, and how many there are. */
  index: number
  count: number
  columns: readonly GridColumn[]
  context: ValueContext
  marks: RowMarks | undefined
  isPicked: boolean
  canEdit: boolean
}

const isChanged = ({ row, base, state }: TableRow, { field, kind }: GridColumn): boolean =>
  state === 'changed' &&
  kind === 'field' &&
  !equalValues(ownValue(row, field.fieldName), ownValue(base ?? {}, field.fieldName))

interface FactProps extends Pick<CardProps, 'row' | 'context'> {
  column: GridColumn
  isChanged: boolean
}

function Fact({ row, column, context, isChanged }: FactProps): ReactNode {
  const t = useEditTexts()
  const { field } = column
  const awaited = column.awaitedAt(row.key)
  const wish = awaited?.value
  return (
    <span
      className={styles.fact}
      data-changed={isChanged || undefined}
      data-awaited={awaited === null ? undefined : true}
      title={awaited === null ? undefined : awaitedText(t, awaited)}
    >
      <span className={styles.label}>{column.title}</span>{' '}
      <bdi>
        {valueText(field, wish ?? ownValue(row.row, field.fieldName), context)}
        {awaited === null ? null : '?'}
      </bdi>
    </span>
  )
}

/** Values of a card, those that wait for an answer and changed ones first; those that have no room are left out whole. */
function Facts({ row, columns, context }: CardProps): ReactNode {
  const shown = columns.filter(({ kind, isFixed }) => kind === 'field' && isFixed !== true)
  const changed = new Set(shown.filter((column) => isChanged(row, column)))
  const first = new Set([...shown.filter((column) => column.awaitedAt(row.key) !== null), ...changed])
  return (
    <span className={styles.facts}>
      {[...first, ...shown.filter((column) => !first.has(column))].map((column) => (
        <Fact key={column.key} row={row} column={column} context={context} isChanged={changed.has(column)} />
      ))}
    </span>
  )
}

const wrongIn = ({ context, row }: CardProps, field: Field): string | null =>
  context.wrongOf?.(field, row.row[field.fieldName]) ?? null

function PlainCard(props: CardProps): ReactNode {
  const t = useEditTexts()
  const { row, index, columns, marks, canEdit } = props
  const name = columns.find(({ kind }) => kind === 'name')?.text?.(row) ?? ''
  const isRemoved = row.state === 'removed'
  const [noted] = marks?.faults.values() ?? []
  const wrong = columns.find(({ kind, field }) => kind === 'field' && wrongIn(props, field) !== null)
  const fault = noted ?? (wrong && `${wrong.title}: ${wrongIn(props, wrong.field)}`)
  return (
    <li
      className={styles.card}
      data-index={index}
      data-row-state={row.state}
      style={{ height: CARD_HEIGHT, transform: `translateY(${index * CARD_HEIGHT}px)` }}
      aria-posinset={index + 1}
      aria-setsize={props.count}
    >
      <input
        type="checkbox"
        aria-label={t('grid.pickRow', { key: row.key })}
        checked={props.isPicked}
        readOnly
        data-pick=""
      />
      <button type="button" className={styles.open} data-open="">
        <span className={styles.title}>
          <code>{row.key}</code> <span className={styles.name}>{name}</span>
          {row.state === 'same' ? null : <span className={styles.state}>{t(`grid.state.${row.state}`)}</span>}
          {fault === undefined ? null : (
            <TriangleAlert size={13} className={styles.fault} role="img" aria-label={fault} />
          )}
        </span>
        <Facts {...props} />
      </button>
      {canEdit ? (
        <IconButton
          data-action=""
          label={t(isRemoved ? 'table.restoreRow' : 'table.removeRow', { key: row.key })}
        >
          {isRemoved ? <RotateCcw size={15} aria-hidden /> : <Trash2 size={15} aria-hidden />}
        </IconButton>
      ) : null}
    </li>
  )
}

const Card = memo(PlainCard)

/** Arrow keys go from card to card. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const own = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
  if (step === 0 || !own) return
  const at = Number(own.dataset.index) + step
  event.currentTarget.querySelector<HTMLElement>(`[data-index="${at}"] [data-open]`)?.focus()
  event.preventDefault()
}

/** The rows of a table on a narrow screen: a card each, which opens as a form. */
export function CardList({
  model,
  actions,
  label,
  canEdit,
}: {
  model: GridModel
  actions: RowActions
  label: string
  canEdit: boolean
}): ReactNode {
  const { order, store, view, change, cursor } = model
  const scroller = useRef<HTMLDivElement>(null)
  const shown = useGridWindow(scroller, CARD_HEIGHT)
  const { start, end } = rowsInView(shown, CARD_HEIGHT, order.keys.length)
  const first = useRef(cursor.row)
  useLayoutEffect(() => {
    // Who comes back from a form finds the card they left.
    if (scroller.current && first.current > 0) scroller.current.scrollTop = first.current * CARD_HEIGHT
  }, [])
  const onAction = (target: Element, key: string): void => {
    if (target.closest('[data-pick]')) {
      const picked = new Set(view.picked)
      if (!picked.delete(key)) picked.add(key)
      change({ picked })
    } else if (target.closest('[data-action]')) {
      if (store.byKey.get(key)?.state === 'removed') actions.restoreRow(key)
      else actions.removeRows([key])
    } else if (target.closest('[data-open]')) actions.openForm(key)
  }
  return (
    <div ref={scroller} className={styles.scroller}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- its buttons are pressed; one handler for all of them */}
      <ul
        aria-label={label}
        className={styles.list}
        style={{ height: order.keys.length * CARD_HEIGHT }}
        onKeyDown={onArrow}
        onClick={({ target }) => {
          const at = (target as Element).closest<HTMLElement>('[data-index]')?.dataset.index
          const key = at === undefined ? undefined : order.keys[Number(at)]
          if (key !== undefined) onAction(target as Element, key)
        }}
      >
        {order.keys.slice(start, end).map((key, offset) => {
          const row = store.byKey.get(key)
          if (!row) return null
          return (
            <Card
              key={key}
              row={row}
              index={start + offset}
              count={order.keys.length}
              columns={model.columns}
              context={model.context}
              marks={model.marks.get(key)}
              isPicked={view.picked.has(key)}
              canEdit={canEdit}
            />
          )
        })}
      </ul>
    </div>
  )
}
