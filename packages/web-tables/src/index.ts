export { placeColumns } from './column-layout.ts'
export type { PlacedColumn, Placement } from './column-layout.ts'
export { ColumnSettings } from './column-settings.tsx'
export { COLUMN_WIDTHS } from './data-column.ts'
export type { DataColumn } from './data-column.ts'
export type {
  DataTableProps,
  FilterPresets,
  MoreRows,
  Paging,
  ServerSort,
  TableExport,
} from './data-table-props.ts'
export { DataTable } from './data-table.tsx'
export { ExportButton } from './export-button.tsx'
export { FloatingMenu } from './floating-menu.tsx'
export type { MenuPlace } from './floating-menu.tsx'
export { GridHead } from './grid-head.tsx'
export type { RowFrame } from './grid-row.tsx'
export { setPresetKeeper } from './presets/preset-keeper.ts'
export type { FilterPreset, PresetDraft, PresetKeeper } from './presets/preset-keeper.ts'
export { useColumnLayout } from './use-column-layout.ts'
export type { LayoutControls } from './use-column-layout.ts'
export { nextSort } from './use-grid-rows.ts'
export type { GridSort, SortState } from './use-grid-rows.ts'
export { columnsInView, rowsInView, useGridWindow } from './use-grid-window.ts'
export type { ColumnSlice } from './use-grid-window.ts'
export { PAGED_ROW_HEIGHT, pageSizeFor, usePageSize } from './use-page-size.ts'
export { useUrlFilter } from './use-url-filter.ts'
export type { UrlFilter } from './use-url-filter.ts'
