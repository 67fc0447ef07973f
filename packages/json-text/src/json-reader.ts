import { isForbiddenKey } from '@qd/protocol-model'

/** A piece of JSON text with its place, offsets in UTF-16 units. */
export interface JsonNode {
  from: number
  to: number
  kind: 'object' | 'array' | 'scalar'
  /** Of a scalar. Whole numbers beyond 2^53 stay text, so that no digit is lost. */
  value?: string | number | boolean | null
  /** Of an object, in their order, and where each key begins. */
  keys?: string[]
  keysAt?: number[]
  /** Of an object or array. */
  items?: JsonNode[]
}

export interface JsonFault {
  code: 'syntax' | 'duplicate' | 'forbidden' | 'too_deep' | 'lost_digits'
  from: number
  to: number
  /** The key, the limit, or the number that would be kept. */
  detail: string
  /** The text still means something: digits a float cannot hold are only told. */
  isWarning?: boolean
}

/** Characters of one text; a paste beyond is refused before it is read. */
export const MAX_JSON_CHARS = 20 * 1024 * 1024
const MAX_DEPTH = 40
const MAX_FAULTS = 100

const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const PLAIN = /[^"\\\u0000-\u001f]*/y // eslint-disable-line no-control-regex -- JSON forbids exactly these
const LITERALS = { true: true, false: false, null: null } as const

class SyntaxFault extends Error {
  readonly at: number
  constructor(at: number) {
    super('syntax')
    this.at = at
  }
}

/** Sign, digits without the point, and the power of ten of the last digit. */
function decimalOf(text: string): string {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const [whole = '', part = ''] = mantissa.replace('-', '').split('.')
  const digits = `${whole}${part}`.replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  return kept === '' ? '0' : `${kept}e${Number(power) - part.length + digits.length - kept.length}`
}

function isExact(text: string, value: number): boolean {
  return decimalOf(text) === decimalOf(String(value))
}

/**
 * Reads JSON text with all digits and the place of every value, a slice at a time, so that ten megabytes do not
 * freeze the page. Repeated keys and keys that reach prototypes are faults; the first syntax fault ends it.
 */
export class JsonReader {
  readonly faults: JsonFault[] = []
  root: JsonNode | null = null
  readonly #text: string
  readonly #maxDepth: number
  #at = 0
  #open: JsonNode[] = []
  #names: Set<string>[] = []
  #wants: 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'next' | 'end' = 'value'
  #isDone = false
  #errors = 0
  #warnings = 0

  constructor(text: string, limits = { maxDepth: MAX_DEPTH }) {
    this.#text = text
    this.#maxDepth = limits.maxDepth
  }

  get hasErrors(): boolean {
    return this.faults.some(({ isWarning }) => isWarning !== true)
  }

  /** Reads on for so many values; true when the text has ended or cannot be read on. */
  read(values = Number.POSITIVE_INFINITY): boolean {
    try {
      for (let left = values; left > 0 && !this.#isDone; left -= 1) this.#step()
    } catch (error) {
      if (!(error instanceof SyntaxFault)) throw error
      const to = Math.min(this.#text.length, error.at + 1)
      this.faults.push({ code: 'syntax', from: error.at, to, detail: this.#text.slice(error.at, to) })
      this.#isDone = true
    }
    return this.#isDone
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }

  #report(fault: JsonFault): void {
    // Counted apart: a text is taken where no error is told, however many warnings came before it.
    const told = fault.isWarning === true ? (this.#warnings += 1) : (this.#errors += 1)
    if (told <= MAX_FAULTS) this.faults.push(fault)
  }

  #step(): void {
    this.#skip(SPACE)
    const character = this.#text[this.#at]
    if (this.#wants === 'end') {
      if (character !== undefined) throw new SyntaxFault(this.#at)
      this.#isDone = true
      return
    }
    if (character === undefined) throw new SyntaxFault(this.#at)
    if (this.#wants === 'next') return this.#next(character)
    const mayEnd = this.#wants === 'keyOrEnd' || this.#wants === 'valueOrEnd'
    if (mayEnd && (character === '}' || character === ']')) return this.#close(character)
    if (this.#wants === 'key' || this.#wants === 'keyOrEnd') return this.#key()
    this.#value(character)
  }

  #next(character: string): void {
    if (character !== ',') return this.#close(character)
    this.#at += 1
    this.#wants = this.#open.at(-1)!.kind === 'object' ? 'key' : 'value'
  }

  #close(character: string): void {
    const container = this.#open.at(-1)!
    if (character !== (container.kind === 'object' ? '}' : ']')) throw new SyntaxFault(this.#at)
    this.#at += 1
    container.to = this.#at
    this.#open.pop()
    if (container.kind === 'object') this.#names.pop()
    this.#wants = this.#open.length === 0 ? 'end' : 'next'
  }

  #key(): void {
    const from = this.#at
    const key = this.#string()
    const place = { from, to: this.#at, detail: key }
    const names = this.#names.at(-1)!
    if (isForbiddenKey(key)) this.#report({ code: 'forbidden', ...place })
    else if (names.has(key)) this.#report({ code: 'duplicate', ...place })
    names.add(key)
    const container = this.#open.at(-1)!
    container.keys!.push(key)
    container.keysAt!.push(from)
    this.#skip(SPACE)
    if (this.#text[this.#at] !== ':') throw new SyntaxFault(this.#at)
    this.#at += 1
    this.#wants = 'value'
  }

  #value(character: string): void {
    const node: JsonNode = { from: this.#at, to: this.#at, kind: 'scalar' }
    const container = this.#open.at(-1)
    if (container) container.items!.push(node)
    else this.root = node
    this.#wants = container ? 'next' : 'end'
    if (character === '{' || character === '[') return this.#enter(node, character)
    if (character === '"') node.value = this.#string()
    else if (character === '-' || (character >= '0' && character <= '9')) node.value = this.#number()
    else node.value = this.#literal()
    node.to = this.#at
  }

  #enter(node: JsonNode, character: string): void {
    const isObject = character === '{'
    node.kind = isObject ? 'object' : 'array'
    node.items = []
    if (isObject) {
      node.keys = []
      node.keysAt = []
      this.#names.push(new Set())
    }
    this.#open.push(node)
    if (this.#open.length > this.#maxDepth) {
      this.#report({ code: 'too_deep', from: this.#at, to: this.#at + 1, detail: String(this.#maxDepth) })
      this.#isDone = true
    }
    this.#at += 1
    this.#wants = isObject ? 'keyOrEnd' : 'valueOrEnd'
  }

  #string(): string {
    const from = this.#at
    if (this.#text[from] !== '"') throw new SyntaxFault(from)
    this.#at += 1
    const plain = this.#skip(PLAIN)
    if (this.#text[this.#at] === '"') {
      this.#at += 1
      return plain
    }
    while (this.#text[this.#at] === '\\' && this.#text[this.#at + 1]! >= ' ') {
      this.#at += 2
      this.#skip(PLAIN)
    }
    if (this.#text[this.#at] !== '"') throw new SyntaxFault(this.#at)
    this.#at += 1
    try {
      return JSON.parse(this.#text.slice(from, this.#at)) as string
    } catch {
      throw new SyntaxFault(from)
    }
  }

  #number(): number | string {
    const from = this.#at
    NUMBER.lastIndex = from
    const [raw = '', part, power] = NUMBER.exec(this.#text) ?? []
    if (raw === '') throw new SyntaxFault(from)
    this.#at += raw.length
    const value = Number(raw)
    if (part === undefined && power === undefined) return Number.isSafeInteger(value) ? value : raw
    if (!Number.isFinite(value) || !isExact(raw, value)) {
      this.#report({ code: 'lost_digits', from, to: this.#at, detail: String(value), isWarning: true })
    }
    return value
  }

  #literal(): boolean | null {
    for (const [word, value] of Object.entries(LITERALS)) {
      if (!this.#text.startsWith(word, this.#at)) continue
      this.#at += word.length
      return value
    }
    throw new SyntaxFault(this.#at)
  }
}

/** The plain value of what was read without errors. */
export function valueOf(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.items!.map(valueOf)
  const object: Record<string, unknown> = {}
  for (const [at, key] of node.keys!.entries()) object[key] = valueOf(node.items![at]!)
  return object
}
