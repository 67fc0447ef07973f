/** A quoted cell as spreadsheets write it; null when the quote is only text. */
function quotedCell(text: string, at: number): { cell: string; next: number } | null {
  let cell = ''
  let from = at + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return null
    cell += text.slice(from, quote)
    const after = text[quote + 1]
    if (after === '"') {
      cell += '"'
      from = quote + 2
      continue
    }
    const isEnd = after === undefined || after === '\t' || after === '\n' || after === '\r'
    return isEnd ? { cell, next: quote + 1 } : null
  }
}

const BREAK = /[\t\r\n]/g

function plainCell(text: string, at: number): { cell: string; next: number } {
  BREAK.lastIndex = at
  const end = BREAK.exec(text)?.index ?? text.length
  return { cell: text.slice(at, end), next: end }
}

/** Tab-separated text from a spreadsheet as rows of cells; a quoted cell may hold tabs and line breaks. */
export function readCells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  for (;;) {
    const { cell, next } = (text[at] === '"' ? quotedCell(text, at) : null) ?? plainCell(text, at)
    row.push(cell)
    if (text[next] === '\t') {
      at = next + 1
      continue
    }
    rows.push(row)
    row = []
    at = text.startsWith('\r\n', next) ? next + 2 : next + 1
    // The line break at the end closes the last row and begins none.
    if (at >= text.length) return rows
  }
}

function written(cell: string): string {
  return /[\t\r\n]/.test(cell) || cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Rows of cells as tab-separated text that spreadsheets, and `readCells`, take apart again. */
export function writeCells(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(written).join('\t')).join('\n')
}
