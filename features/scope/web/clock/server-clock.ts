/** S9.01. */
export const POLL_MS = 10_000
export const TICK_MS = 1_000
/** A poll that failed is made up for sooner, so that a hiccup is told from a server that is gone. */
export const RETRY_MS = 3_000
/** After so many failed polls the clock turns grey. */
export const STALE_AFTER = 2

/** One reading of a server's clock, tied to the page's monotonic clock. */
export interface ClockSample {
  /** Game time at `atMs`, milliseconds. */
  gameMs: number
  /** Monotonic milliseconds (performance.now). */
  atMs: number
  /** Game minus real, seconds. */
  offsetSeconds: number
  /** Minutes east of UTC. */
  zoneMinutes: number
}

export interface TimeAnswer {
  timestamp: number
  offset: number
  zone: number
}

/** A reading from an answer: the server's time was taken half a round trip ago. */
export function sampleOf(answer: TimeAnswer, sentAtMs: number, receivedAtMs: number): ClockSample {
  return {
    gameMs: answer.timestamp * 1000 + (receivedAtMs - sentAtMs) / 2,
    atMs: receivedAtMs,
    offsetSeconds: answer.offset,
    zoneMinutes: answer.zone,
  }
}

/** Game time now, in milliseconds. */
export function gameTimeAt(sample: ClockSample, nowMs: number): number {
  return sample.gameMs + (nowMs - sample.atMs)
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

export type OffsetUnit = (typeof UNITS)[number][0]
/** Smaller differences are measuring noise. */
const NOISE_SECONDS = 3

export interface OffsetParts {
  sign: '+' | '-'
  /** At most the two largest units. */
  parts: { unit: OffsetUnit; count: number }[]
}

/** `86,400` as +1 day; null when game and real time agree. */
export function offsetParts(offsetSeconds: number): OffsetParts | null {
  let rest = Math.round(Math.abs(offsetSeconds))
  if (rest < NOISE_SECONDS) return null
  const parts: OffsetParts['parts'] = []
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push({ unit, count })
  }
  return { sign: offsetSeconds < 0 ? '-' : '+', parts: parts.slice(0, 2) }
}
