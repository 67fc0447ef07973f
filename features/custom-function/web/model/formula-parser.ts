import { templateKey } from '@qd/function-steps'
import { isForbiddenKey } from '@qd/protocol-model'
import { FormulaError, tokensOf } from './formula-tokens.ts'
import type { Token } from './formula-tokens.ts'

type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'in'
export interface Condition {
  left: unknown
  op: Comparison
  right: unknown
}

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  '=': 'eq',
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  in: 'in',
}
const CALLS: Readonly<Record<string, string>> = { min: '$min', max: '$max', concat: '$concat' }
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }
const MAX_DEPTH = 24

/** Reads formulas by recursive descent; every method throws FormulaError at what it cannot read. */
export class FormulaParser {
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  get #token(): Token {
    return this.#tokens[this.#next]!
  }

  #is(sign: string): boolean {
    return this.#token.kind === 'sign' && this.#token.text === sign
  }

  #takes(sign: string): boolean {
    if (!this.#is(sign)) return false
    this.#next += 1
    return true
  }

  #needs(sign: string): void {
    if (!this.#takes(sign)) throw new FormulaError(this.#token.at)
  }

  end(): void {
    if (this.#token.kind !== 'end') throw new FormulaError(this.#token.at)
  }

  /** Sums; `a + b + c` is one sum of three, `a - b` a difference of two. */
  value(): unknown {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new FormulaError(this.#token.at)
    let left = this.#product()
    for (;;) {
      if (this.#takes('-')) left = { $sub: [left, this.#product()] }
      else if (this.#is('+')) {
        const parts = [left]
        while (this.#takes('+')) parts.push(this.#product())
        left = { $add: parts }
      } else break
    }
    this.#depth -= 1
    return left
  }

  #product(): unknown {
    const parts = [this.#single()]
    while (this.#takes('*')) parts.push(this.#single())
    return parts.length === 1 ? parts[0] : { $mul: parts }
  }

  #number(sign: '' | '-'): number | string {
    const { text } = this.#token
    this.#next += 1
    const digits = `${sign}${text}`
    // A whole number beyond 2^53 stays text, so that none of its digits is lost.
    return /^\d+$/.test(text) && !Number.isSafeInteger(Number(text)) ? digits : Number(digits)
  }

  #single(): unknown {
    const { kind, text, at } = this.#token
    if (kind === 'number') return this.#number('')
    if (kind === 'text') {
      this.#next += 1
      return text
    }
    if (kind === 'name') return this.#named()
    if (this.#takes('(')) {
      const value = this.value()
      this.#needs(')')
      return value
    }
    if (this.#takes('[')) return this.#list(']')
    if (this.#takes('{')) return this.#object()
    if (this.#takes('-') && this.#token.kind === 'number') return this.#number('-')
    throw new FormulaError(at)
  }

  #named(): unknown {
    const { text, at } = this.#token
    this.#next += 1
    if (Object.hasOwn(WORDS, text)) return WORDS[text]
    if (/^(?:param|read|target)\../.test(text)) return { $: text }
    if (!this.#takes('(')) throw new FormulaError(at)
    if (text === 'ref') return this.#quotedReference()
    if (text === 'if') return this.#choice()
    const operator = Object.hasOwn(CALLS, text) ? CALLS[text]! : null
    if (operator === null) throw new FormulaError(at)
    const values = this.#list(')')
    if (values.length < 2) throw new FormulaError(at)
    return { [operator]: values }
  }

  /** A reference to something whose name is no plain word. */
  #quotedReference(): unknown {
    const { kind, text, at } = this.#token
    if (kind !== 'text') throw new FormulaError(at)
    this.#next += 1
    this.#needs(')')
    return { $: text }
  }

  #choice(): unknown {
    const condition = this.condition()
    this.#needs(',')
    const then = this.value()
    this.#needs(',')
    const otherwise = this.value()
    this.#needs(')')
    return { $if: [condition, then, otherwise] }
  }

  condition(): Condition {
    const left = this.value()
    const { kind, text, at } = this.#token
    const op = kind === 'text' || !Object.hasOwn(COMPARISONS, text) ? null : COMPARISONS[text]!
    if (op === null) throw new FormulaError(at)
    this.#next += 1
    return { left, op, right: this.value() }
  }

  #list(close: string): unknown[] {
    const values: unknown[] = []
    if (this.#takes(close)) return values
    do values.push(this.value())
    while (this.#takes(','))
    this.#needs(close)
    return values
  }

  #object(): unknown {
    const entries: [string, unknown][] = []
    if (this.#takes('}')) return {}
    do {
      const { kind, text, at } = this.#token
      const isKey = kind === 'text' || kind === 'name' || kind === 'number'
      if (!isKey || isForbiddenKey(text)) throw new FormulaError(at)
      this.#next += 1
      this.#needs(':')
      entries.push([templateKey(text), this.value()])
    } while (this.#takes(','))
    this.#needs('}')
    return Object.fromEntries(entries)
  }
}
