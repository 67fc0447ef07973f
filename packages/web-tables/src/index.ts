export { placeColumns } from './core/column-layout.ts'
export type { PlacedColumn, Placement } from './core/column-layout.ts'
export { ColumnSettings } from './grid/column-settings.tsx'
export { COLUMN_WIDTHS } from './core/column-spec.ts'
export type { DataColumn } from './list/data-column.ts'
export type {
  DataTableProps,
  FilterPresets,
  MoreRows,
  Paging,
  ServerSort,
  TableExport,
} from './list/data-table-props.ts'
export { DataTable } from './list/data-table.tsx'
export { ExportButton } from './list/export-button.tsx'
export { FloatingMenu } from './grid/floating-menu.tsx'
export type { MenuPlace } from './grid/floating-menu.tsx'
export { GridHead } from './grid/grid-head.tsx'
export type { RowFrame } from './list/grid-row.tsx'
export { useColumnLayout } from './grid/use-column-layout.ts'
export type { LayoutControls } from './grid/use-column-layout.ts'
export { nextSort } from './core/sort.ts'
export type { GridSort, SortState } from './core/sort.ts'
export { columnsInView, rowsInView } from './core/window.ts'
export { useGridWindow } from './grid/use-grid-window.ts'
export type { ColumnSlice } from './core/window.ts'
export { PAGED_ROW_HEIGHT, pageSizeFor, usePageSize } from './list/use-page-size.ts'
export { useUrlFilter } from './list/use-url-filter.ts'
export type { UrlFilter } from './list/use-url-filter.ts'
