/** Marked cells by index, both ends included. */
export interface GridRange {
  top: number
  bottom: number
  left: number
  right: number
}

export interface CellIndex {
  row: number
  column: number
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

/** Keys with those from one index to another put in, or taken out. */
export function pickRows(
  picked: ReadonlySet<string>,
  keys: readonly string[],
  { from, to, isIn }: { from: number; to: number; isIn: boolean },
): Set<string> {
  const next = new Set(picked)
  for (const key of keys.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isIn) next.add(key)
    else next.delete(key)
  }
  return next
}
