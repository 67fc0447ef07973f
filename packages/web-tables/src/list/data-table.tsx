import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { FunnelX } from 'lucide-react'
import { ColumnSettings } from '../grid/column-settings.tsx'
import { orderedColumns } from '../core/column-layout.ts'
import { DataGrid } from './data-grid.tsx'
import styles from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { ExportButton } from './export-button.tsx'
import { PresetPicker } from '../presets/preset-picker.tsx'
import { TablePlaceholder } from './table-placeholder.tsx'
import { TableFoot } from './table-foot.tsx'
import { useColumnLayout } from '../grid/use-column-layout.ts'
import { useGridRows } from './use-grid-rows.ts'

const NO_ROWS: readonly never[] = []

/** Said above rows that are still there although asking for them again failed. */
function StaleNote<T>({ table }: { table: DataTableProps<T> }): ReactNode {
  const t = useKitText()
  const { error, rows, onRetry } = table
  if (!error || rows === undefined) return null
  return (
    <div role="alert" className={styles.stale}>
      {error.told}
      {onRetry === undefined ? null : (
        <button type="button" className={styles.link} onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </div>
  )
}

/** Takes every filter back; always there, so that nothing moves when the first one is set. */
function ClearFilter<T>({ table }: { table: DataTableProps<T> }): ReactNode {
  const t = useKitText()
  const { filters, isFiltered = false, onClearFilter } = table
  if (filters === undefined || onClearFilter === undefined) return null
  return (
    <IconButton label={t('table.clearFilter')} disabled={!isFiltered} onClick={onClearFilter}>
      <FunnelX size={15} />
    </IconButton>
  )
}

/** The table of every list page: filters above, rows, pages below. */
export function DataTable<T>(props: DataTableProps<T>): ReactNode {
  const { name, columns, filters, actions, presets, exportAs } = props
  const controls = useColumnLayout(name, columns)
  const { rows, sort } = useGridRows(props)
  const settings = <ColumnSettings columns={columns} controls={controls} />
  const hasToolbar = [filters, actions, presets, exportAs].some((part) => part !== undefined)
  return (
    <section className={styles.root}>
      {hasToolbar ? (
        <div className={styles.toolbar}>
          <div className={styles.filters}>
            {filters}
            <ClearFilter table={props} />
            {presets === undefined ? null : <PresetPicker page={name} presets={presets} />}
          </div>
          <div className={styles.actions}>
            {exportAs === undefined ? null : (
              <ExportButton source={exportAs} columns={orderedColumns(columns, controls.layout)} />
            )}
            {settings}
            {actions}
          </div>
        </div>
      ) : null}
      <StaleNote table={props} />
      <div className={styles.body}>
        <DataGrid
          props={props}
          rows={rows ?? NO_ROWS}
          sort={sort}
          controls={controls}
          placeholder={(rows?.length ?? 0) > 0 ? null : <TablePlaceholder table={props} />}
        />
      </div>
      <TableFoot table={props} settings={hasToolbar ? null : settings} />
    </section>
  )
}
