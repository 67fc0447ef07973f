import { gunzip } from './gunzip.ts'
import { readCsv } from './read-csv.ts'
import { SHEET_BOUNDS } from './sheet-bounds.ts'
import type { SheetBounds } from './sheet-bounds.ts'
import { SheetFault } from './sheet-fault.ts'
import type { SheetRow } from './sheet-row.ts'
import { bytesSource, firstBytes } from './sheet-source.ts'
import type { SheetSource } from './sheet-source.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'

type Format = 'zip' | 'gzip' | 'text'

function formatOf(first: Uint8Array): Format {
  const [a, b, c, d] = first
  if (a === 0x50 && b === 0x4b && (c === 3 || c === 5) && (d === 4 || d === 6)) return 'zip'
  if (a === 0x1f && b === 0x8b) return 'gzip'
  // A workbook of before 2007, and one with a password.
  if (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0) throw new SheetFault('unknown_format')
  return 'text'
}

/** What a gzip holds: text is read as it comes, a workbook has to be held. */
async function* readGzip(source: SheetSource, bounds: SheetBounds): AsyncGenerator<SheetRow[], void> {
  const pieces = gunzip(source, bounds)
  const { value: first } = await pieces.next()
  if (first === undefined) throw new SheetFault('empty')
  const whole = async function* (): AsyncGenerator<Buffer, void> {
    yield first
    yield* pieces
  }
  const format = formatOf(first)
  if (format === 'gzip') throw new SheetFault('unknown_format')
  if (format === 'text') {
    yield* readCsv(whole(), bounds)
    return
  }
  const parts: Buffer[] = []
  let held = 0
  for await (const piece of whole()) {
    held += piece.length
    if (held > bounds.heldBytes) throw new SheetFault('expands_too_far')
    parts.push(piece)
  }
  yield* readXlsx(bytesSource(Buffer.concat(parts)), bounds)
}

/**
 * The rows of a csv, of the first sheet of an xlsx, or of either inside a gzip, as many as have come. What it is, is told by
 * its bytes and not by its name. Throws `SheetFault`; the rows before it were right.
 */
export async function* readSheet(
  source: SheetSource,
  bounds: SheetBounds = SHEET_BOUNDS,
): AsyncGenerator<SheetRow[], void> {
  if (source.size > bounds.bytes) throw new SheetFault('too_large')
  if (source.size === 0) throw new SheetFault('empty')
  const format = formatOf(await firstBytes(source, 4))
  if (format === 'zip') yield* readXlsx(source, bounds)
  else if (format === 'gzip') yield* readGzip(source, bounds)
  else yield* readCsv(source.pieces(), bounds)
}
