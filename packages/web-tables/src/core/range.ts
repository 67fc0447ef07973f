import type { CellIndex } from './movement.ts'

/** Marked cells by index, both ends included. */
export interface GridRange {
  top: number
  bottom: number
  left: number
  right: number
}

/** The rectangle between two corners; null while one of them is not in view. */
export function rangeOf(cursor: CellIndex, anchor: CellIndex | null): GridRange | null {
  const other = anchor ?? cursor
  if ([cursor.row, cursor.column, other.row, other.column].some((index) => index < 0)) return null
  return {
    top: Math.min(cursor.row, other.row),
    bottom: Math.max(cursor.row, other.row),
    left: Math.min(cursor.column, other.column),
    right: Math.max(cursor.column, other.column),
  }
}

export function hasMany(range: GridRange | null): boolean {
  return range !== null && (range.top !== range.bottom || range.left !== range.right)
}

export function isInRange(range: GridRange | null, { row, column }: CellIndex): boolean {
  if (range === null) return false
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right
}
