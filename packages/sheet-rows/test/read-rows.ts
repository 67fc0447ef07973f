import { SHEET_BOUNDS, SheetFault, bytesSource, readSheet } from '@qd/sheet-rows'
import type { SheetBounds, SheetRow, SheetSource } from '@qd/sheet-rows'

export const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The same bytes, cut at every so many. */
export function cutSource(bytes: Uint8Array, every: number): SheetSource {
  return {
    size: bytes.length,
    async *pieces({ from, to } = { from: 0, to: bytes.length }) {
      for (let at = from; at < to; at += every) yield bytes.subarray(at, Math.min(at + every, to))
    },
  }
}

export async function rowsOf(source: SheetSource | Uint8Array, bounds: Partial<SheetBounds> = {}) {
  const rows: SheetRow[] = []
  const given = source instanceof Uint8Array ? bytesSource(source) : source
  for await (const some of readSheet(given, { ...SHEET_BOUNDS, ...bounds })) rows.push(...some)
  return rows
}

export async function cellsOf(source: SheetSource | Uint8Array, bounds: Partial<SheetBounds> = {}) {
  return (await rowsOf(source, bounds)).map(({ cells }) => cells)
}

/** Code and line of what refuses it. */
export async function faultOf(source: SheetSource | Uint8Array, bounds: Partial<SheetBounds> = {}) {
  try {
    const rows = await rowsOf(source, bounds)
    return `no fault, ${String(rows.length)} rows`
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error
    return error.line === undefined ? error.code : `${error.code} ${String(error.line)}`
  }
}
