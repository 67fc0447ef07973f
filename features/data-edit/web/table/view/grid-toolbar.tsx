import { IconButton } from '@qd/web-controls'
import { ColumnSettings, ExportButton } from '@qd/web-tables'
import { Button } from 'antd'
import { Braces, Funnel, LoaderCircle, PencilLine, Search, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { groupDigits } from '@qd/web-controls/fields'
import { BarToggle, ToolBar } from '../../bar/tool-bar.tsx'
import type { TableRow } from '../../model/table-rows.ts'
import { useEditorPlace } from '../../state/editor-context.ts'
import { useEditTexts } from '../../texts.ts'
import { hasMany } from '@qd/web-tables/core'
import type { RowActions } from '../edits/use-grid-actions.ts'
import type { GridModel } from './use-grid-model.ts'
import { isFiltering } from './view-order.ts'
import styles from './grid-toolbar.module.css'

interface ToolbarProps {
  model: GridModel
  actions: RowActions
}

const digits = (count: number): string => groupDigits(String(count))

function SearchBox({ model }: { model: GridModel }): ReactNode {
  const t = useEditTexts()
  const { view, change, order } = model
  const hasText = view.query.search.trim() !== ''
  return (
    <span className={styles.search}>
      {order.isBusy ? (
        <LoaderCircle size={14} className={styles.busy} aria-hidden />
      ) : (
        <Search size={14} aria-hidden />
      )}
      <input
        type="search"
        aria-label={t('grid.search')}
        placeholder={t('grid.search')}
        spellCheck={false}
        value={view.query.search}
        onChange={(event) => change({ query: { ...view.query, search: event.target.value } })}
      />
      {hasText ? (
        <span className={styles.hits} role="status">
          {order.isBusy ? t('grid.busy') : t('grid.hits', { count: order.hits })}
        </span>
      ) : null}
    </span>
  )
}

function Totals({ model }: { model: GridModel }): ReactNode {
  const t = useEditTexts()
  const { order, store, view, range } = model
  const picked = view.picked.size === 0 ? 0 : order.keys.filter((key) => view.picked.has(key)).length
  const marked = hasMany(range) && range ? (range.bottom - range.top + 1) * (range.right - range.left + 1) : 0
  const shown = isFiltering(view.query)
    ? t('grid.shown', { shown: digits(order.keys.length), count: store.keys.length })
    : ''
  const inRange = marked === 0 ? '' : t('grid.marked', { count: marked })
  const ticked = picked === 0 ? '' : t('grid.picked', { count: picked })
  const all = [shown, inRange, ticked].filter((text) => text !== '').join(' · ')
  return (
    <span className={styles.totals} role="status" title={all}>
      {shown === '' ? null : <span>{shown}</span>}
      {inRange === '' ? null : <span>{inRange}</span>}
      {ticked === '' ? null : <span className={styles.picked}>{ticked}</span>}
    </span>
  )
}

function SelectionActions({ model, actions }: ToolbarProps): ReactNode {
  const t = useEditTexts()
  const { canEdit } = useEditorPlace()
  const { view, range } = model
  const hasRows = view.picked.size > 0 || (range !== null && range.bottom > range.top)
  if (!hasRows) return null
  const targets = model.targets()
  const count = targets.length
  if (count === 0) return null
  return (
    <>
      {canEdit ? (
        <>
          <Button
            size="small"
            className={styles.shrinking}
            title={t('grid.editRows', { count })}
            icon={<PencilLine size={13} aria-hidden />}
            onClick={actions.editMany}
          >
            {t('grid.editRows', { count })}
          </Button>
          {actions.canWhole ? (
            <Button
              size="small"
              danger
              className={styles.shrinking}
              title={t('grid.removeRows', { count })}
              icon={<Trash2 size={13} aria-hidden />}
              onClick={() => actions.removeRows(targets)}
            >
              {t('grid.removeRows', { count })}
            </Button>
          ) : null}
        </>
      ) : null}
      <IconButton isSmall label={t('grid.copyJson', { count })} onClick={actions.copyJson}>
        <Braces size={14} aria-hidden />
      </IconButton>
      <IconButton
        isSmall
        label={t('grid.unpick')}
        onClick={() => model.change({ picked: new Set(), anchor: null })}
      >
        <X size={14} aria-hidden />
      </IconButton>
    </>
  )
}

/** Opens a row of filters below the titles. */
function FilterToggle({ model }: { model: GridModel }): ReactNode {
  const t = useEditTexts()
  const { view, change } = model
  const { query } = view
  const filterCount = Object.values(query.filters).filter((text) => text.trim() !== '').length
  return (
    <IconButton
      label={t('grid.filters')}
      aria-pressed={view.hasFilterRow}
      className={filterCount > 0 || view.hasFilterRow ? styles.isOn : undefined}
      onClick={() =>
        change({
          hasFilterRow: !view.hasFilterRow,
          // Filters that are not seen filter nothing.
          ...(view.hasFilterRow && filterCount > 0 ? { query: { ...query, filters: {} } } : {}),
        })
      }
    >
      <Funnel size={15} aria-hidden />
    </IconButton>
  )
}

/** Search, filters and totals on the left; what can be done with the rows on the right. */
export function GridToolbar({
  model,
  actions,
  hasColumns,
}: ToolbarProps & { hasColumns: boolean }): ReactNode {
  const t = useEditTexts()
  const { view, change, order, allColumns, controls, columns, info } = model
  const { query } = view
  const rows = (): readonly TableRow[] =>
    actions.rowsOf(order.keys).filter(({ state }) => state !== 'removed')
  return (
    <ToolBar>
      <SearchBox model={model} />
      <BarToggle
        isOn={query.isChangedOnly}
        onToggle={() => change({ query: { ...query, isChangedOnly: !query.isChangedOnly } })}
      >
        {t('grid.changedOnly')}
      </BarToggle>
      <BarToggle
        isOn={query.isFaultyOnly}
        onToggle={() => change({ query: { ...query, isFaultyOnly: !query.isFaultyOnly } })}
      >
        {t('grid.faultyOnly')}
      </BarToggle>
      <Totals model={model} />
      <span className={styles.actions}>
        <SelectionActions model={model} actions={actions} />
        {hasColumns ? <FilterToggle model={model} /> : null}
        <ExportButton source={{ name: info.netKey, rows: () => Promise.resolve(rows()) }} columns={columns} />
        {hasColumns ? <ColumnSettings columns={allColumns} controls={controls} /> : null}
      </span>
    </ToolBar>
  )
}
