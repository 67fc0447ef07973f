import { setImmediate as nextTurn } from 'node:timers/promises'

/** A file that is read piece by piece, also from its middle. */
export interface SheetSource {
  readonly size: number
  /** Its bytes, or those from `from` up to and without `to`. */
  pieces(range?: { readonly from: number; readonly to: number }): AsyncIterable<Uint8Array>
}

const PIECE_BYTES = 65_536

/** Bytes that are in memory already; others have their turn between two pieces. */
export function bytesSource(bytes: Uint8Array): SheetSource {
  return {
    size: bytes.length,
    async *pieces({ from, to } = { from: 0, to: bytes.length }) {
      for (let at = from; at < to; at += PIECE_BYTES) {
        yield bytes.subarray(at, Math.min(at + PIECE_BYTES, to))
        await nextTurn()
      }
    },
  }
}

/** The first bytes, as many as there are. */
export async function firstBytes(source: SheetSource, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const piece of source.pieces({ from: 0, to: Math.min(most, source.size) })) parts.push(piece)
  return Buffer.concat(parts)
}
