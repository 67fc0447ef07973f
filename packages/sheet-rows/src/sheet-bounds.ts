const MIB = 1_048_576

/** How far a file is read before it is refused. */
export interface SheetBounds {
  /** Of the file as it comes. */
  readonly bytes: number
  readonly rows: number
  /** In one row. */
  readonly cells: number
  /** Characters of one cell. */
  readonly cellLength: number
  /** Characters of one record of a csv. */
  readonly lineLength: number
  /** Bytes of everything unpacked. */
  readonly unpackedBytes: number
  /** Bytes of the parts of a workbook that are read, unpacked; looked at before any of them is. */
  readonly workbookBytes: number
  /** Cells of a workbook, also those without anything in them. */
  readonly workbookCells: number
  /** Unpacked bytes for one packed byte, once `ratioFrom` bytes are unpacked. */
  readonly ratio: number
  readonly ratioFrom: number
  /** Characters of all shared strings of a workbook: they are held in memory. */
  readonly stringsLength: number
  readonly strings: number
  /** Of a workbook that comes inside a gzip: it is held in memory. */
  readonly heldBytes: number
}

export const SHEET_BOUNDS: SheetBounds = {
  bytes: 256 * MIB,
  rows: 5_000_000,
  cells: 64,
  cellLength: 16_384,
  lineLength: 65_536,
  unpackedBytes: 2_048 * MIB,
  // A sheet has at most 1,048,576 rows.
  workbookBytes: 384 * MIB,
  workbookCells: 16_000_000,
  ratio: 60,
  ratioFrom: 8 * MIB,
  stringsLength: 64 * MIB,
  strings: 2_000_000,
  heldBytes: 64 * MIB,
}
