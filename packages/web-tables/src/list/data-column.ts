import type { ReactNode } from 'react'
import type { ColumnSpec } from '../core/column-spec.ts'

/** One column of a DataTable. */
export interface DataColumn<T> extends ColumnSpec {
  render: (row: T) => ReactNode
  /** The cell as plain text: copying, export. Absent: the column is not exported. */
  text?: (row: T) => string
  /** Sorts in the page. */
  compare?: (a: T, b: T) => number
  /** The server sorts by it, see `sort` of the table. */
  isSortable?: boolean
}
