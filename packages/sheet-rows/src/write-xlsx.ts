import { strToU8, zipSync } from 'fflate'

export interface GivenSheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  /** Of the columns, in characters. */
  readonly widths?: readonly number[]
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What XML cannot hold is left out: no text of a person has it. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

const escaped = (text: string) =>
  text
    .replace(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')

function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (index % 26))
}

/** Every cell is text, so that no spreadsheet takes one for a formula or shortens an id. */
function sheetXml({ rows, widths = [] }: GivenSheet): string {
  const columns = widths.map((width, index) => {
    const at = String(index + 1)
    return `<col min="${at}" max="${at}" width="${String(width)}" customWidth="1"/>`
  })
  const lines = rows.map((cells, row) => {
    const at = String(row + 1)
    const inner = cells.map((cell, column) =>
      cell === ''
        ? ''
        : `<c r="${columnName(column)}${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`,
    )
    return `<row r="${at}">${inner.join('')}</row>`
  })
  const cols = columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
  return `${HEAD}<worksheet xmlns="${MAIN}">${cols}<sheetData>${lines.join('')}</sheetData></worksheet>`
}

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${String(id)}" Type="${OFFICE}/${type}" Target="${target}"/>`
const relations = (inner: string) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inner}</Relationships>`

/** A workbook of small sheets, as for translators. Names are cut to the 31 characters that spreadsheets allow. */
export function writeXlsx(sheets: readonly GivenSheet[]): Uint8Array {
  const names = sheets.map(
    ({ name }, index) =>
      `<sheet name="${escaped(name.replace(/[\\/*?:[\]]/g, ' ').slice(0, 31))}" sheetId="${String(index + 1)}" r:id="rId${String(index + 1)}"/>`,
  )
  const file = (index: number) => `worksheets/sheet${String(index + 1)}.xml`
  const overrides = sheets.map(
    (_, index) => `<Override PartName="/xl/${file(index)}" ContentType="${TYPES}.worksheet+xml"/>`,
  )
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      sheets.map((_, index) => relation(index + 1, 'worksheet', file(index))).join(''),
    ),
  }
  sheets.forEach((sheet, index) => (parts[`xl/${file(index)}`] = sheetXml(sheet)))
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
}
