/** A cell by the place of its row and column among those shown; -1: none. */
export interface CellIndex {
  row: number
  column: number
}

export interface GridSize {
  rows: number
  columns: number
  /** Rows that PageUp and PageDown go. */
  perView: number
}

const STEPS: Record<string, readonly [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index))
}

/** Where a key leads from a cell; `isFar` goes to the end of that way. null: it is no key of movement. */
export function cellAfter(
  { key, isFar }: { key: string; isFar: boolean },
  at: CellIndex,
  { rows, columns, perView }: GridSize,
): CellIndex | null {
  const step = STEPS[key]
  if (step !== undefined) {
    const length = isFar ? Math.max(rows, columns) : 1
    return {
      row: clamp(at.row + step[0] * length, rows),
      column: clamp(at.column + step[1] * length, columns),
    }
  }
  if (key === 'PageDown' || key === 'PageUp') {
    return { ...at, row: clamp(at.row + (key === 'PageDown' ? perView : -perView), rows) }
  }
  if (key === 'Home') return { row: isFar ? 0 : at.row, column: 0 }
  if (key === 'End') return { row: isFar ? rows - 1 : at.row, column: columns - 1 }
  return null
}
