import { utf8Of } from '../bytes/byte-reader.ts'
import type { ByteReader } from '../bytes/byte-reader.ts'
import { FaultError } from '../fault.ts'
import { attachTo } from '../tree-builder.ts'
import type { Attach, TreeBuilder } from '../tree-builder.ts'
import type { ValueNode } from '../value-node.ts'
import { timeOfExt } from './timestamp-ext.ts'

/** Ext types of MessagePack 5 and what they are shown as. */
const TIMESTAMP = -1

class MsgPackReader {
  readonly #reader: ByteReader
  readonly #tree: TreeBuilder

  constructor(reader: ByteReader, tree: TreeBuilder) {
    this.#reader = reader
    this.#tree = tree
  }

  /** https://github.com/msgpack/msgpack/blob/master/spec.md */
  value(attach: Attach, depth: number): void {
    this.#tree.begin(depth)
    const from = this.#reader.at
    const tag = this.#reader.u8()
    if (tag <= 0x7f) return attach({ kind: 'int', value: String(tag), as: 0 })
    if (tag <= 0x8f) return this.#map(attach, { count: tag & 0x0f, as: 0, depth })
    if (tag <= 0x9f) return this.#list(attach, { count: tag & 0x0f, as: 0, depth })
    if (tag <= 0xbf) return attach(this.#text(tag & 0x1f, 0))
    if (tag >= 0xe0) return attach({ kind: 'int', value: String(tag - 0x100), as: 0 })
    switch (tag) {
      case 0xc0:
        return attach({ kind: 'null' })
      case 0xc2:
      case 0xc3:
        return attach({ kind: 'bool', value: tag === 0xc3 })
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return attach({ kind: 'bytes', value: this.#reader.take(this.#length(tag - 0xc4)).slice(), as: tag })
      case 0xc7:
      case 0xc8:
      case 0xc9:
        return attach(this.#ext(this.#length(tag - 0xc7), tag))
      case 0xca:
        return attach({ kind: 'float', value: this.#reader.f32(), as: tag })
      case 0xcb:
        return attach({ kind: 'float', value: this.#reader.f64(), as: tag })
      case 0xd4:
      case 0xd5:
      case 0xd6:
      case 0xd7:
      case 0xd8:
        return attach(this.#ext(1 << (tag - 0xd4), tag))
      case 0xd9:
      case 0xda:
      case 0xdb:
        return attach(this.#text(this.#length(tag - 0xd9), tag))
      case 0xdc:
      case 0xdd:
        return this.#list(attach, { count: this.#length(tag - 0xdb), as: tag, depth })
      case 0xde:
      case 0xdf:
        return this.#map(attach, { count: this.#length(tag - 0xdd), as: tag, depth })
      default:
        return attach({ kind: 'int', value: this.#number(tag, from), as: tag })
    }
  }

  #number(tag: number, from: number): string {
    const reader = this.#reader
    switch (tag) {
      case 0xcc:
        return String(reader.u8())
      case 0xcd:
        return String(reader.u16())
      case 0xce:
        return String(reader.u32())
      case 0xcf:
        return String(reader.u64())
      case 0xd0:
        return String(reader.i8())
      case 0xd1:
        return String(reader.i16())
      case 0xd2:
        return String(reader.i32())
      case 0xd3:
        return String(reader.i64())
      default:
        throw new FaultError('invalid', from)
    }
  }

  /** Of one, two or four bytes, by 0, 1 and 2. */
  #length(size: number): number {
    return size === 0 ? this.#reader.u8() : size === 1 ? this.#reader.u16() : this.#reader.u32()
  }

  #text(length: number, as: number): ValueNode {
    const bytes = this.#reader.take(length)
    const text = utf8Of(bytes)
    return text === null ? { kind: 'bytes', value: bytes.slice(), as } : { kind: 'text', value: text, as }
  }

  #ext(length: number, as: number): ValueNode {
    const type = this.#reader.i8()
    const bytes = this.#reader.take(length).slice()
    const time = type === TIMESTAMP ? timeOfExt(bytes) : null
    if (time !== null) {
      // How many bytes it was: it is written back with as many.
      return { kind: 'marked', name: 'timestamp', value: { kind: 'text', value: time, as: length }, as }
    }
    return { kind: 'marked', name: `ext ${type}`, value: { kind: 'bytes', value: bytes }, as }
  }

  #list(attach: Attach, { count, as, depth }: { count: number; as: number; depth: number }): void {
    this.#tree.expect(count, 1)
    const items: ValueNode[] = []
    attach({ kind: 'list', items, as })
    for (let at = 0; at < count; at += 1) this.value((node) => items.push(node), depth + 1)
  }

  #map(attach: Attach, { count, as, depth }: { count: number; as: number; depth: number }): void {
    this.#tree.expect(count, 2)
    const pairs: [ValueNode, ValueNode][] = []
    attach({ kind: 'map', pairs, as })
    for (let at = 0; at < count; at += 1) {
      let key: ValueNode = { kind: 'null' }
      this.value((node) => {
        key = node
      }, depth + 1)
      this.value(attachTo(pairs, key), depth + 1)
    }
  }
}

export function readMsgPack(reader: ByteReader, tree: TreeBuilder): void {
  new MsgPackReader(reader, tree).value(tree.attachRoot, 0)
}
