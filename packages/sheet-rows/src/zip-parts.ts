import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { RandomAccessReader, fromRandomAccessReaderPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import type { SheetBounds } from './sheet-bounds.ts'
import { SheetFault } from './sheet-fault.ts'
import type { SheetSource } from './sheet-source.ts'
import { UnpackedCount } from './unpacked-count.ts'

/** A workbook has some dozens. */
const PARTS_MOST = 2_000

class SourceReader extends RandomAccessReader {
  readonly #source: SheetSource

  constructor(source: SheetSource) {
    super()
    this.#source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#source.pieces({ from: start, to: end }), { objectMode: false })
  }
}

/** The parts of a zip by name, unpacked piece by piece. */
export class ZipParts {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  readonly #count: UnpackedCount
  readonly #size: number
  readonly #bounds: SheetBounds

  private constructor(
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
    source: SheetSource,
    bounds: SheetBounds,
  ) {
    this.#zip = zip
    this.#entries = entries
    this.#count = new UnpackedCount(bounds)
    this.#size = source.size
    this.#bounds = bounds
  }

  static async open(source: SheetSource, bounds: SheetBounds): Promise<ZipParts> {
    try {
      const zip = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
        lazyEntries: true,
        autoClose: false,
      })
      if (zip.entryCount > PARTS_MOST) throw new SheetFault('bad_archive')
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
      return new ZipParts(zip, entries, source, bounds)
    } catch (error) {
      throw error instanceof SheetFault ? error : new SheetFault('bad_archive')
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /**
   * Refuses parts that are too much by what they say of themselves, before anything is unpacked. What says less than it holds
   * is refused on the way.
   */
  expect(names: readonly string[]): void {
    const bytes = names.reduce((sum, name) => sum + (this.#entries.get(name)?.uncompressedSize ?? 0), 0)
    if (bytes > this.#bounds.workbookBytes) throw new SheetFault('expands_too_far')
    new UnpackedCount(this.#bounds).add(bytes, this.#size)
  }

  /** All parts share one bound: parts may lie over each other in a bomb. */
  async *pieces(name: string): AsyncGenerator<Buffer, void> {
    const entry = this.#entries.get(name)
    if (entry === undefined || entry.isEncrypted()) throw new SheetFault('bad_archive')
    try {
      const stream = await this.#zip.openReadStreamPromise(entry)
      let sum = 0
      for await (const piece of stream as AsyncIterable<Buffer>) {
        this.#count.add(piece.length, this.#size)
        sum = crc32(piece, sum)
        yield piece
      }
      // A digit that was changed on the way still makes good XML, and another player.
      if (sum !== entry.crc32) throw new SheetFault('bad_archive')
    } catch (error) {
      throw error instanceof SheetFault ? error : new SheetFault('bad_archive')
    }
  }
}
