export const MAX_DEPTH = 64
/** A frame may hold millions of them, each as an object. */
const MAX_VALUES = 200_000
/** Of a key that is bytes, so many are its name. */
const NAMED_BYTES = 32
// A mark of the byte order is a character of the text.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The bytes are no MessagePack value; `offset` says where they stop being one. */
export class BadMsgpack extends RangeError {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

export type MsgpackKind = 'null' | 'bool' | 'number' | 'string' | 'bytes' | 'list' | 'map'

/** A value with its place; whole numbers above 2^53 are text, extensions their bytes. */
export interface MsgpackNode {
  kind: MsgpackKind
  from: number
  to: number
  /** Null for lists and maps. */
  value: number | string | boolean | Uint8Array | null
  items: MsgpackNode[]
  /** Of a map: its keys in the order of `items`; the names are for people, the nodes say what the keys are. */
  keys: { name: string; from: number; node: MsgpackNode }[]
  /** Type of an extension; its bytes are the value. Null: none. */
  extension: number | null
}

class MsgpackReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0
  #count = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  get at(): number {
    return this.#at
  }

  node(depth = 0): MsgpackNode {
    const from = this.#at
    if (depth > MAX_DEPTH) throw new BadMsgpack(`values lie deeper than ${MAX_DEPTH} at byte ${from}`, from)
    this.#count += 1
    if (this.#count > MAX_VALUES) throw new BadMsgpack(`more than ${MAX_VALUES} values at byte ${from}`, from)
    const node: MsgpackNode = {
      kind: 'null',
      from,
      to: from,
      value: null,
      items: [],
      keys: [],
      extension: null,
    }
    this.#fill(node, this.#uint(1), depth)
    node.to = this.#at
    return node
  }

  #fill(node: MsgpackNode, head: number, depth: number): void {
    if (head < 0x80) set(node, 'number', head)
    else if (head < 0x90) this.#map(node, head & 15, depth)
    else if (head < 0xa0) this.#list(node, head & 15, depth)
    else if (head < 0xc0) set(node, 'string', this.#text(head & 31))
    else if (head >= 0xe0) set(node, 'number', head - 256)
    else this.#wide(node, head, depth)
  }

  #wide(node: MsgpackNode, head: number, depth: number): void {
    if (head === 0xc0) return
    if (head === 0xc2 || head === 0xc3) set(node, 'bool', head === 0xc3)
    else if (head >= 0xc4 && head <= 0xc6) set(node, 'bytes', this.#take(this.#uint(2 ** (head - 0xc4))))
    else if (head >= 0xc7 && head <= 0xc9) this.#extension(node, this.#uint(2 ** (head - 0xc7)))
    else if (head === 0xca || head === 0xcb) set(node, 'number', this.#float(head === 0xca ? 4 : 8))
    else if (head >= 0xcc && head <= 0xcf) set(node, 'number', this.#whole(2 ** (head - 0xcc), false))
    else if (head >= 0xd0 && head <= 0xd3) set(node, 'number', this.#whole(2 ** (head - 0xd0), true))
    else if (head >= 0xd4 && head <= 0xd8) this.#extension(node, 2 ** (head - 0xd4))
    else if (head >= 0xd9 && head <= 0xdb) set(node, 'string', this.#text(this.#uint(2 ** (head - 0xd9))))
    else if (head === 0xdc || head === 0xdd) this.#list(node, this.#uint(head === 0xdc ? 2 : 4), depth)
    else if (head === 0xde || head === 0xdf) this.#map(node, this.#uint(head === 0xde ? 2 : 4), depth)
    else throw new BadMsgpack(`byte 0x${head.toString(16)} at ${node.from} begins no value`, node.from)
  }

  #need(count: number): void {
    const { length } = this.#bytes
    if (count > length - this.#at) {
      throw new BadMsgpack(`it ends at ${length}, ${count} bytes are needed from ${this.#at}`, this.#at)
    }
  }

  #take(count: number): Uint8Array {
    this.#need(count)
    this.#at += count
    return this.#bytes.subarray(this.#at - count, this.#at)
  }

  #text(count: number): string {
    return utf8.decode(this.#take(count))
  }

  #uint(width: number): number {
    let value = 0
    for (const byte of this.#take(width)) value = value * 256 + byte
    return value
  }

  #float(width: number): number {
    this.#take(width)
    return width === 4 ? this.#view.getFloat32(this.#at - 4) : this.#view.getFloat64(this.#at - 8)
  }

  #whole(width: number, isSigned: boolean): number | string {
    let value = 0n
    for (const byte of this.#take(width)) value = (value << 8n) | BigInt(byte)
    if (isSigned) value = BigInt.asIntN(width * 8, value)
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString()
  }

  #extension(node: MsgpackNode, size: number): void {
    this.#need(size + 1)
    node.extension = (this.#uint(1) << 24) >> 24
    set(node, 'bytes', this.#take(size))
  }

  #list(node: MsgpackNode, count: number, depth: number): void {
    node.kind = 'list'
    // Each value has a byte at least: a count beyond that is refused before anything is made for it.
    this.#need(count)
    for (let index = 0; index < count; index += 1) node.items.push(this.node(depth + 1))
  }

  #map(node: MsgpackNode, count: number, depth: number): void {
    node.kind = 'map'
    this.#need(count * 2)
    for (let index = 0; index < count; index += 1) {
      const key = this.node(depth + 1)
      node.keys.push({ name: nameOf(key), from: key.from, node: key })
      node.items.push(this.node(depth + 1))
    }
  }
}

/** Maps and lists may lie in keys of keys: they are named by their place, never by what they hold. */
function nameOf({ kind, value, from }: MsgpackNode): string {
  if (kind === 'map' || kind === 'list') return `${kind}@${from}`
  if (!(value instanceof Uint8Array)) return String(value)
  const hex = [...value.subarray(0, NAMED_BYTES)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `0x${hex}${value.length > NAMED_BYTES ? '…' : ''}`
}

function set(node: MsgpackNode, kind: MsgpackKind, value: MsgpackNode['value']): void {
  node.kind = kind
  node.value = value
}

/** The value without its places; bytes as `bytesAs` has them. */
export function valueOfMsgpack(
  { kind, value, items, keys }: MsgpackNode,
  bytesAs: (bytes: Uint8Array) => unknown = (bytes) => bytes,
): unknown {
  if (kind === 'list') return items.map((item) => valueOfMsgpack(item, bytesAs))
  if (kind !== 'map') return value instanceof Uint8Array ? bytesAs(value) : value
  const map: Record<string, unknown> = {}
  for (const [index, item] of items.entries()) {
    const own = { value: valueOfMsgpack(item, bytesAs), enumerable: true, configurable: true, writable: true }
    // A plain assignment of `__proto__` would change the object's prototype.
    Object.defineProperty(map, keys[index]!.name, own)
  }
  return map
}

/** One MessagePack value that fills the bytes, with the place of each part; throws BadMsgpack where it is none. */
export function walkMsgpack(bytes: Uint8Array): MsgpackNode {
  const reader = new MsgpackReader(bytes)
  const node = reader.node()
  const { at } = reader
  if (at < bytes.length) throw new BadMsgpack(`${bytes.length - at} bytes follow the value at ${at}`, at)
  return node
}

/** The same without places. */
export function readMsgpack(bytes: Uint8Array): unknown {
  return valueOfMsgpack(walkMsgpack(bytes))
}
