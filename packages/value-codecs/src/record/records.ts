import { ByteReader } from '../bytes/byte-reader.ts'
import { ByteWriter } from '../bytes/byte-writer.ts'
import { DEFAULT_LIMITS, FaultError, isFaultError } from '../fault.ts'
import type { Limits } from '../fault.ts'
import { toJson } from '../json/to-json.ts'
import { textNode } from '../value-node.ts'
import type { Decoded, Encoded, ValueNode } from '../value-node.ts'
import { cellBytes, readCell } from './record-cell.ts'
import type { RecordLayout } from './record-layout.ts'

type Pairs = [ValueNode, ValueNode][]

/**
 * The records of a value as a list of maps. Bytes left over are a fault at the first of them, and every whole record before
 * it is in `partial`. What is read is always written back as the same bytes.
 */
export function decodeRecords(
  bytes: Uint8Array,
  layout: RecordLayout,
  limits: Limits = DEFAULT_LIMITS,
): Decoded {
  const { isLittle, headerBytes, fields, recordBytes } = layout
  if (bytes.length > limits.inBytes) return { ok: false, fault: { code: 'tooLarge', at: -1 }, partial: null }
  if (bytes.length < headerBytes) {
    return { ok: false, fault: { code: 'truncated', at: bytes.length }, partial: null }
  }
  const reader = new ByteReader(bytes, headerBytes)
  const items: ValueNode[] = []
  const most = Math.floor(limits.nodes / fields.length)
  while (reader.left >= recordBytes && items.length < most) {
    const pairs: Pairs = fields.map((field) => [
      textNode(field.name),
      readCell(reader.take(field.size), field, isLittle),
    ])
    items.push({ kind: 'map', pairs })
  }
  const node: ValueNode = { kind: 'list', items }
  if (reader.left === 0) return { ok: true, node, isExact: true }
  const code = reader.left >= recordBytes ? 'tooMany' : 'leftOver'
  return { ok: false, fault: { code, at: reader.at }, partial: node }
}

/** The cells of a record in the order of its layout; each field has to be there once, and no other. */
function cellsOf(record: ValueNode, { fields }: RecordLayout): ValueNode[] {
  if (record.kind !== 'map' || record.pairs.length !== fields.length) throw new FaultError('record', -1)
  const byName = new Map(record.pairs.map(([key, cell]) => [key.kind === 'text' ? key.value : '', cell]))
  return fields.map(({ name }) => {
    const cell = byName.get(name)
    if (cell === undefined) throw new FaultError('record', -1)
    return cell
  })
}

/** The bytes of records; the header is that of the bytes they were read from. */
export function encodeRecords(node: ValueNode, layout: RecordLayout, before: Uint8Array): Encoded {
  const { fields, headerBytes, isLittle } = layout
  try {
    if (node.kind !== 'list' || before.length < headerBytes) throw new FaultError('record', -1)
    const writer = new ByteWriter()
    writer.put(before.subarray(0, headerBytes))
    for (const record of node.items) {
      for (const [at, cell] of cellsOf(record, layout).entries()) {
        writer.put(cellBytes(cell, fields[at]!, isLittle))
      }
    }
    return { ok: true, bytes: writer.finish() }
  } catch (error) {
    if (isFaultError(error)) return { ok: false, fault: error.fault }
    throw error
  }
}

const oneLine = (record: ValueNode): string =>
  record.kind === 'map'
    ? `{${record.pairs.map(([key, cell]) => `${toJson(key)}: ${toJson(cell).replaceAll(/\s*\n\s*/g, '')}`).join(', ')}}`
    : toJson(record)

/** Records as JSON, one a line: `fromJson` leads back. */
export function recordsText(node: ValueNode): string {
  if (node.kind !== 'list' || node.items.length === 0) return toJson(node)
  return `[\n${node.items.map((record) => `  ${oneLine(record)}`).join(',\n')}\n]`
}
