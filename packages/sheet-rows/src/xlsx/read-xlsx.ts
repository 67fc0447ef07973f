import type { SheetBounds } from '../sheet-bounds.ts'
import { SheetFault } from '../sheet-fault.ts'
import type { SheetRow } from '../sheet-row.ts'
import type { SheetSource } from '../sheet-source.ts'
import { readXml } from '../xml-events.ts'
import { ZipParts } from '../zip-parts.ts'
import { findParts } from './find-parts.ts'
import { longestOf, readSharedStrings } from './shared-strings.ts'
import { SheetEvents } from './sheet-events.ts'

/** The rows of the first shown sheet of a workbook, as many as have come. */
export async function* readXlsx(source: SheetSource, bounds: SheetBounds): AsyncGenerator<SheetRow[], void> {
  const zip = await ZipParts.open(source, bounds)
  const parts = await findParts(zip)
  zip.expect([parts.sheet, ...(parts.strings === null ? [] : [parts.strings])])
  const strings = parts.strings === null ? [] : await readSharedStrings(zip.pieces(parts.strings), bounds)
  const events = new SheetEvents(strings, bounds)
  let hasRows = false
  for await (const _ of readXml(zip.pieces(parts.sheet), longestOf(bounds), events)) {
    const rows = events.handOver()
    if (rows.length === 0) continue
    hasRows = true
    yield rows
  }
  if (!hasRows) throw new SheetFault('empty')
}
