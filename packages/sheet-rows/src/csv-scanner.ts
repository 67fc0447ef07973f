import type { SheetBounds } from './sheet-bounds.ts'
import { SheetFault } from './sheet-fault.ts'
import type { SheetRow } from './sheet-row.ts'
import type { Delimiter } from './guess-delimiter.ts'

type Bounds = Pick<SheetBounds, 'rows' | 'cells' | 'cellLength' | 'lineLength'>

/** `start`: before a cell; `plain` and `quoted`: in one; `closed`: behind its closing quote. */
type State = 'start' | 'plain' | 'quoted' | 'closed'

const QUOTE = 34
const LF = 10
const CR = 13

/** Cuts text into records and cells as it comes (RFC 4180, any line break); throws `SheetFault` with the line. */
export class CsvScanner {
  readonly #bounds: Bounds
  readonly #delimiter: number
  #state: State = 'start'
  #cell = ''
  #cells: string[] = []
  #rows: SheetRow[] = []
  #rowCount = 0
  /** Line of the next character, and line where its record began. */
  #line: number
  #recordLine: number
  #recordLength = 0
  #hasReturn = false

  constructor(delimiter: Delimiter, bounds: Bounds, firstLine = 1) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#bounds = bounds
    this.#line = firstLine
    this.#recordLine = firstLine
  }

  /** Goes on with further text and gives the records that are whole now. */
  take(text: string): SheetRow[] {
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (this.#state === 'quoted') {
        if (code === QUOTE) {
          this.#add(text, from, at)
          this.#state = 'closed'
        } else this.#countLine(code)
        continue
      }
      if (code === QUOTE && this.#state !== 'plain') {
        // A second quote behind a closing one stands for itself.
        if (this.#state === 'closed') this.#cell += '"'
        this.#hasReturn = false
        this.#state = 'quoted'
        from = at + 1
      } else if (code === this.#delimiter || code === LF || code === CR) {
        if (this.#state === 'plain') this.#add(text, from, at)
        this.#endCell()
        if (code !== this.#delimiter) this.#endLine(code)
        from = at + 1
      } else if (this.#state === 'start') {
        this.#hasReturn = false
        this.#state = 'plain'
        from = at
      } else if (this.#state === 'closed') throw new SheetFault('broken_quotes', this.#recordLine)
    }
    if (this.#state === 'plain' || this.#state === 'quoted') this.#add(text, from, text.length)
    return this.#handOver()
  }

  /** The last record, when the text ends without a line break. */
  end(): SheetRow[] {
    if (this.#state === 'quoted') throw new SheetFault('broken_quotes', this.#recordLine)
    if (this.#state !== 'start' || this.#cells.length > 0) {
      this.#endCell()
      this.#endRecord()
    }
    return this.#handOver()
  }

  #handOver(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #countLine(code: number): void {
    if (code === LF && this.#hasReturn) this.#hasReturn = false
    else if (code === LF || code === CR) {
      this.#line += 1
      this.#hasReturn = code === CR
    } else this.#hasReturn = false
  }

  #add(text: string, from: number, to: number): void {
    this.#recordLength += to - from
    if (this.#recordLength > this.#bounds.lineLength) throw new SheetFault('line_too_long', this.#recordLine)
    this.#cell += text.slice(from, to)
    if (this.#cell.length > this.#bounds.cellLength) throw new SheetFault('cell_too_long', this.#recordLine)
  }

  #endCell(): void {
    this.#cells.push(this.#cell)
    if (this.#cells.length > this.#bounds.cells) throw new SheetFault('too_many_cells', this.#recordLine)
    this.#cell = ''
    this.#state = 'start'
  }

  #endLine(code: number): void {
    // The second half of a Windows line break ends nothing.
    if (code === LF && this.#hasReturn && this.#cells.length === 1 && this.#cells[0] === '') {
      this.#hasReturn = false
      this.#cells = []
      this.#recordLine = this.#line
      return
    }
    this.#endRecord()
    this.#hasReturn = code === CR
    this.#line += 1
    this.#recordLine = this.#line
  }

  #endRecord(): void {
    const cells = this.#cells
    this.#cells = []
    this.#recordLength = 0
    if (cells.every((cell) => cell === '')) return
    this.#rowCount += 1
    if (this.#rowCount > this.#bounds.rows) throw new SheetFault('too_many_rows', this.#recordLine)
    this.#rows.push({ line: this.#recordLine, cells })
  }
}
