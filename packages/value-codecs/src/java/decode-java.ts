import type { ByteReader } from '../bytes/byte-reader.ts'
import { FaultError } from '../fault.ts'
import type { Attach, TreeBuilder } from '../tree-builder.ts'
import { intNode, textNode } from '../value-node.ts'
import type { ValueNode } from '../value-node.ts'
import { modifiedUtf8 } from './modified-utf8.ts'

/** Signs of the Java Object Serialization Specification, 6.4. */
const TC = {
  null: 0x70,
  reference: 0x71,
  classDesc: 0x72,
  object: 0x73,
  string: 0x74,
  array: 0x75,
  class: 0x76,
  block: 0x77,
  end: 0x78,
  reset: 0x79,
  longBlock: 0x7a,
  longString: 0x7c,
  proxyDesc: 0x7d,
  enum: 0x7e,
} as const
const FIRST_HANDLE = 0x7e0000
const FLAG = { writes: 1, serializable: 2, externalizable: 4, blocks: 8 }
const MAGIC = 0xaced
const VERSION = 5
/** Texts that are named again and again are that much to show. */
const TOLD_CHARS = 25 * 1_048_576

interface ClassDesc {
  name: string
  flags: number
  fields: { type: string; name: string }[]
  parent: ClassDesc | null
  /** Its parents are read: one that is not whole yet would stand above itself. */
  isWhole: boolean
}

type Handle = { desc: ClassDesc } | { node: ValueNode }

class JavaReader {
  readonly #reader: ByteReader
  readonly #tree: TreeBuilder
  #handles: Handle[] = []
  #told = 0

  constructor(reader: ByteReader, tree: TreeBuilder) {
    this.#reader = reader
    this.#tree = tree
  }

