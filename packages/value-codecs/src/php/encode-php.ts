import { bytesOfText } from '../bytes/byte-reader.ts'
import { ByteWriter } from '../bytes/byte-writer.ts'
import { FaultError } from '../fault.ts'
import type { ValueNode } from '../value-node.ts'

const INT64 = { least: -0x8000_0000_0000_0000n, greatest: 0x7fff_ffff_ffff_ffffn }

function writeBytes(writer: ByteWriter, type: string, bytes: Uint8Array): void {
  writer.text(`${type}:${bytes.length}:"`)
  writer.put(bytes)
  writer.text('"')
}

/** With the fewest digits that lead back, as serialize_precision -1 has it. */
function floatText({ value, text }: { value: number; text?: string }): string {
  if (text !== undefined && Object.is(Number(text.replace('INF', 'Infinity').replace('NAN', 'NaN')), value))
    return text
  if (Number.isNaN(value)) return 'NAN'
  if (!Number.isFinite(value)) return value > 0 ? 'INF' : '-INF'
  return Object.is(value, -0) ? '-0' : String(value).replace('e', 'E')
}

function writePairs(writer: ByteWriter, pairs: readonly [ValueNode, ValueNode][]): void {
  writer.text(`${pairs.length}:{`)
  for (const [key, value] of pairs) {
    if (!['int', 'text', 'bytes'].includes(key.kind)) throw new FaultError('range', -1)
    writePhp(writer, key)
    writePhp(writer, value)
  }
  writer.text('}')
}

function writeMarked(writer: ByteWriter, { name, value }: ValueNode & { kind: 'marked' }): void {
  if (name === 'reference' || name === 'object') {
    if (value.kind !== 'int') throw new FaultError('range', -1)
    return writer.text(`${name === 'reference' ? 'R' : 'r'}:${value.value};`)
  }
  const bytes = value.kind === 'text' ? bytesOfText(value.value) : value.kind === 'bytes' ? value.value : null
  if (bytes === null) throw new FaultError('range', -1)
  if (name === 'enum') {
    writeBytes(writer, 'E', bytes)
    return writer.text(';')
  }
  if (!name.startsWith('custom ')) throw new FaultError('range', -1)
  writeBytes(writer, 'C', bytesOfText(name.slice('custom '.length)))
  writer.text(`:${bytes.length}:{`)
  writer.put(bytes)
  return writer.text('}')
}

export function writePhp(writer: ByteWriter, node: ValueNode): void {
  switch (node.kind) {
    case 'null':
      return writer.text('N;')
    case 'bool':
      return writer.text(`b:${node.value ? 1 : 0};`)
    case 'int': {
      const number = BigInt(node.value)
      if (number < INT64.least || number > INT64.greatest) throw new FaultError('range', -1)
      return writer.text(`i:${node.value};`)
    }
    case 'float':
      return writer.text(`d:${floatText(node)};`)
    case 'text':
    case 'bytes':
      writeBytes(writer, 's', node.kind === 'text' ? bytesOfText(node.value) : node.value)
      return writer.text(';')
    case 'list':
      writer.text('a:')
      return writePairs(
        writer,
        node.items.map((item, at) => [{ kind: 'int', value: String(at) }, item]),
      )
    case 'map':
      writer.text('a:')
      return writePairs(writer, node.pairs)
    case 'object':
      writeBytes(writer, 'O', bytesOfText(node.name))
      writer.text(':')
      return writePairs(writer, node.pairs)
    case 'marked':
      return writeMarked(writer, node)
  }
}
