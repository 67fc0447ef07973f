import { utf8Of } from '../bytes/byte-reader.ts'
import type { ByteReader } from '../bytes/byte-reader.ts'
import { FaultError } from '../fault.ts'
import type { Attach, TreeBuilder } from '../tree-builder.ts'
import type { ValueNode } from '../value-node.ts'

const code = (sign: string): number => sign.charCodeAt(0)
const [COLON, SEMICOLON, QUOTE, OPEN, CLOSE] = [':', ';', '"', '{', '}'].map(code) as [
  number,
  number,
  number,
  number,
  number,
]
/** Digits of a number and the length of a length. */
const NUMBER_CHARS = 32
const INT = /^[+-]?\d+$/
const LENGTH = /^\d{1,10}$/

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** A string of PHP is bytes: a text where they are UTF-8. */
export function phpText(bytes: Uint8Array): ValueNode {
  const text = utf8Of(bytes)
  return text === null ? { kind: 'bytes', value: bytes.slice() } : { kind: 'text', value: text }
}

/** Keys 0, 1, 2 ... in their order are a list. */
function isList(pairs: readonly [ValueNode, ValueNode][]): boolean {
  return pairs.every(([key], at) => key.kind === 'int' && key.value === String(at))
}

class PhpReader {
  readonly #reader: ByteReader
  readonly #tree: TreeBuilder

  constructor(reader: ByteReader, tree: TreeBuilder) {
    this.#reader = reader
    this.#tree = tree
  }

  #expect(byte: number): void {
    const { at } = this.#reader
    if (this.#reader.u8() !== byte) throw new FaultError('invalid', at)
  }

  #chars(end: number, pattern: RegExp): string {
    const { at } = this.#reader
    const text = latin(this.#reader.until(end, NUMBER_CHARS))
    if (!pattern.test(text)) throw new FaultError('invalid', at)
    return text
  }

  /** `5:"bytes"` */
  #quoted(): Uint8Array {
    const length = Number(this.#chars(COLON, LENGTH))
    this.#expect(QUOTE)
    const bytes = this.#reader.take(length)
    this.#expect(QUOTE)
    return bytes
  }

  /** https://www.phpinternalsbook.com/php5/classes_objects/serialization.html and serialize() of PHP 8. */
  value(attach: Attach, depth: number): void {
    this.#tree.begin(depth)
    const from = this.#reader.at
    const type = String.fromCharCode(this.#reader.u8())
    if (type === 'N') {
      this.#expect(SEMICOLON)
      return attach({ kind: 'null' })
    }
    this.#expect(COLON)
    switch (type) {
      case 'b':
        return attach({ kind: 'bool', value: this.#chars(SEMICOLON, /^[01]$/) === '1' })
      case 'i':
        return attach({ kind: 'int', value: this.#chars(SEMICOLON, INT).replace('+', '') })
      case 'd':
        return attach(this.#float())
      case 's': {
        const node = phpText(this.#quoted())
        this.#expect(SEMICOLON)
        return attach(node)
      }
      case 'a':
        return this.#array(attach, depth)
      case 'O':
        return this.#object(attach, depth)
      case 'E': {
        const node = phpText(this.#quoted())
        this.#expect(SEMICOLON)
        return attach({ kind: 'marked', name: 'enum', value: node })
      }
      case 'C':
        return attach(this.#custom())
      case 'R':
      case 'r': {
        const value: ValueNode = { kind: 'int', value: this.#chars(SEMICOLON, LENGTH) }
        return attach({ kind: 'marked', name: type === 'R' ? 'reference' : 'object', value })
      }
      default:
        throw new FaultError(type === 'S' ? 'unsupported' : 'invalid', from)
    }
  }

  #float(): ValueNode {
    const text = this.#chars(SEMICOLON, /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|NAN|-?INF)$/)
    const value =
      text === 'NAN'
        ? Number.NaN
        : text.endsWith('INF')
          ? Number(text.replace('INF', 'Infinity'))
          : Number(text)
    return { kind: 'float', value, text }
  }

  /** The count and the pairs in braces. */
  #pairs(pairs: [ValueNode, ValueNode][], depth: number): void {
    const count = Number(this.#chars(COLON, LENGTH))
    this.#expect(OPEN)
    this.#tree.expect(count, 6)
    for (let at = 0; at < count; at += 1) {
      const from = this.#reader.at
      let key: ValueNode = { kind: 'null' }
      this.value((node) => {
        key = node
      }, depth + 1)
      if (!['int', 'text', 'bytes'].includes((key as ValueNode).kind)) throw new FaultError('invalid', from)
      this.value((node) => pairs.push([key, node]), depth + 1)
    }
    this.#expect(CLOSE)
  }

  #array(attach: Attach, depth: number): void {
    const pairs: [ValueNode, ValueNode][] = []
    try {
      this.#pairs(pairs, depth)
    } finally {
      // Only its end tells whether it is a list; a broken one shows what was read.
      const items = pairs.map(([, value]) => value)
      attach(isList(pairs) ? { kind: 'list', items } : { kind: 'map', pairs })
    }
  }

  #object(attach: Attach, depth: number): void {
    const from = this.#reader.at
    const name = utf8Of(this.#quoted())
    if (name === null) throw new FaultError('unsupported', from)
    this.#expect(COLON)
    const pairs: [ValueNode, ValueNode][] = []
    attach({ kind: 'object', name, pairs })
    this.#pairs(pairs, depth)
  }

  #custom(): ValueNode {
    const from = this.#reader.at
    const name = utf8Of(this.#quoted())
    if (name === null) throw new FaultError('unsupported', from)
    this.#expect(COLON)
    const length = Number(this.#chars(COLON, LENGTH))
    this.#expect(OPEN)
    const value = phpText(this.#reader.take(length))
    this.#expect(CLOSE)
    return { kind: 'marked', name: `custom ${name}`, value }
  }
}

export function readPhp(reader: ByteReader, tree: TreeBuilder): void {
  new PhpReader(reader, tree).value(tree.attachRoot, 0)
}