  stream(): void {
    if (this.#reader.u16() !== MAGIC || this.#reader.u16() !== VERSION) throw new FaultError('invalid', 0)
    const items: ValueNode[] = []
    this.#tree.attachRoot({ kind: 'list', items })
    while (this.#reader.left > 0) this.#content(this.#reader.u8(), (node) => items.push(node), 0)
    // Most streams are one object.
    if (items.length === 1) this.#tree.attachRoot(items[0]!)
  }

  #utf(length = this.#reader.u16()): string {
    const from = this.#reader.at
    const text = modifiedUtf8(this.#reader.take(length))
    if (text === null) throw new FaultError('invalid', from)
    return text
  }

  #wide(): number {
    return Number(this.#reader.u64())
  }

  #keep(node: ValueNode): ValueNode {
    this.#handles.push({ node })
    return node
  }

  #content(tag: number, attach: Attach, depth: number): void {
    this.#tree.begin(depth)
    switch (tag) {
      case TC.null:
        return attach({ kind: 'null' })
      case TC.reference:
        return attach(this.#reference())
      case TC.string:
        return attach(this.#keep(textNode(this.#utf())))
      case TC.longString:
        return attach(this.#keep(textNode(this.#utf(this.#wide()))))
      case TC.object:
        return this.#object(attach, depth)
      case TC.array:
        return this.#array(attach, depth)
      case TC.enum:
        return this.#enum(attach, depth)
      case TC.class:
      case TC.classDesc:
      case TC.proxyDesc:
        return attach(this.#class(tag, depth))
      case TC.block:
        return attach({ kind: 'bytes', value: this.#reader.take(this.#reader.u8()).slice() })
      case TC.longBlock:
        return attach({ kind: 'bytes', value: this.#reader.take(this.#reader.u32()).slice() })
      case TC.reset:
        this.#handles = []
        return undefined
      default:
        throw new FaultError('invalid', this.#reader.at - 1)
    }
  }

  #class(tag: number, depth: number): ValueNode {
    if (tag !== TC.class) this.#reader.at -= 1
    const desc = this.#classDesc(depth + 1)
    const node: ValueNode = { kind: 'marked', name: 'class', value: textNode(desc?.name ?? 'null') }
    return tag === TC.class ? this.#keep(node) : node
  }

  #handle(): { at: number; handle: Handle } {
    const from = this.#reader.at
    const at = this.#reader.u32() - FIRST_HANDLE
    const handle = this.#handles[at]
    if (handle === undefined) throw new FaultError('invalid', from)
    return { at, handle }
  }

  /** A text once more; of all else only which it is. */
  #reference(): ValueNode {
    const { at, handle } = this.#handle()
    if (!('node' in handle) || handle.node.kind !== 'text')
      return { kind: 'marked', name: 'same as', value: intNode(at) }
    this.#told += handle.node.value.length
    if (this.#told > TOLD_CHARS) throw new FaultError('tooLarge', this.#reader.at)
    return handle.node
  }

  #classDesc(depth: number): ClassDesc | null {
    this.#tree.begin(depth)
    const from = this.#reader.at
    const tag = this.#reader.u8()
    if (tag === TC.null) return null
    if (tag === TC.reference) {
      const { handle } = this.#handle()
      if ('desc' in handle && handle.desc.isWhole) return handle.desc
      throw new FaultError('invalid', from)
    }
    const desc: ClassDesc = { name: '', flags: 0, fields: [], parent: null, isWhole: false }
    if (tag === TC.proxyDesc) {
      this.#handles.push({ desc })
      const count = this.#reader.u32()
      this.#tree.expect(count, 2)
      desc.name = `proxy ${Array.from({ length: count }, () => this.#utf()).join(', ')}`
      desc.flags = FLAG.serializable
    } else if (tag === TC.classDesc) {
      desc.name = this.#utf()
      this.#reader.u64()
      this.#handles.push({ desc })
      desc.flags = this.#reader.u8()
      desc.fields = Array.from({ length: this.#reader.u16() }, () => this.#field(depth))
    } else throw new FaultError('invalid', from)
    this.#annotation(depth)
    desc.parent = this.#classDesc(depth + 1)
    desc.isWhole = true
    return desc
  }

  #field(depth: number): { type: string; name: string } {
    const type = String.fromCharCode(this.#reader.u8())
    const name = this.#utf()
    // The name of its class is a text of its own.
    if (type === 'L' || type === '[') this.#content(this.#reader.u8(), () => undefined, depth + 1)
    return { type, name }
  }

  #annotation(depth: number): ValueNode[] {
    const items: ValueNode[] = []
    for (let tag = this.#reader.u8(); tag !== TC.end; tag = this.#reader.u8()) {
      this.#content(tag, (node) => items.push(node), depth + 1)
    }
    return items
  }

  #value(type: string, attach: Attach, depth: number): void {
    const reader = this.#reader
    switch (type) {
      case 'B':
        return attach(intNode(reader.i8()))
      case 'C':
        return attach(textNode(String.fromCharCode(reader.u16())))
      case 'D':
        return attach({ kind: 'float', value: reader.f64() })
      case 'F':
        return attach({ kind: 'float', value: reader.f32() })
      case 'I':
        return attach(intNode(reader.i32()))
      case 'J':
        return attach(intNode(reader.i64()))
      case 'S':
        return attach(intNode(reader.i16()))
      case 'Z':
        return attach({ kind: 'bool', value: reader.u8() !== 0 })
      case 'L':
      case '[':
        return this.#content(reader.u8(), attach, depth + 1)
      default:
        throw new FaultError('invalid', reader.at)
    }
  }

  #object(attach: Attach, depth: number): void {
    const desc = this.#classDesc(depth + 1)
    const pairs: [ValueNode, ValueNode][] = []
    attach(this.#keep({ kind: 'object', name: desc?.name ?? 'null', pairs }))
    const chain: ClassDesc[] = []
    for (let each = desc; each !== null; each = each.parent) chain.unshift(each)
    for (const { flags, fields } of chain) {
      if ((flags & FLAG.serializable) !== 0) {
        for (const { type, name } of fields) {
          this.#value(type, (node) => pairs.push([textNode(name), node]), depth)
        }
      }
      const hasData = (flags & FLAG.serializable) !== 0 ? FLAG.writes : FLAG.blocks
      if ((flags & hasData) !== 0) this.#data(pairs, depth)
      else if ((flags & FLAG.externalizable) !== 0) throw new FaultError('unsupported', this.#reader.at)
    }
  }

  /** What a class writes by itself: bytes and objects in their order. */
  #data(pairs: [ValueNode, ValueNode][], depth: number): void {
    const items: ValueNode[] = []
    const pair: [ValueNode, ValueNode] = [textNode('(data)'), { kind: 'list', items }]
    for (let tag = this.#reader.u8(); tag !== TC.end; tag = this.#reader.u8()) {
      if (items.length === 0) pairs.push(pair)
      this.#content(tag, (node) => items.push(node), depth + 1)
    }
  }

  #array(attach: Attach, depth: number): void {
    const from = this.#reader.at
    const desc = this.#classDesc(depth + 1)
    const type = desc?.name[1]
    if (type === undefined) throw new FaultError('invalid', from)
    const items: ValueNode[] = []
    const node: ValueNode = { kind: 'list', items }
    this.#keep(node)
    const count = this.#reader.u32()
    if (type === 'B') return attach({ kind: 'bytes', value: this.#reader.take(count).slice() })
    attach(node)
    this.#tree.expect(count, 1)
    for (let at = 0; at < count; at += 1) {
      this.#tree.begin(depth)
      this.#value(type, (item) => items.push(item), depth)
    }
  }

  #enum(attach: Attach, depth: number): void {
    const desc = this.#classDesc(depth + 1)
    const name = desc?.name ?? 'enum'
    const holder: ValueNode = { kind: 'marked', name, value: { kind: 'null' } }
    this.#keep(holder)
    this.#content(
      this.#reader.u8(),
      (node) => {
        holder.value = node
      },
      depth + 1,
    )
    attach(holder)
  }
}

/** Java's serialized objects; nothing is loaded or run. */
export function readJava(reader: ByteReader, tree: TreeBuilder): void {
  new JavaReader(reader, tree).stream()
}
