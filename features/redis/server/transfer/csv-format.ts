import { isUtf8 } from 'node:buffer'
import { parseJsonText } from '@qd/canonical-json'
import { csvLine, csvCells } from '@qd/csv'
import type { TransferCodec } from './formats.ts'
import { inPart } from './json-formats.ts'
import { LineFault } from './line-fault.ts'
import { jsonOf, valueOfJson } from './value-json.ts'
import type { PartValue } from './value-parts.ts'

const HEAD = ['key', 'type', 'ttl', 'value']
const MARK = 'base64:'
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
/** A cell of these would come back as another text: spreadsheets and readers change line ends and quotes before formulas. */
const CHANGED = /[\0\r]|^'|^\uFEFF/

/** Text, or `base64:…` for what is no text and for what looks like that. */
function cellOf(bytes: Buffer): string {
  const text = isUtf8(bytes) ? bytes.toString() : null
  const isPlain = text !== null && !text.startsWith(MARK) && !CHANGED.test(text)
  return isPlain ? text : MARK + bytes.toString('base64')
}

function bytesOfCell(cell: string, reason: 'key' | 'value'): Buffer {
  if (!cell.startsWith(MARK)) return Buffer.from(cell)
  const base64 = cell.slice(MARK.length)
  if (!BASE64.test(base64)) throw new LineFault(reason, 'base64')
  return Buffer.from(base64, 'base64')
}

function valueOfCell(type: string, cell: string): PartValue {
  if (type === 'string' || type === 'dump') return { type, bytes: bytesOfCell(cell, 'value') }
  let json: unknown
  try {
    json = parseJsonText(cell)
  } catch {
    // A type nobody knows is said first.
    json = undefined
  }
  return valueOfJson(type, json)
}

/** A table `key,type,ttl,value`: strings as they are, other values as JSON, `ttl` in ms and empty for no end. */
export const csvFormat: TransferCodec = {
  head: `\uFEFF${csvLine(HEAD)}`,
  asDump: false,
  hasQuotedLines: true,
  write: ({ key, end, value }) =>
    csvLine([
      cellOf(key),
      value.type,
      end.leftMs === null ? '' : String(end.leftMs),
      value.type === 'string' || value.type === 'dump' ? cellOf(value.bytes) : JSON.stringify(jsonOf(value)),
    ]),
  read(line) {
    const cells = isUtf8(line) ? csvCells(line.toString()) : null
    if (cells?.length !== HEAD.length) throw new LineFault('csv')
    const [key = '', type = '', ttl = '', text = ''] = cells
    if (!/^\d{0,15}$/.test(ttl)) throw new LineFault('ttl')
    const end = { at: null, leftMs: ttl === '' ? null : Number(ttl) }
    return inPart(bytesOfCell(key, 'key'), valueOfCell(type, text), end)
  },
}

/** Whether a line is the head of the table. */
export const isCsvHead = (line: Buffer): boolean => csvCells(line.toString())?.join() === HEAD.join()
