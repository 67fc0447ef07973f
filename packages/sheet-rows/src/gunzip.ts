import { pipeline } from 'node:stream/promises'
import { PassThrough, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { SheetBounds } from './sheet-bounds.ts'
import { SheetFault } from './sheet-fault.ts'
import type { SheetSource } from './sheet-source.ts'
import { UnpackedCount } from './unpacked-count.ts'

/** What a gzip holds, piece by piece. */
export async function* gunzip(source: SheetSource, bounds: SheetBounds): AsyncGenerator<Buffer, void> {
  const count = new UnpackedCount(bounds)
  const out = new PassThrough()
  // Its fault ends `out` as well, so that it is thrown where the pieces are read.
  const done = pipeline(Readable.from(source.pieces()), createGunzip(), out).catch(() => undefined)
  try {
    for await (const piece of out as AsyncIterable<Buffer>) {
      count.add(piece.length, source.size)
      yield piece
    }
  } catch (error) {
    if (error instanceof SheetFault) throw error
    throw new SheetFault('bad_archive')
  } finally {
    out.destroy()
    await done
  }
}
