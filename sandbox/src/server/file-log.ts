import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { GameLog, LogLevel } from '../game/game-log.ts'

const MAX_FILE_BYTES = 5_000_000
const KEPT_FILES = 3

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** JSON lines in one file, with `.1` the newest of the older ones. */
export class FileLog implements GameLog {
  readonly #path: string
  readonly #now: () => number
  #lines: string[] = []
  #bytes: number

  constructor(path: string, now: () => number) {
    mkdirSync(dirname(path), { recursive: true })
    this.#path = path
    this.#now = now
    this.#bytes = sizeOf(path)
  }

  write(level: LogLevel, event: string, facts: Record<string, unknown>): void {
    this.#lines.push(
      `${JSON.stringify({ time: new Date(this.#now()).toISOString(), level, event, ...facts })}\n`,
    )
    if (level !== 'info') this.flush()
  }

  /** Lines gather between two ticks, so that a busy second costs one write. */
  flush(): void {
    if (this.#lines.length === 0) return
    const text = this.#lines.join('')
    this.#lines = []
    if (this.#bytes + text.length > MAX_FILE_BYTES) this.#rotate()
    appendFileSync(this.#path, text)
    this.#bytes += Buffer.byteLength(text)
  }

  #rotate(): void {
    for (let age = KEPT_FILES - 1; age >= 0; age -= 1) {
      const from = age === 0 ? this.#path : `${this.#path}.${age}`
      if (sizeOf(from) > 0) renameSync(from, `${this.#path}.${age + 1}`)
    }
    this.#bytes = 0
  }
}
