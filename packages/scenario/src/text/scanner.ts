import type { FaultCode, FaultParams } from '../model/faults.ts'
import type { Json } from '../model/scenario.ts'

/** The text stops making sense at a line. */
export class SyntaxFault extends Error {
  readonly line: number
  readonly code: FaultCode
  readonly params: FaultParams

  constructor(line: number, message: string, { code, name }: { code: FaultCode; name?: string }) {
    super(message)
    this.line = line
    this.code = code
    this.params = name === undefined ? {} : { name }
  }
}

const CLOSING: Record<string, string> = { '{': '}', '[': ']' }

/** Reads words and JSON values; a value may go over several lines. */
export class Scanner {
  readonly #text: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text.replaceAll('\r\n', '\n')
  }

  get line(): number {
    return this.#line
  }

  fail(message: string, code: FaultCode = 'syntax', name?: string): never {
    throw new SyntaxFault(this.#line, message, { code, ...(name === undefined ? {} : { name }) })
  }

  unexpected(given: string): never {
    const word = given.slice(0, 40)
    return this.fail(`did not expect ${word}`, 'syntax_unexpected', word)
  }

  /** Goes to the next line with something on it; false at the end. */
  toNextStatement(): boolean {
    for (;;) {
      this.#skipBlanks()
      if (this.#at >= this.#text.length) return false
      if (this.#text[this.#at] !== '\n') return true
      this.#at += 1
      this.#line += 1
    }
  }

  #skipBlanks(): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at += 1
  }

  get isAtEnd(): boolean {
    this.#skipBlanks()
    return this.#at >= this.#text.length || this.#text[this.#at] === '\n'
  }

  /** Up to the next blank; empty at the end of the line. */
  peekWord(): string {
    this.#skipBlanks()
    const end = this.#text.slice(this.#at).search(/[\s]/)
    return end === -1 ? this.#text.slice(this.#at) : this.#text.slice(this.#at, this.#at + end)
  }

  word(what: string): string {
    const word = this.peekWord()
    if (word === '') this.fail(`${what} is missing`, 'missing')
    this.#at += word.length
    return word
  }

  /** Takes the word when it comes next. */
  takes(word: string): boolean {
    if (this.peekWord() !== word) return false
    this.#at += word.length
    return true
  }

  restOfLine(): string {
    const end = this.#text.indexOf('\n', this.#at)
    const rest = this.#text.slice(this.#at, end === -1 ? undefined : end)
    this.#at += rest.length
    return rest
  }

  endLine(): void {
    if (!this.isAtEnd) this.unexpected(this.peekWord())
  }

  json(what: string): Json {
    this.#skipBlanks()
    const first = this.#text[this.#at] ?? ''
    const length =
      first === '"' ? this.#stringLength() : first in CLOSING ? this.#nestedLength() : this.peekWord().length
    const source = this.#text.slice(this.#at, this.#at + length)
    if (source === '') this.fail(`${what} is missing`, 'missing')
    let value: Json
    try {
      value = JSON.parse(source) as Json
    } catch {
      this.fail(`${what} is no JSON: ${source.slice(0, 40)}`)
    }
    this.#at += length
    this.#line += source.split('\n').length - 1
    return value
  }

  #stringLength(from = this.#at): number {
    for (let at = from + 1; at < this.#text.length; at += 1) {
      const char = this.#text[at]
      if (char === '\\') at += 1
      else if (char === '"') return at + 1 - from
      else if (char === '\n') break
    }
    return this.fail('a text has no closing "', 'syntax_missing', '"')
  }

  #nestedLength(): number {
    const open: string[] = []
    for (let at = this.#at; at < this.#text.length; at += 1) {
      const char = this.#text[at]!
      if (char === '"') {
        at += this.#stringLength(at) - 1
        continue
      }
      const closing = CLOSING[char]
      if (closing !== undefined) open.push(closing)
      else if (char === open.at(-1)) open.pop()
      if (open.length === 0) return at + 1 - this.#at
    }
    return this.fail('a value has no closing bracket', 'syntax_missing', open.at(-1))
  }
}
