import type { SheetBounds } from './sheet-bounds.ts'
import { SheetFault } from './sheet-fault.ts'

/** Counts what comes out of packed bytes; throws `expands_too_far` once that is no list any more. */
export class UnpackedCount {
  readonly #bounds: Pick<SheetBounds, 'unpackedBytes' | 'ratio' | 'ratioFrom'>
  #unpacked = 0

  constructor(bounds: Pick<SheetBounds, 'unpackedBytes' | 'ratio' | 'ratioFrom'>) {
    this.#bounds = bounds
  }

  add(bytes: number, packed: number): void {
    this.#unpacked += bytes
    const { unpackedBytes, ratio, ratioFrom } = this.#bounds
    const isTooDense = this.#unpacked > ratioFrom && this.#unpacked > ratio * packed
    if (this.#unpacked > unpackedBytes || isTooDense) throw new SheetFault('expands_too_far')
  }
}
