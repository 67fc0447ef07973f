/** Why a text is no JSON we take: `line` counts from 1, `path` is dotted and empty for the whole text. */
export interface JsonFault {
  code:
    | 'syntax'
    | 'unsafe_number'
    | 'duplicate_key'
    | 'forbidden_key'
    | 'too_deep'
    | 'oversized'
    | 'half_character'
  line: number
  path: string
}

/** `lineOf` gives the line on which the value at a dotted path begins. */
export type ReadJson =
  | { ok: true; value: unknown; lineOf: (path: string) => number }
  | { ok: false; fault: JsonFault }

/** Thrown inside the reader only. */
class Stop extends Error {
  readonly fault: JsonFault
  constructor(fault: JsonFault) {
    super(fault.code)
    this.fault = fault
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const TEXT = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const WORD = /true|false|null/y
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

class Reader {
  private at = 0
  private line = 1
  private count = 0
  readonly lines = new Map<string, number>()
  private readonly text: string
  private readonly limits: { maxDepth: number; maxValues: number }

  constructor(text: string, limits: { maxDepth: number; maxValues: number }) {
    this.text = text
    this.limits = limits
  }

  private stop(code: JsonFault['code'], path: string): never {
    throw new Stop({ code, line: this.line, path })
  }

  private skip(): void {
    for (; this.at < this.text.length; this.at += 1) {
      const letter = this.text[this.at]
      if (letter === '\n') this.line += 1
      else if (letter !== ' ' && letter !== '\t' && letter !== '\r') return
    }
  }

  private token(pattern: RegExp, path: string): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? this.stop('syntax', path)
    this.at += found.length
    return found
  }

  private takes(letter: string): boolean {
    this.skip()
    if (this.text[this.at] !== letter) return false
    this.at += 1
    return true
  }

  private need(letter: string, path: string): void {
    if (!this.takes(letter)) this.stop('syntax', path)
  }

  private string(path: string): string {
    const value = JSON.parse(this.token(TEXT, path)) as string
    return value.isWellFormed() ? value : this.stop('half_character', path)
  }

  private number(path: string): number {
    const token = this.token(NUMBER, path)
    const value = Number(token)
    const isWhole = /^-?\d+$/.test(token)
    // A whole number that a double cannot hold has lost digits already: it must be written as text.
    if (!Number.isFinite(value) || (isWhole && !Number.isSafeInteger(value))) this.stop('unsafe_number', path)
    return value
  }

  private list(path: string, depth: number): unknown[] {
    const list: unknown[] = []
    if (this.takes(']')) return list
    do list.push(this.value(path === '' ? `${list.length}` : `${path}.${list.length}`, depth))
    while (this.takes(','))
    this.need(']', path)
    return list
  }

  private object(path: string, depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    if (this.takes('}')) return object
    do {
      this.skip()
      const key = this.string(path)
      const inner = path === '' ? key : `${path}.${key}`
      if (FORBIDDEN.has(key)) this.stop('forbidden_key', inner)
      if (Object.hasOwn(object, key)) this.stop('duplicate_key', inner)
      this.need(':', inner)
      object[key] = this.value(inner, depth)
    } while (this.takes(','))
    this.need('}', path)
    return object
  }

  private value(path: string, depth: number): unknown {
    this.skip()
    this.count += 1
    if (depth > this.limits.maxDepth) this.stop('too_deep', path)
    if (this.count > this.limits.maxValues) this.stop('oversized', path)
    this.lines.set(path, this.line)
    const letter = this.text[this.at] ?? this.stop('syntax', path)
    if (letter === '"') return this.string(path)
    if (letter === '-' || (letter >= '0' && letter <= '9')) return this.number(path)
    if (letter !== '{' && letter !== '[') return WORDS[this.token(WORD, path)]
    this.at += 1
    return letter === '{' ? this.object(path, depth + 1) : this.list(path, depth + 1)
  }

  whole(): unknown {
    const value = this.value('', 0)
    this.skip()
    return this.at < this.text.length ? this.stop('syntax', '') : value
  }
}

/** Strict JSON: no key twice, none that reaches a prototype, no number that loses digits. */
export function readJson(text: string, limits: { maxDepth: number; maxValues: number }): ReadJson {
  const reader = new Reader(text, limits)
  try {
    const value = reader.whole()
    return { ok: true, value, lineOf: (path) => reader.lines.get(path) ?? 1 }
  } catch (error) {
    if (error instanceof Stop) return { ok: false, fault: error.fault }
    throw error
  }
}
