import { JsonReader, formatJson } from '@qd/json-text'
import type { JsonNode } from '@qd/json-text'
import { fromBase64, hexByte, toBase64, utf8Of } from '../model/bytes.ts'

export type ViewerId = 'text' | 'json' | 'hex' | 'bits' | 'base64'

/** Bytes of what was typed, or the character (from 1) where it makes no sense. */
export type Typed = { ok: true; bytes: Uint8Array } | { ok: false; at: number }

/** One way to look at bytes; a further one is a further line of VIEWERS, with its name in the texts. */
export interface Viewer {
  readonly id: ViewerId
  /** `dump`: lines with offsets to read, a text only to edit. */
  readonly look: 'text' | 'json' | 'dump'
  /** Whether it shows these bytes as they are, so that they may be edited in it. */
  readonly suits: (bytes: Uint8Array) => boolean
  readonly textOf: (bytes: Uint8Array) => string
  /** `before` is what the text was made of. */
  readonly bytesOf: (text: string, before: Uint8Array) => Typed
}

const JSON_DEPTH = 200

/** The JSON of a text; null where it is none. Digits and repeated names are kept by its places in the text. */
export function readJsonText(text: string): { root: JsonNode } | { at: number } {
  const reader = new JsonReader(text, { maxDepth: JSON_DEPTH })
  reader.read()
  const fault = reader.faults.find(({ code }) => code === 'syntax' || code === 'too_deep')
  if (fault !== undefined || reader.root === null) return { at: (fault?.from ?? 0) + 1 }
  return { root: reader.root }
}

/** The same JSON without spaces between its parts; every scalar stays as it was written. */
function compactJson(text: string, node: JsonNode): string {
  if (node.kind === 'scalar') return text.slice(node.from, node.to)
  const items = node.items!.map((item) => compactJson(text, item))
  if (node.kind === 'array') return `[${items.join(',')}]`
  return `{${items.map((item, at) => `${JSON.stringify(node.keys![at])}:${item}`).join(',')}}`
}

/** Every line ends as on Windows: a text field of a browser would lose that. */
const hasCrLf = (text: string): boolean =>
  text.includes('\r\n') && !/[\r\n]/.test(text.replaceAll('\r\n', ''))

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The number of the first character a pattern does not take, from 1; 0: it takes all. */
function firstWrong(text: string, allowed: RegExp): number {
  return text.search(allowed) + 1
}

function digitsToBytes(text: string, perByte: number, base: 2 | 16): Typed {
  const wrong = firstWrong(text, base === 2 ? /[^01\s]/ : /[^\da-f\s]/i)
  if (wrong > 0) return { ok: false, at: wrong }
  const digits = text.replaceAll(/\s/g, '')
  if (digits.length % perByte !== 0) return { ok: false, at: text.trimEnd().length }
  const found = digits.match(new RegExp(`.{${perByte}}`, 'g')) ?? []
  return { ok: true, bytes: Uint8Array.from(found, (each) => Number.parseInt(each, base)) }
}

/** Each byte by itself, so many in a line. */
function inLines(bytes: Uint8Array, perLine: number, one: (byte: number) => string): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += perLine) {
    lines.push(Array.from(bytes.subarray(at, at + perLine), one).join(' '))
  }
  return lines.join('\n')
}

export const bitsOf = (byte: number): string => byte.toString(2).padStart(8, '0')

export const VIEWERS: readonly Viewer[] = [
  {
    id: 'text',
    look: 'text',
    suits: (bytes) => {
      const text = utf8Of(bytes)
      return text !== null && !text.includes('\0') && (!text.includes('\r') || hasCrLf(text))
    },
    textOf: (bytes) => {
      const text = utf8Of(bytes) ?? new TextDecoder().decode(bytes)
      return hasCrLf(text) ? text.replaceAll('\r\n', '\n') : text
    },
    bytesOf: (text, before) => ({
      ok: true,
      bytes: encode(hasCrLf(utf8Of(before) ?? '') ? text.replaceAll(/\r?\n/g, '\r\n') : text),
    }),
  },
  {
    id: 'json',
    look: 'json',
    suits: (bytes) => {
      const text = utf8Of(bytes)
      return text !== null && 'root' in readJsonText(text)
    },
    textOf: (bytes) => {
      const text = utf8Of(bytes) ?? ''
      const read = readJsonText(text)
      return 'root' in read ? formatJson(text, read.root) : text
    },
    // What stood in one line goes back as one line.
    bytesOf: (text, before) => {
      const read = readJsonText(text)
      if (!('root' in read)) return { ok: false, at: read.at }
      const wasOneLine = !before.includes(0x0a)
      return { ok: true, bytes: encode(wasOneLine ? compactJson(text, read.root) : text) }
    },
  },
  {
    id: 'hex',
    look: 'dump',
    suits: () => true,
    textOf: (bytes) => inLines(bytes, 16, hexByte),
    bytesOf: (text) => digitsToBytes(text, 2, 16),
  },
  {
    id: 'bits',
    look: 'dump',
    suits: () => true,
    textOf: (bytes) => inLines(bytes, 8, bitsOf),
    bytesOf: (text) => digitsToBytes(text, 8, 2),
  },
  {
    id: 'base64',
    look: 'text',
    suits: () => true,
    textOf: toBase64,
    bytesOf: (text) => {
      const wrong = firstWrong(text, /[^A-Za-z\d+/=\s]/)
      if (wrong > 0) return { ok: false, at: wrong }
      try {
        return { ok: true, bytes: fromBase64(text.replaceAll(/\s/g, '')) }
      } catch {
        return { ok: false, at: text.trimEnd().length }
      }
    },
  },
]

export function viewerOf(id: ViewerId): Viewer {
  return VIEWERS.find((each) => each.id === id)!
}

/** Control characters beside line ends and tabs: no text people wrote. */
const CONTROL = /[^\P{Cc}\n\r\t]/u

/** As many bytes as make whole characters: a window may end within one. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!
    if ((byte & 0xc0) === 0x80) continue
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return wanted > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

/** How bytes are shown unless somebody chose: JSON objects and lists, then text, else hex. */
export function detectViewer(bytes: Uint8Array): ViewerId {
  const text = utf8Of(bytes)
  if (text === null || CONTROL.test(text)) return 'hex'
  return /^\s*[{[]/.test(text) && 'root' in readJsonText(text) ? 'json' : 'text'
}
