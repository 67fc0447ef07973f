import type { KeyRow, RedisBytes } from '../../contract/index.ts'
import type { FlatRows } from './flat-rows.ts'
import { BLOCK_ROWS } from './folder-rows.ts'
import type { RowsAnswer } from './folder-rows.ts'
import type { KeysDoor } from './keys-door.ts'

/** While a scan runs, rows in view are read again this often, milliseconds. */
const AGE_MS = 400
/** How long rows of the scan before stay in view while a new one of the same keys begins. */
const HOLD_MS = 1_000
/** Answers of one turn; a tree that changes faster than it is read waits for the next one. */
const MOST_ROUNDS = 8

/** What the rows are read for. */
export interface RowsHost {
  readonly rows: FlatRows
  door(): KeysDoor
  isOver(): boolean
  /** Number of the scan whose rows are read; null before the first. */
  scanNumber(): number | null
  /** Runs what asks, and shows its failure; whether there was none. */
  tell(run: () => Promise<void>): Promise<boolean>
  /** A block in an order of the page's own; null: as the server has it. */
  sorted(prefix: RedisBytes, from: number, count: number): Promise<RowsAnswer | null>
  /** Rows of a folder came. */
  onRows(prefix: RedisBytes, answers: readonly RowsAnswer[]): void
}

/** Reads the rows of the lines in view, and reads them again when the tree on the server has changed. */
export class RowReader {
  readonly #host: RowsHost
  #range = { first: 0, last: 40 }
  #isPumping = false
  #ageTimer: ReturnType<typeof setTimeout> | null = null
  #holdUntil = 0

  constructor(host: RowsHost) {
    this.#host = host
  }

  /** Keeps the rows of the scan before in view for a moment. */
  hold(): void {
    this.#holdUntil = Date.now() + HOLD_MS
  }

  end(): void {
    if (this.#ageTimer !== null) clearTimeout(this.#ageTimer)
  }

  /** Rows in view are read again, at once when the scan rests, else every so often. */
  ageSoon(isNow: boolean): void {
    const { rows } = this.#host
    if (isNow) {
      if (this.#ageTimer !== null) clearTimeout(this.#ageTimer)
      this.#ageTimer = null
      rows.age()
      void this.pump()
      return
    }
    const heldMs = rows.isRead ? this.#holdUntil - Date.now() : 0
    this.#ageTimer ??= setTimeout(
      () => {
        this.#ageTimer = null
        rows.age()
        void this.pump()
      },
      Math.max(AGE_MS, heldMs),
    )
    if (!rows.isRead) void this.pump()
  }

  /** Says which lines are in view. */
  view(first: number, last: number): void {
    this.#range = { first, last }
    void this.pump()
  }

  /** Reads what the lines in view lack, one turn at a time. */
  async pump(): Promise<void> {
    if (this.#isPumping) return
    this.#isPumping = true
    try {
      for (let round = 0; round < MOST_ROUNDS && !this.#host.isOver(); round += 1) {
        if (this.#host.scanNumber() === null) return
        const needs = this.#host.rows.needs(this.#range.first, this.#range.last)
        if (needs.length === 0) return
        const isFine = await this.#host.tell(async () => {
          for (const { prefix, from } of needs) await this.#read(prefix, from)
        })
        if (!isFine) return
      }
      // The tree changes as fast as it is read, or the reader scrolls on.
      if (!this.#host.isOver()) setTimeout(() => void this.pump(), AGE_MS)
    } finally {
      this.#isPumping = false
    }
  }

  async #ask(prefix: RedisBytes, from: number): Promise<RowsAnswer> {
    return (await this.#host.sorted(prefix, from, BLOCK_ROWS)) ?? this.#block(prefix, from)
  }

  /** One block; of long names an answer has fewer rows than were asked for. */
  async #block(prefix: RedisBytes, from: number): Promise<RowsAnswer> {
    const scan = this.#host.scanNumber() ?? 0
    const rows: KeyRow[] = []
    for (;;) {
      const input = { scan, prefix, from: from + rows.length, count: BLOCK_ROWS - rows.length }
      const answer = await this.#host.door().ask('rows', input)
      rows.push(...answer.rows)
      const isAll = rows.length >= BLOCK_ROWS || from + rows.length >= answer.listed
      if (isAll || answer.rows.length === 0) return { ...answer, from, rows }
    }
  }

  /** Blocks of one folder, and the ones beside them where its open folders went. */
  async #read(prefix: RedisBytes, from: readonly number[]): Promise<void> {
    const { rows } = this.#host
    const scan = this.#host.scanNumber()
    const { stamp } = rows
    const answers = await Promise.all(from.map((each) => this.#ask(prefix, each)))
    if (rows.missingIn(prefix, answers).length > 0) {
      const total = answers.at(-1)?.listed ?? 0
      const beside = new Set(from.flatMap((each) => [each - BLOCK_ROWS, each + BLOCK_ROWS]))
      const more = [...beside].filter((each) => each >= 0 && each < total && !from.includes(each))
      answers.push(...(await Promise.all(more.map((each) => this.#ask(prefix, each)))))
    }
    if (scan !== this.#host.scanNumber() || this.#host.isOver()) return
    rows.put(prefix, answers, stamp)
    this.#host.onRows(prefix, answers)
  }

  /** Reads all lines of a range, so that what is chosen by it is complete. */
  async readRange(first: number, last: number): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const needs = this.#host.rows.needs(first, last)
      if (needs.length === 0) return
      const isFine = await this.#host.tell(async () => {
        for (const { prefix, from } of needs) await this.#read(prefix, from)
      })
      if (!isFine) return
    }
  }

  /** Reads the rows of a folder until one of them stands on a line. */
  async seek(prefix: RedisBytes, id: string): Promise<void> {
    const { rows } = this.#host
    for (let from = 0; rows.lineOf(id) < 0; from += BLOCK_ROWS) {
      const isFine = await this.#host.tell(() => this.#read(prefix, [from]))
      const total = rows.folderAt(prefix)?.total ?? 0
      if (!isFine || from + BLOCK_ROWS >= total) return
    }
  }
}
