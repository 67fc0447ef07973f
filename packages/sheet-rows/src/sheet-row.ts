/** A row that has at least one cell with text. */
export interface SheetRow {
  /** Line of the file or row of the sheet where it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}
