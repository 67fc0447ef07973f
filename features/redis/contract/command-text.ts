import type { RedisBytes } from './bytes.ts'

/*
 * Commands as redis-cli reads them: words apart by spaces, in double quotes with escapes (\n \r \t \b \a \" \\ \xHH) where
 * they need it.
 */

const PLAIN = /^[$\w:.,@%/+=*()-]+$/
/** Quotes, and what cannot be seen or looks like a space. */
const ESCAPED = /["\\\p{C}\p{Zl}\p{Zp}\u00a0\u2000-\u200a\u202f\u205f\u3000]/gu
const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\u0007': '\\a',
  '"': '\\"',
  '\\': '\\\\',
}

const hex = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`
const hexOf = (text: string): string => Array.from(new TextEncoder().encode(text), hex).join('')

function quotedText(text: string): string {
  return `"${text.replaceAll(ESCAPED, (sign) => ESCAPES[sign] ?? hexOf(sign))}"`
}

function quotedBytes(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0)!)
  let inside = ''
  for (const byte of bytes) {
    const sign = String.fromCodePoint(byte)
    inside += byte >= 32 && byte < 127 ? (ESCAPES[sign] ?? sign) : (ESCAPES[sign] ?? hex(byte))
  }
  return `"${inside}"`
}

/** One argument, in quotes where it needs them; bytes that are no text as \xHH. */
export function quoteArgument(bytes: RedisBytes): string {
  if (typeof bytes !== 'string') return quotedBytes(bytes.base64)
  return PLAIN.test(bytes) ? bytes : quotedText(bytes)
}

/** The same, always in quotes: as redis-cli shows a value. */
export function quoteValue(bytes: RedisBytes): string {
  return typeof bytes === 'string' ? quotedText(bytes) : quotedBytes(bytes.base64)
}

/** A whole command on one line. */
export function commandText(args: readonly RedisBytes[]): string {
  return args.map(quoteArgument).join(' ')
}

/** Why a line is no command; `at` is a place in it, from 0. */
export interface CommandFault {
  readonly at: number
  /** A quote that is not closed, or one that closes with something right behind it. */
  readonly kind: 'open' | 'behind'
}

const UNESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, a: 7 }
const SPACE = /[\s\0]/
const HEX = /^[\da-f]{2}$/i

/** Bytes of a word, as text where they are UTF-8. */
class Word {
  #text = ''
  readonly #bytes: number[] = []

  addText(sign: string): void {
    this.#text += sign
  }

  addByte(byte: number): void {
    this.#flush()
    this.#bytes.push(byte)
  }

  #flush(): void {
    for (const byte of new TextEncoder().encode(this.#text)) this.#bytes.push(byte)
    this.#text = ''
  }

  get value(): RedisBytes {
    if (this.#bytes.length === 0) return this.#text
    this.#flush()
    const bytes = Uint8Array.from(this.#bytes)
    const base64 = () => ({ base64: btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')) })
    // Calls take no NUL in a text.
    if (bytes.includes(0)) return base64()
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      return base64()
    }
  }
}

/** Reads a quoted part from behind its quote; where it goes on, or null when it does not end. */
function readQuoted(line: string, from: number, word: Word): number | null {
  const quote = line[from - 1]!
  for (let at = from; at < line.length; at += 1) {
    const sign = line[at]!
    const next = line[at + 1]
    if (sign === quote) return at + 1
    if (quote === "'" && sign === '\\' && next === "'") {
      word.addText("'")
      at += 1
    } else if (quote === '"' && sign === '\\' && next === 'x' && HEX.test(line.slice(at + 2, at + 4))) {
      word.addByte(Number.parseInt(line.slice(at + 2, at + 4), 16))
      at += 3
    } else if (quote === '"' && sign === '\\' && next !== undefined) {
      const byte = UNESCAPES[next]
      if (byte === undefined) word.addText(next)
      else word.addByte(byte)
      at += 1
    } else word.addText(sign)
  }
  return null
}

/** The words of one line by the rules of redis-cli (`sdssplitargs` of Redis); none for an empty line. */
export function parseCommand(line: string): { args: RedisBytes[] } | { fault: CommandFault } {
  const args: RedisBytes[] = []
  let at = 0
  for (;;) {
    while (at < line.length && SPACE.test(line[at]!)) at += 1
    if (at >= line.length) return { args }
    const word = new Word()
    while (at < line.length && !SPACE.test(line[at]!)) {
      const sign = line[at]!
      at += 1
      if (sign !== '"' && sign !== "'") word.addText(sign)
      else {
        const opened = at - 1
        const end = readQuoted(line, at, word)
        if (end === null) return { fault: { at: opened, kind: 'open' } }
        if (end < line.length && !SPACE.test(line[end]!)) return { fault: { at: end, kind: 'behind' } }
        at = end
      }
    }
    args.push(word.value)
  }
}

export interface ParsedLine {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly args: readonly RedisBytes[]
}

/** Several commands, one a line; empty lines are left out. A fault says its line, from 1, and its place there. */
export function parseCommands(
  text: string,
): { commands: ParsedLine[] } | { fault: CommandFault & { line: number } } {
  const commands: ParsedLine[] = []
  for (const [index, each] of text.split(/\r?\n/).entries()) {
    const parsed = parseCommand(each)
    if ('fault' in parsed) return { fault: { ...parsed.fault, line: index + 1 } }
    if (parsed.args.length > 0) commands.push({ line: index + 1, text: each.trim(), args: parsed.args })
  }
  return { commands }
}
