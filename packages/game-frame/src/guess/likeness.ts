/** Columns at the front of frames that are compared. */
const COLUMNS = 6
const SAMPLE = 500

/** Where a frame begins in its bytes. */
export interface FrameStart {
  bytes: Uint8Array
  at: number
  end: number
}

/**
 * How alike the fronts of frames are, from 0 to 1. Headers repeat themselves, with zeros at the front of numbers and few
 * commands; bytes cut at a wrong place do not.
 */
export function likeness(frames: readonly FrameStart[]): number {
  const sample = frames.slice(0, SAMPLE)
  if (sample.length === 0) return 0
  let sum = 0
  for (let column = 0; column < COLUMNS; column += 1) {
    const counts = new Map<number, number>()
    for (const { bytes, at, end } of sample) {
      // A frame that is too short to have the column agrees with none.
      const byte = at + column < end ? bytes[at + column]! : -1 - counts.size
      counts.set(byte, (counts.get(byte) ?? 0) + 1)
    }
    // The first of equals agrees with nobody yet; a few frames that agree may be chance.
    sum += (Math.max(...counts.values()) - 1) / (sample.length + 2)
  }
  return sum / COLUMNS
}
