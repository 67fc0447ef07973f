import type { SheetBounds } from '../sheet-bounds.ts'
import { SheetFault } from '../sheet-fault.ts'
import type { SheetRow } from '../sheet-row.ts'
import type { XmlEvents } from '../xml-events.ts'
import { cellText, columnOf } from './cell-text.ts'
import type { CellParts } from './cell-text.ts'

type Bounds = Pick<SheetBounds, 'rows' | 'cells' | 'cellLength' | 'workbookCells'>

/** Gathers the rows of a sheet from its XML; throws `SheetFault` with the row. */
export class SheetEvents implements XmlEvents {
  readonly #bounds: Bounds
  readonly #strings: readonly string[]
  #rows: SheetRow[] = []
  #rowCount = 0
  #cellCount = 0
  #line = 0
  #column = -1
  #cells: string[] = []
  #cell: CellParts | null = null
  #into: 'value' | 'inline' | 'formula' | null = null
  #isReading = false

  constructor(strings: readonly string[], bounds: Bounds) {
    this.#strings = strings
    this.#bounds = bounds
  }

  /** The rows that are whole by now. */
  handOver(): SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attributes['r'])
    else if (name === 'c') this.#openCell(attributes)
    else if (name === 'v') this.#into = 'value'
    else if (name === 'f') this.#into = 'formula'
    else if (name === 'rPh') this.#isReading = true
    else if (name === 't' && !this.#isReading) this.#into = 'inline'
  }

  text(text: string): void {
    const cell = this.#cell
    if (cell === null || this.#into === null) return
    cell[this.#into] += text
    if (cell[this.#into].length > this.#bounds.cellLength) throw new SheetFault('cell_too_long', this.#line)
  }

  close(name: string): void {
    if (name === 'v' || name === 'f' || name === 't') this.#into = null
    else if (name === 'rPh') this.#isReading = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
  }

  #openRow(told: string | undefined): void {
    const line = told === undefined ? this.#line + 1 : Number(told)
    if (!Number.isSafeInteger(line) || line <= this.#line) throw new SheetFault('bad_xml', this.#line)
    this.#line = line
    this.#column = -1
    this.#cells = []
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    this.#cellCount += 1
    if (this.#cellCount > this.#bounds.workbookCells) throw new SheetFault('too_many_cells', this.#line)
    const told = attributes['r']
    const column = told === undefined ? this.#column + 1 : columnOf(told)
    if (column === null || column <= this.#column) throw new SheetFault('bad_xml', this.#line)
    this.#column = column
    this.#cell = { type: attributes['t'], value: '', inline: '', formula: '' }
  }

  #closeCell(): void {
    const cell = this.#cell
    this.#cell = null
    if (cell === null) return
    const text = cellText(cell, this.#strings)
    if (text === null) throw new SheetFault('bad_xml', this.#line)
    // Cells that only have a colour reach far to the right.
    if (text === '') return
    if (this.#column >= this.#bounds.cells) throw new SheetFault('too_many_cells', this.#line)
    if (text.length > this.#bounds.cellLength) throw new SheetFault('cell_too_long', this.#line)
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = text
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return
    this.#rowCount += 1
    if (this.#rowCount > this.#bounds.rows) throw new SheetFault('too_many_rows', this.#line)
    this.#rows.push({ line: this.#line, cells: this.#cells })
    this.#cells = []
  }
}
