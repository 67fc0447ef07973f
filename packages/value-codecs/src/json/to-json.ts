import type { ValueNode } from '../value-node.ts'
import { base64Of } from '../bytes/base64.ts'
import { MARK, isIntText, isPlainKey } from './marks.ts'

const INDENT = '  '
/** A list of short values stands on one line. */
const LINE_CHARS = 80

type Pairs = readonly [ValueNode, ValueNode][]

/** Keys as those of an object: texts, or whole numbers that no text looks like; null: it takes pairs. */
function plainKeys(pairs: Pairs): string[] | null {
  const keys: string[] = []
  const hasInts = pairs.some(([key]) => key.kind === 'int')
  for (const [key] of pairs) {
    if (key.kind === 'int') keys.push(key.value)
    else if (key.kind === 'text' && isPlainKey(key.value) && !(hasInts && isIntText(key.value)))
      keys.push(key.value)
    else return null
  }
  return new Set(keys).size === keys.length ? keys : null
}

function floatText(value: number): string {
  if (!Number.isFinite(value)) return `{${JSON.stringify(MARK.float)}: ${JSON.stringify(String(value))}}`
  if (Object.is(value, -0)) return '-0.0'
  const text = String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

class Printer {
  readonly #pieces: string[] = []

  print(node: ValueNode): string {
    this.#value(node, '')
    return this.#pieces.join('')
  }

  #scalar(node: ValueNode): string | null {
    switch (node.kind) {
      case 'null':
        return 'null'
      case 'bool':
        return String(node.value)
      case 'int':
        return node.value
      case 'float':
        return floatText(node.value)
      case 'text':
        return JSON.stringify(node.value)
      case 'bytes':
        return `{${JSON.stringify(MARK.base64)}: ${JSON.stringify(base64Of(node.value))}}`
      default:
        return null
    }
  }

  #value(node: ValueNode, margin: string): void {
    const scalar = this.#scalar(node)
    if (scalar !== null) this.#pieces.push(scalar)
    else if (node.kind === 'list') this.#list(node.items, margin)
    else if (node.kind === 'map') this.#map([], node.pairs, margin)
    else if (node.kind === 'object') this.#map([[MARK.class, JSON.stringify(node.name)]], node.pairs, margin)
    else if (node.kind === 'marked') {
      const inner = margin + INDENT
      this.#pieces.push(
        `{\n${inner}${JSON.stringify(MARK.is)}: ${JSON.stringify(node.name)},\n${inner}"value": `,
      )
      this.#value(node.value, inner)
      this.#pieces.push(`\n${margin}}`)
    }
  }

  #list(items: readonly ValueNode[], margin: string): void {
    const short = items.length <= LINE_CHARS ? items.map((item) => this.#scalar(item)) : [null]
    const line = short.includes(null) ? null : `[${short.join(', ')}]`
    if (line !== null && line.length <= LINE_CHARS) return void this.#pieces.push(line)
    const inner = margin + INDENT
    for (const [at, item] of items.entries()) {
      this.#pieces.push(at === 0 ? `[\n${inner}` : `,\n${inner}`)
      this.#value(item, inner)
    }
    this.#pieces.push(`\n${margin}]`)
  }

  /** Heads are marks with their text. */
  #map(heads: readonly [string, string][], pairs: Pairs, margin: string): void {
    const inner = margin + INDENT
    const keys = plainKeys(pairs)
    let isFirst = true
    const member = (key: string): void => {
      this.#pieces.push(`${isFirst ? '{' : ','}\n${inner}${JSON.stringify(key)}: `)
      isFirst = false
    }
    for (const [key, text] of heads) {
      member(key)
      this.#pieces.push(text)
    }
    if (keys === null) {
      member(MARK.map)
      this.#list(
        pairs.map((pair) => ({ kind: 'list', items: pair })),
        inner,
      )
    } else {
      for (const [at, key] of keys.entries()) {
        member(key)
        this.#value(pairs[at]![1], inner)
      }
    }
    this.#pieces.push(isFirst ? '{}' : `\n${margin}}`)
  }
}

/** The value as JSON that keeps every digit and type: `fromJson` leads back. */
export const toJson = (node: ValueNode): string => new Printer().print(node)
