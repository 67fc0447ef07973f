import { ownValue } from '@qd/protocol-model'
import { RowCells } from '@qd/web-tables'
import type { PlacedColumn } from '@qd/web-tables/core'
import { X } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { choicesOf, inputKind } from '@qd/web-controls/fields'
import { useEditTexts } from '../../texts.ts'
import type { EditTexts } from '../../texts.ts'
import type { GridColumn } from './grid-columns.tsx'
import { ACTION_WIDTH, NUMBER_WIDTH } from '../cells/grid-row.tsx'
import type { GridFrame } from '../cells/grid-row.tsx'
import type { GridModel } from './use-grid-model.ts'
import { isNested } from '../is-nested.ts'
import styles from '../cells/grid.module.css'

function hintOf(t: EditTexts, column: GridColumn): string {
  const kind = inputKind(column.field)
  const isPlain = column.kind === 'name' || isNested(column.field) || kind === 'text'
  if (isPlain) return t('grid.contains')
  return kind === 'time' ? '>2026-11-01' : '>100'
}

interface FilterProps {
  column: GridColumn
  value: string
  onChange: (value: string) => void
}

function ChoiceFilter({ column, value, onChange }: FilterProps): ReactNode {
  const t = useEditTexts()
  const choices = choicesOf(column.field) ?? [
    { value: 0, label: '0' },
    { value: 1, label: '1' },
  ]
  return (
    <select
      className={styles.filterInput}
      aria-label={t('grid.filterBy', { name: column.title })}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('grid.all')}</option>
      {choices.map((choice) => (
        <option key={String(choice.value)} value={String(choice.value)}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

function TextFilter({ column, value, onChange }: FilterProps): ReactNode {
  const t = useEditTexts()
  return (
    <>
      <input
        className={styles.filterInput}
        aria-label={t('grid.filterBy', { name: column.title })}
        placeholder={hintOf(t, column)}
        title={t('grid.filterHint')}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          onChange('')
        }}
      />
      {value === '' ? null : (
        <button
          type="button"
          className={styles.filterClear}
          aria-label={t('grid.clearFilter', { name: column.title })}
          onClick={() => onChange('')}
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </>
  )
}

/** A row of filters below the titles, one for each column in view. */
export function FilterRow({ model, frame }: { model: GridModel; frame: GridFrame }): ReactNode {
  const { view, change } = model
  const { filters } = view.query
  const set = (key: string, value: string): void =>
    change({ query: { ...view.query, filters: { ...filters, [key]: value } } })
  const cell = (placed: PlacedColumn<GridColumn>, style: CSSProperties): ReactNode => {
    const column = placed.column
    const kind = inputKind(column.field)
    const isChoice =
      column.kind === 'field' && !isNested(column.field) && (kind === 'choice' || kind === 'flag')
    const Filter = isChoice ? ChoiceFilter : TextFilter
    return (
      <div
        key={column.key}
        role="gridcell"
        aria-colindex={frame.numberOf(column.key)}
        className={styles.filterCell}
        style={style}
      >
        <Filter
          column={column}
          value={ownValue(filters, column.key) ?? ''}
          onChange={(value) => set(column.key, value)}
        />
      </div>
    )
  }
  return (
    <div role="row" aria-rowindex={2} className={styles.filterRow} data-filters="">
      <div role="gridcell" aria-colindex={1} className={styles.filterStart} style={{ width: NUMBER_WIDTH }} />
      <RowCells pinned={frame.pinned} slice={frame.slice} offset={NUMBER_WIDTH} cell={cell} />
      {frame.canWhole ? <span className={styles.gap} style={{ width: ACTION_WIDTH }} /> : null}
    </div>
  )
}
