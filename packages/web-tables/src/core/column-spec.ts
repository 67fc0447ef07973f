/** What a grid has to know of a column to place it; what is in its cells is the business of who draws them. */
export interface ColumnSpec {
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
export function usualWidth({ holds, width }: ColumnSpec): number {
  return holds === undefined ? (width ?? COLUMN_WIDTHS.text) : COLUMN_WIDTHS[holds]
}
