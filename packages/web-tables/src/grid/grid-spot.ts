export interface GridSpot<Part extends string> {
  /** Index of the row among those shown. */
  row: number
  /** Key of the column; null beside the cells. */
  column: string | null
  /** The mark found around the place, as `data-<part>`; else a cell. */
  part: Part | 'cell'
}

/** Where in a grid something happened, read from the marks of its rows and cells; null: not in a row. */
export function spotOf<Part extends string>(
  target: EventTarget | null,
  parts: readonly Part[],
): GridSpot<Part> | null {
  if (!(target instanceof Element)) return null
  const row = target.closest<HTMLElement>('[data-index]')
  if (row === null) return null
  return {
    row: Number(row.dataset.index),
    column: target.closest<HTMLElement>('[data-column]')?.dataset.column ?? null,
    part: parts.find((part) => target.closest(`[data-${part}]`) !== null) ?? 'cell',
  }
}
