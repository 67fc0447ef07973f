import { quoteValue } from '../../../contract/index.ts'
import type { ConsoleValue, RedisBytes } from '../../../contract/index.ts'

export const REPLY_VIEWS = ['text', 'table', 'json', 'raw'] as const
export type ReplyView = (typeof REPLY_VIEWS)[number]

type List = Extract<ConsoleValue, { t: 'a' | 'm' | 'u' }>

const EMPTY: Readonly<Record<List['t'], string>> = { a: '(empty array)', m: '(empty hash)', u: '(empty set)' }
const MARK: Readonly<Record<List['t'], string>> = { a: ')', m: '#', u: '~' }

/** Bytes that are no text, sign by sign: what a terminal would get. */
function rawText(bytes: RedisBytes): string {
  if (typeof bytes === 'string') return bytes
  return new TextDecoder().decode(Uint8Array.from(atob(bytes.base64), (sign) => sign.codePointAt(0)!))
}

function scalarText(value: Exclude<ConsoleValue, List>): string {
  switch (value.t) {
    case 'n':
      return '(nil)'
    case 'e':
      return `(error) ${value.v}`
    case 'i':
      return `(integer) ${value.v}`
    case 'd':
      return `(double) ${value.v}`
    case 'o':
      return value.v === 't' ? '(true)' : '(false)'
    case 'b':
      return quoteValue(value.v)
    case 'v':
      return rawText(value.v)
    default:
      return typeof value.v === 'string' ? value.v : ''
  }
}

function pad(number: number, width: number, mark: string): string {
  return `${String(number).padStart(width)}${mark} `
}

/** An answer as redis-cli shows it: numbered, quoted, each level further in. */
export function replyText(value: ConsoleValue, indent = ''): string {
  if (!isList(value)) return scalarText(value)
  if (value.v.length === 0) return EMPTY[value.t]
  const isMap = value.t === 'm'
  const step = isMap ? 2 : 1
  const width = String(Math.ceil(value.v.length / step)).length
  const lines: string[] = []
  for (let at = 0; at < value.v.length; at += step) {
    const head = pad(at / step + 1, width, MARK[value.t])
    const deeper = indent + ' '.repeat(head.length)
    const first = replyText(value.v[at]!, deeper)
    const second = isMap && at + 1 < value.v.length ? ` => ${replyText(value.v[at + 1]!, deeper)}` : ''
    lines.push(`${lines.length === 0 ? '' : indent}${head}${first}${second}`)
  }
  return lines.join('\n')
}

/** As `redis-cli --raw`: the bytes, one entry a line. */
export function replyRaw(value: ConsoleValue): string {
  if (isList(value)) return value.v.map(replyRaw).join('\n')
  if (value.t === 'n') return ''
  return rawText(value.v)
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/

/** JSON text that loses nothing: numbers keep their digits, bytes that are no text are base64. */
export function replyJson(value: ConsoleValue, indent = ''): string {
  if (!isList(value)) return scalarJson(value)
  if (value.v.length === 0) return value.t === 'm' ? '{}' : '[]'
  const inner = `${indent}  `
  const names = value.t === 'm' ? namesOf(value.v) : null
  const entries =
    names === null
      ? value.v.map((each) => `${inner}${replyJson(each, inner)}`)
      : names.map((name, at) => `${inner}${JSON.stringify(name)}: ${replyJson(value.v[at * 2 + 1]!, inner)}`)
  const [open, close] = names === null ? '[]' : '{}'
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`
}

function scalarJson(value: Exclude<ConsoleValue, List>): string {
  switch (value.t) {
    case 'n':
      return 'null'
    case 'o':
      return value.v === 't' ? 'true' : 'false'
    case 'e':
      return JSON.stringify({ error: value.v })
    case 'i':
    case 'g':
    case 'd':
      return NUMBER.test(value.v) ? value.v : JSON.stringify(value.v)
    default:
      return JSON.stringify(value.v)
  }
}

/** Names of a map; null where they would be no names of an object. */
function namesOf(entries: readonly ConsoleValue[]): string[] | null {
  if (entries.length % 2 === 1) return null
  const names = entries.filter((_each, at) => at % 2 === 0).map(nameOf)
  return names.every((name) => name !== null) && new Set(names).size === names.length ? names : null
}

function nameOf(value: ConsoleValue): string | null {
  return !isList(value) && 'v' in value && typeof value.v === 'string' ? value.v : null
}

export function isList(value: ConsoleValue): value is List {
  return value.t === 'a' || value.t === 'm' || value.t === 'u'
}

export interface ReplyTable {
  /** Names of the columns; none: the entries have no names. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** One cell: bare where that says all, else on one line. */
function cell(value: ConsoleValue): string {
  if (isList(value)) return replyJson(value).replaceAll(/\s*\n\s*/g, ' ')
  return value.t === 'b' && typeof value.v === 'string' ? value.v : scalarText(value)
}

const columnsOf = (value: ConsoleValue): string[] | null => (value.t === 'm' ? namesOf(value.v) : null)

/** Rows and columns of an answer; null where it is no list. */
export function replyTable(value: ConsoleValue): ReplyTable | null {
  if (!isList(value)) return null
  if (value.t === 'm') {
    const rows: string[][] = []
    for (let at = 0; at < value.v.length; at += 2) rows.push(value.v.slice(at, at + 2).map(cell))
    return { columns: [], rows }
  }
  const named = value.v.map(columnsOf)
  if (named.length > 0 && named.every((names) => names !== null)) {
    const columns = [...new Set(named.flat())]
    const rows = value.v.map((row, at) =>
      columns.map((name) => {
        const found = named[at]!.indexOf(name)
        return found < 0 ? '' : cell((row as List).v[found * 2 + 1]!)
      }),
    )
    return { columns, rows }
  }
  return { columns: [], rows: value.v.map((row) => (isList(row) ? row.v.map(cell) : [cell(row)])) }
}

export function replyAs(view: ReplyView, value: ConsoleValue): string {
  if (view === 'json') return replyJson(value)
  if (view === 'raw') return replyRaw(value)
  const table = view === 'table' ? replyTable(value) : null
  if (table === null) return replyText(value)
  const head = table.columns.length === 0 ? [] : [table.columns]
  return [...head, ...table.rows].map((row) => row.join('\t')).join('\n')
}
