import type { WorkerTick } from './messages.ts'

/** Pseudo-commands: opening the connection, a whole pass, and all commands of the game together. */
export const CONNECT = -1
export const PASS = -2
export const ALL = -3

const MOST_ERRORS = 200
const MOST_COMMANDS = 500
/** An hour; longer times count as an hour. */
const MOST_US = 3_600_000_000

/** Digits that count, in bits: a value is kept to a thousandth. */
const PRECISION_BITS = 11

/** A time in microseconds, rounded so that a second of them is a small list. */
function rounded(us: number): number {
  const shift = Math.max(0, 32 - Math.clz32(us) - PRECISION_BITS)
  return ((us >>> shift) << shift) >>> 0
}

interface CommandCounts {
  count: number
  errors: number
  times: Map<number, number>
}

/** Counts of one worker since its last tick. */
export class Statistics {
  #commands = new Map<number, CommandCounts>()
  #errors = new Map<string, { code: string; step: string; count: number; text: string }>()
  sent = 0
  received = 0
  passed = 0
  failed = 0
  answered = 0

  #of(cmd: number): CommandCounts {
    let counts = this.#commands.get(cmd)
    if (counts === undefined) {
      // Commands of a scenario are few; one that counts in the thousands is not measured apart.
      if (this.#commands.size >= MOST_COMMANDS) return this.#of([...this.#commands.keys()][0]!)
      counts = { count: 0, errors: 0, times: new Map() }
      this.#commands.set(cmd, counts)
    }
    return counts
  }

  took(cmd: number, ms: number): void {
    const counts = this.#of(cmd)
    counts.count += 1
    const us = rounded(Math.min(MOST_US, Math.max(1, Math.round(ms * 1_000))))
    counts.times.set(us, (counts.times.get(us) ?? 0) + 1)
  }

  erred(cmd: number): void {
    this.#of(cmd).errors += 1
  }

  error(code: string, step: string, text: string): void {
    const key = `${code} ${step}`
    const known = this.#errors.get(key)
    if (known !== undefined) known.count += 1
    else if (this.#errors.size < MOST_ERRORS) this.#errors.set(key, { code, step, count: 1, text })
    else this.error('other', '', '')
  }

  /** What was counted, and begins again. */
  take(): Omit<WorkerTick, 'online' | 'late' | 'underWay' | 'at'> {
    const commands = [...this.#commands].flatMap(([cmd, counts]) => {
      if (counts.count === 0 && counts.errors === 0) return []
      const times = Float64Array.from([...counts.times].flat())
      const given = { cmd, count: counts.count, errors: counts.errors, times }
      counts.count = 0
      counts.errors = 0
      counts.times.clear()
      return [given]
    })
    const { sent, received, passed, failed, answered } = this
    const errors = [...this.#errors.values()]
    this.#errors = new Map()
    this.sent = this.received = this.passed = this.failed = this.answered = 0
    return { sent, received, passed, failed, answered, commands, errors }
  }
}
