/** Why JSON is refused, found before it is parsed. */
export type JsonFault =
  | { readonly kind: 'depth' }
  | { readonly kind: 'values' }
  /** A key of the prototype chain, however it is spelled; `name` is what it spells. */
  | { readonly kind: 'key'; readonly path: readonly JsonStep[]; readonly name: string }
  /** U+0000 in a text. */
  | { readonly kind: 'nul'; readonly path: readonly JsonStep[] }

/** An index of a list, or where among all bytes the key stands, quotes left out. */
export type JsonStep = number | { readonly from: number; readonly to: number }

export interface JsonLimits {
  readonly values: number
  readonly depth: number
}

interface Level {
  isObject: boolean
  index: number
  keyFrom: number
  keyTo: number
}

const FORBIDDEN = ['__proto__', 'constructor', 'prototype'] as const
/** One bit for each of them. */
const ALL_NAMES = 0b111

const BETWEEN = 0
const IN_TEXT = 1
const AFTER_BACKSLASH = 2
const IN_UNICODE = 3

/** NaN for what is no hex digit: the parser will refuse it, and it spells no name. */
function hexOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN
}

/**
 * Counts values and depth of JSON over its bytes as they come, in any pieces, and sees keys of the prototype chain and
 * U+0000. It does not judge the grammar: up to the first mistake its counts are right, and further no parser reads.
 */
export class JsonCounter {
  values = 0
  /** The first thing found; what comes after it is not looked at. */
  fault: JsonFault | null = null
  readonly #limits: JsonLimits
  readonly #levels: Level[] = []
  /** Bytes before the piece at hand. */
  #before = 0
  #mode = BETWEEN
  #isKey = false
  #expectsKey = false
  #isInScalar = false
  #unicode = 0
  #digits = 0
  /** Of the key at hand: which forbidden names it may still become, and how many characters it has. */
  #names = 0
  #nameLength = 0

  constructor(limits: JsonLimits) {
    this.#limits = limits
  }

  take(piece: Uint8Array): void {
    for (let at = 0; at < piece.length && this.fault === null; at += 1) {
      const byte = piece[at]!
      if (this.#mode === BETWEEN) this.#between(byte, at)
      else if (this.#mode === IN_TEXT) at = this.#inText(piece, at)
      else if (this.#mode === AFTER_BACKSLASH) this.#afterBackslash(byte)
      else this.#inUnicode(byte)
    }
    this.#before += piece.length
  }

  #between(byte: number, at: number): void {
    switch (byte) {
      case 0x22:
        this.#beginText(at)
        break
      case 0x7b:
      case 0x5b:
        this.#open(byte === 0x7b)
        break
      case 0x7d:
      case 0x5d:
        this.#isInScalar = false
        this.#expectsKey = false
        this.#levels.pop()
        break
      case 0x2c:
        this.#next()
        break
      case 0x3a:
        this.#isInScalar = false
        this.#expectsKey = false
        break
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        this.#isInScalar = false
        break
      default:
        if (this.#isInScalar) return
        this.#isInScalar = true
        this.#value()
    }
  }

  #value(): void {
    this.values += 1
    if (this.values > this.#limits.values) this.fault = { kind: 'values' }
  }

  #open(isObject: boolean): void {
    this.#isInScalar = false
    this.#value()
    if (this.#levels.length >= this.#limits.depth) this.fault ??= { kind: 'depth' }
    this.#levels.push({ isObject, index: 0, keyFrom: 0, keyTo: 0 })
    this.#expectsKey = isObject
  }

  #next(): void {
    this.#isInScalar = false
    const level = this.#levels.at(-1)
    if (level === undefined) return
    this.#expectsKey = level.isObject
    level.index += 1
  }

  #beginText(at: number): void {
    this.#isInScalar = false
    this.#mode = IN_TEXT
    this.#isKey = this.#expectsKey
    const level = this.#levels.at(-1)
    if (!this.#isKey || level === undefined) return this.#value()
    level.keyFrom = this.#before + at + 1
    this.#names = ALL_NAMES
    this.#nameLength = 0
  }

  /** Gives the index of the last byte it has looked at. */
  #inText(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at]!
      if (byte === 0x22) {
        this.#mode = BETWEEN
        if (this.#isKey) this.#endKey(at)
        return at
      }
      if (byte === 0x5c) {
        this.#mode = AFTER_BACKSLASH
        return at
      }
      if (this.#isKey) this.#spell(byte)
    }
    return piece.length
  }

  #afterBackslash(byte: number): void {
    if (byte === 0x75) {
      this.#mode = IN_UNICODE
      this.#unicode = 0
      this.#digits = 0
      return
    }
    this.#mode = IN_TEXT
    // What a single sign may stand for is in no name that is looked for.
    if (this.#isKey) this.#spell(0x20)
  }

  #inUnicode(byte: number): void {
    this.#unicode = this.#unicode * 16 + hexOf(byte)
    this.#digits += 1
    if (this.#digits < 4) return
    this.#mode = IN_TEXT
    if (this.#unicode === 0) this.fault = { kind: 'nul', path: this.#path(this.#isKey) }
    else if (this.#isKey) this.#spell(this.#unicode)
  }

  /** A byte above 0x7f is part of a longer character and spells none of the names either way. */
  #spell(code: number): void {
    if (this.#names === 0) return
    for (let bit = 0; bit < FORBIDDEN.length; bit += 1) {
      if (FORBIDDEN[bit]!.charCodeAt(this.#nameLength) !== code) this.#names &= ~(1 << bit)
    }
    this.#nameLength += 1
  }

  #endKey(at: number): void {
    const level = this.#levels.at(-1)!
    level.keyTo = this.#before + at
    if (this.#names === 0) return
    const name = FORBIDDEN.find(
      (each, bit) => (this.#names & (1 << bit)) !== 0 && each.length === this.#nameLength,
    )
    if (name !== undefined) this.fault = { kind: 'key', path: this.#path(true), name }
  }

  #path(isOfKey: boolean): JsonStep[] {
    const levels = isOfKey ? this.#levels.slice(0, -1) : this.#levels
    return levels.map(({ isObject, index, keyFrom, keyTo }) =>
      isObject ? { from: keyFrom, to: keyTo } : index,
    )
  }
}
