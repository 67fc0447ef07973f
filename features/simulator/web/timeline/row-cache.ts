import type { FrameSummary } from '../../contract/index.ts'

/** Rows asked for at once; a window of the server holds more than enough for a screen. */
export const BLOCK_ROWS = 200
/** So a time line of any length takes the same memory. */
const MOST_BLOCKS = 30

/** Rows of one view, as far as they were read: the blocks used last are kept. */
export class RowCache {
  readonly view: number
  #blocks = new Map<number, (FrameSummary | undefined)[]>()
  #rowOf = new Map<number, number>()

  constructor(view: number) {
    this.view = view
  }

  /** Rows from a number on; what there was before is replaced. */
  put(from: number, rows: readonly FrameSummary[]): void {
    for (const [index, row] of rows.entries()) {
      const at = from + index
      const block = this.#block(Math.floor(at / BLOCK_ROWS))
      block[at % BLOCK_ROWS] = row
      this.#rowOf.set(row.n, at)
    }
    this.#evict()
  }

  #block(number: number): (FrameSummary | undefined)[] {
    const known = this.#blocks.get(number) ?? []
    // The one used last stands last.
    this.#blocks.delete(number)
    this.#blocks.set(number, known)
    return known
  }

  #evict(): void {
    for (const [number, rows] of this.#blocks) {
      if (this.#blocks.size <= MOST_BLOCKS) return
      for (const row of rows) if (row !== undefined) this.#rowOf.delete(row.n)
      this.#blocks.delete(number)
    }
  }

  at(row: number): FrameSummary | undefined {
    return this.#blocks.get(Math.floor(row / BLOCK_ROWS))?.[row % BLOCK_ROWS]
  }

  /** The row of a frame, where it was read. */
  rowOf(n: number): number | undefined {
    return this.#rowOf.get(n)
  }

  frame(n: number): FrameSummary | undefined {
    const row = this.#rowOf.get(n)
    return row === undefined ? undefined : this.at(row)
  }

  /** Takes over frames that changed; says whether any of them was here. */
  change(frames: readonly FrameSummary[]): boolean {
    let isHere = false
    for (const frame of frames) {
      const row = this.#rowOf.get(frame.n)
      if (row === undefined) continue
      this.put(row, [frame])
      isHere = true
    }
    return isHere
  }

  /** The first block that a range of rows still misses, as what to ask for; null when all are here. */
  missing(first: number, last: number): { from: number; count: number } | null {
    for (let row = first; row <= last; row += 1) {
      if (this.at(row) !== undefined) continue
      const block = Math.floor(row / BLOCK_ROWS)
      return { from: block * BLOCK_ROWS, count: BLOCK_ROWS }
    }
    return null
  }
}
