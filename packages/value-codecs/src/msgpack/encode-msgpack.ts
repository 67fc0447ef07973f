import { bytesOfText } from '../bytes/byte-reader.ts'
import { ByteWriter } from '../bytes/byte-writer.ts'
import { FaultError } from '../fault.ts'
import type { ValueNode } from '../value-node.ts'
import { extOfTime } from './timestamp-ext.ts'

/** Least and greatest number of each way to write one, shortest first. */
const INTS: readonly [as: number, least: bigint, greatest: bigint][] = [
  [0, -32n, 127n],
  [0xcc, 0n, 0xffn],
  [0xd0, -0x80n, 0x7fn],
  [0xcd, 0n, 0xffffn],
  [0xd1, -0x8000n, 0x7fffn],
  [0xce, 0n, 0xffff_ffffn],
  [0xd2, -0x8000_0000n, 0x7fff_ffffn],
  [0xcf, 0n, 0xffff_ffff_ffff_ffffn],
  [0xd3, -0x8000_0000_0000_0000n, 0x7fff_ffff_ffff_ffffn],
]
const LENGTHS = [0xff, 0xffff, 0xffff_ffff]

/** Bytes of a number by the last two bits of its tag. */
function writeSized(writer: ByteWriter, size: number, value: bigint): void {
  if (size === 0) writer.u8(Number(BigInt.asUintN(8, value)))
  else if (size === 1) writer.u16(Number(BigInt.asUintN(16, value)))
  else if (size === 2) writer.u32(Number(BigInt.asUintN(32, value)))
  else writer.u64(BigInt.asUintN(64, value))
}

function writeInt(writer: ByteWriter, { value, as }: { value: string; as?: number }): void {
  const number = BigInt(value)
  const fits = ([, least, greatest]: (typeof INTS)[number]): boolean => number >= least && number <= greatest
  const way = INTS.find((each) => each[0] === as && fits(each)) ?? INTS.find(fits)
  if (way === undefined) throw new FaultError('range', -1)
  if (way[0] === 0) return writer.u8(Number(BigInt.asUintN(8, number)))
  writer.u8(way[0])
  writeSized(writer, way[0] & 3, number)
}

interface Heads {
  /** Tag with the length in it, and the length it may hold. */
  short?: [tag: number, most: number]
  /** Tags with one, two and four bytes of length; 0: there is none. */
  long: readonly [number, number, number]
}

const TEXT: Heads = { short: [0xa0, 31], long: [0xd9, 0xda, 0xdb] }
const BYTES: Heads = { long: [0xc4, 0xc5, 0xc6] }
const LIST: Heads = { short: [0x90, 15], long: [0, 0xdc, 0xdd] }
const MAP: Heads = { short: [0x80, 15], long: [0, 0xde, 0xdf] }
const EXT: Heads = { long: [0xc7, 0xc8, 0xc9] }

function writeHead(
  writer: ByteWriter,
  heads: Heads,
  { length, as }: { length: number; as?: number | undefined },
): void {
  const { short, long } = heads
  const known = as === undefined || as === 0 ? -1 : long.indexOf(as)
  if (short !== undefined && length <= short[1] && known === -1) return writer.u8(short[0] | length)
  const least = LENGTHS.findIndex((most, at) => long[at] !== 0 && length <= most)
  const size = known >= least ? known : least
  if (size === -1) throw new FaultError('range', -1)
  writer.u8(long[size]!)
  writeSized(writer, size, BigInt(length))
}

/** Type and bytes of an extension. */
function extOf({ name, value }: ValueNode & { kind: 'marked' }): { type: number; bytes: Uint8Array } {
  if (name === 'timestamp' && value.kind === 'text') {
    const bytes = extOfTime(value.value, value.as ?? 0)
    if (bytes !== null) return { type: -1, bytes }
  }
  const type = Number(/^ext (-?\d+)$/.exec(name)?.[1] ?? Number.NaN)
  if (!(type >= -128 && type <= 127) || value.kind !== 'bytes') throw new FaultError('range', -1)
  return { type, bytes: value.value }
}

function writeMarked(writer: ByteWriter, node: ValueNode & { kind: 'marked' }): void {
  const { as = 0 } = node
  const { type, bytes } = extOf(node)
  const { length } = bytes
  const fixed = [1, 2, 4, 8, 16].indexOf(length)
  if (fixed !== -1 && !EXT.long.includes(as)) writer.u8(0xd4 + fixed)
  else writeHead(writer, EXT, { length, as })
  writer.u8(type & 0xff)
  writer.put(bytes)
}

function writePairs(writer: ByteWriter, pairs: readonly [ValueNode, ValueNode][], as?: number): void {
  writeHead(writer, MAP, { length: pairs.length, as })
  for (const [key, value] of pairs) {
    writeMsgPack(writer, key)
    writeMsgPack(writer, value)
  }
}

export function writeMsgPack(writer: ByteWriter, node: ValueNode): void {
  switch (node.kind) {
    case 'null':
      return writer.u8(0xc0)
    case 'bool':
      return writer.u8(node.value ? 0xc3 : 0xc2)
    case 'int':
      return writeInt(writer, node)
    case 'float': {
      const isShort = node.as === 0xca && Object.is(Math.fround(node.value), node.value)
      writer.u8(isShort ? 0xca : 0xcb)
      return isShort ? writer.f32(node.value) : writer.f64(node.value)
    }
    case 'text': {
      const bytes = bytesOfText(node.value)
      writeHead(writer, TEXT, { length: bytes.length, as: node.as })
      return writer.put(bytes)
    }
    case 'bytes': {
      // A text that is no UTF-8 stays what it was.
      const heads = node.as === undefined || BYTES.long.includes(node.as) ? BYTES : TEXT
      writeHead(writer, heads, { length: node.value.length, as: node.as })
      return writer.put(node.value)
    }
    case 'list':
      writeHead(writer, LIST, { length: node.items.length, as: node.as })
      for (const item of node.items) writeMsgPack(writer, item)
      return undefined
    case 'map':
      return writePairs(writer, node.pairs, node.as)
    case 'object':
      return writePairs(writer, node.pairs)
    case 'marked':
      return writeMarked(writer, node)
  }
}
