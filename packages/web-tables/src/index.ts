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
export { FileExport } from './list/file-export.tsx'
export { FloatingMenu } from './grid/floating-menu.tsx'
export type { MenuPlace } from './grid/floating-menu.tsx'
export { GridHead } from './grid/grid-head.tsx'
export type { RowFrame } from './list/grid-row.tsx'
export { useColumnLayout } from './grid/use-column-layout.ts'
export type { LayoutControls } from './grid/use-column-layout.ts'
export { useGridWindow } from './grid/use-grid-window.ts'
export { PAGED_ROW_HEIGHT, pageSizeFor, usePageSize } from './list/use-page-size.ts'
export { useUrlFilter } from './list/use-url-filter.ts'
export type { UrlFilter } from './list/use-url-filter.ts'
export { RowCells } from './grid/row-cells.tsx'
export { usePlacement } from './grid/use-placement.ts'
export { useRowChoice } from './grid/use-row-choice.ts'
export { spotOf } from './grid/grid-spot.ts'
export type { GridSpot } from './grid/grid-spot.ts'
export { revealColumn, revealRow } from './grid/reveal.ts'
