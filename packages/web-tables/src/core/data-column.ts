import type { ReactNode } from 'react'

/** One column of a DataTable. */
export interface DataColumn<T> {
  /** Remembered under this name; stable across versions. */
  key: string
  title: string
  /** Protocol name in small mono below the title. */
  subTitle?: string
  /** What the column holds; columns of one kind are as wide on every page (S9.04). */
  holds?: ColumnKind
  /** Pixels, for what is of no kind. */
  width?: number
  align?: 'left' | 'right'
  render: (row: T) => ReactNode
  /** The cell as plain text: copying, export. Absent: the column is not exported. */
  text?: (row: T) => string
  /** Sorts in the page. */
  compare?: (a: T, b: T) => number
  /** The server sorts by it, see `sort` of the table. */
  isSortable?: boolean
  /** Hidden until switched on in the column settings. */
  isHidden?: boolean
  /** Stays at the left while the rest scrolls. */
  isFixed?: boolean
  /** Takes what is left of the width. */
  isGrowing?: boolean
}

/** Widths that columns of one kind share on every page, in pixels (S9.04). */
export const COLUMN_WIDTHS = {
  id: 80,
  roleId: 120,
  time: 160,
  orderId: 180,
  deviceId: 350,
  name: 180,
  status: 100,
  number: 100,
  text: 240,
} as const
export type ColumnKind = keyof typeof COLUMN_WIDTHS

/** A kind goes before a width of the page's own. */
export function usualWidth<T>({ holds, width }: DataColumn<T>): number {
  return holds === undefined ? (width ?? COLUMN_WIDTHS.text) : COLUMN_WIDTHS[holds]
}
