import type { ReactNode } from 'react'
import type { CallError } from '@qd/web-base'
import type { MenuItem } from '@qd/web-controls'
import type { DataColumn } from './data-column.ts'

export interface Paging {
  /** From 1. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** A list that goes on from a cursor. */
export interface MoreRows {
  /** Absent: everything is loaded. */
  load?: () => void
  isLoading: boolean
}

export interface ServerSort {
  key: string | null
  isDescending: boolean
  onSort: (key: string | null, isDescending: boolean) => void
}

/** The page's filter, to be kept under a name. */
export interface FilterPresets {
  filter: Readonly<Record<string, string>>
  onApply: (filter: Record<string, string>) => void
}

export interface TableExport<T> {
  /** File name without ending. */
  name: string
  /** All rows of the filter, not only those in view; `signal` tells when the operator gave up. */
  rows: (signal: AbortSignal, onProgress: (done: number, total?: number) => void) => Promise<readonly T[]>
}

export interface DataTableProps<T> {
  /** Columns, widths, order are remembered under this name. */
  name: string
  label: string
  columns: readonly DataColumn<T>[]
  /** undefined: loading. */
  rows: readonly T[] | undefined
  rowKey: (row: T) => string
  error?: CallError | null
  onRetry?: () => void
  empty?: ReactNode
  /** Rows may be missing because of the filter. */
  isFiltered?: boolean
  onClearFilter?: () => void
  paging?: Paging
  more?: MoreRows
  /** Absent: columns with `compare` sort in the page. */
  sort?: ServerSort
  selectedKey?: string | null
  onSelect?: (row: T) => void
  /** Enter or double click. */
  onOpen?: (row: T) => void
  /** Keys of the checked rows, also those of other pages. */
  checked?: ReadonlySet<string>
  onCheck?: (checked: ReadonlySet<string>) => void
  filters?: ReactNode
  actions?: ReactNode
  presets?: FilterPresets
  exportAs?: TableExport<T>
  rowActions?: (row: T) => readonly MenuItem[]
}
