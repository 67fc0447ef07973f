/** A record with where it begins. */
export interface CsvRecord {
  /** Line of the text, from 1. */
  line: number
  cells: readonly string[]
}

/** `start`: before a cell; `plain` and `quoted`: in one; `closed`: behind its closing quote; `spaced`: and spaces. */
type State = 'start' | 'plain' | 'quoted' | 'closed' | 'spaced'

const [QUOTE, COMMA, LF, CR, SPACE] = [0x22, 0x2c, 0x0a, 0x0d, 0x20]

/**
 * Cuts text into records as it comes (RFC 4180). `\n`, `\r\n` and `\r` each end a record, in any mixture: who joins files
 * of two systems would find a `\r` in the last cell otherwise.
 */
export class CsvScan {
  /** Line of the record whose quotes stand where none may; null: all is well. Nothing is read behind it. */
  brokenAt: number | null = null
  readonly #onRecord: (record: CsvRecord) => void
  #state: State = 'start'
  #cell: string[] = []
  #cells: string[] = []
  #line = 1
  #recordLine = 1
  #length = 0
  /** The last character was `\r`: a `\n` behind it belongs to the same line break. */
  #isHalfBreak = false

  constructor(onRecord: (record: CsvRecord) => void) {
    this.#onRecord = onRecord
  }

  /** Line of the record that has no end yet, and its characters so far. */
  get open(): { line: number; length: number } {
    return { line: this.#recordLine, length: this.#length }
  }

  take(text: string): void {
    let from = 0
    for (let at = 0; at < text.length && this.brokenAt === null; at += 1) {
      const code = text.charCodeAt(at)
      const isSecondHalf = code === LF && this.#isHalfBreak
      this.#isHalfBreak = code === CR
      if (this.#state === 'quoted') {
        if (code === QUOTE) {
          this.#keep(text, from, at)
          this.#state = 'closed'
        } else if ((code === LF || code === CR) && !isSecondHalf) this.#line += 1
        continue
      }
      if (isSecondHalf) from = at + 1
      else if (code === COMMA || code === LF || code === CR) {
        if (this.#state === 'plain') this.#keep(text, from, at)
        this.#endCell()
        if (code !== COMMA) this.#endRecord()
        from = at + 1
      } else if (this.#begins(code)) from = code === QUOTE ? at + 1 : at
    }
    if (this.#state === 'plain' || this.#state === 'quoted') this.#keep(text, from, text.length)
  }

  /** The last record, where the text ends without a line break. */
  end(): void {
    if (this.brokenAt !== null) return
    if (this.#state === 'quoted') this.brokenAt = this.#recordLine
    else if (this.#state !== 'start' || this.#cells.length > 0) {
      this.#endCell()
      this.#endRecord()
    }
  }

  /** Whether text of a cell begins with this character. */
  #begins(code: number): boolean {
    if (this.#state === 'plain') return false
    if (this.#state === 'start') {
      this.#state = code === QUOTE ? 'quoted' : 'plain'
      return true
    }
    if (code === QUOTE && this.#state === 'closed') {
      // A second quote behind a closing one stands for itself.
      this.#cell.push('"')
      this.#state = 'quoted'
      return true
    }
    if (code === SPACE) this.#state = 'spaced'
    else this.brokenAt = this.#recordLine
    return false
  }

  #keep(text: string, from: number, to: number): void {
    this.#length += to - from
    this.#cell.push(text.slice(from, to))
  }

  #endCell(): void {
    this.#cells.push(this.#cell.join(''))
    this.#cell = []
    this.#state = 'start'
  }

  #endRecord(): void {
    const record = { line: this.#recordLine, cells: this.#cells }
    this.#line += 1
    this.#recordLine = this.#line
    this.#cells = []
    this.#length = 0
    this.#onRecord(record)
  }
}
