/** Random numbers that come out the same for the same seed text, so that a player is the same on every machine. */
export interface SeededRandom {
  /** 0 up to, not including, 1. */
  next: () => number
  /** A whole number from min to max, both included. */
  int: (min: number, max: number) => number
  pick: <T>(list: readonly T[]) => T
  chance: (probability: number) => boolean
}

function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93)
  }
  return hash >>> 0
}

export function seededRandom(seed: string): SeededRandom {
  let state = hashOf(seed)
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    pick: (list) => list[int(0, list.length - 1)]!,
    chance: (probability) => next() < probability,
  }
}
