import { FaultError, isFaultError } from '../fault.ts'
import { intNode } from '../value-node.ts'
import type { ValueNode } from '../value-node.ts'
import { cellBytes } from './record-cell.ts'
import type { RecordField } from './record-layout.ts'

const HEX = /^0x((?:[\da-f]{2})*)$/i
const INT = /^-?\d{1,20}$/
const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?$/i
const SPECIAL = new Set(['NaN', 'Infinity', '-Infinity'])

const hexOf = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** A cell as it stands in a table. */
export function cellText(node: ValueNode): string {
  if (node.kind === 'bytes') return hexOf(node.value)
  if (node.kind === 'float') return Object.is(node.value, -0) ? '-0' : String(node.value)
  return node.kind === 'int' || node.kind === 'text' ? node.value : ''
}

function nodeOf(text: string, { type }: RecordField, like: ValueNode): ValueNode {
  const hex = type === 'bytes' || like.kind === 'bytes' ? HEX.exec(text)?.[1] : undefined
  if (hex !== undefined) {
    return {
      kind: 'bytes',
      value: Uint8Array.from(hex.match(/../g) ?? [], (each) => Number.parseInt(each, 16)),
    }
  }
  if (type === 'string') return { kind: 'text', value: text }
  const typed = text.trim()
  if (type === 'float' || type === 'double') {
    if (SPECIAL.has(typed)) return { kind: 'float', value: Number(typed) }
    if (!FLOAT.test(typed)) throw new FaultError('syntax', -1)
    if (!Number.isFinite(Number(typed))) throw new FaultError('range', -1)
    return { kind: 'float', value: Number(typed) }
  }
  if (type !== 'bytes' && INT.test(typed)) return intNode(BigInt(typed))
  if (type === 'timestamp' || type === 'timestamp32') return { kind: 'text', value: typed }
  throw new FaultError('syntax', -1)
}

/** What was typed into a cell, where its field has a place for it; `like` is what stood there. */
export function cellOf(
  text: string,
  field: RecordField,
  like: ValueNode,
): { ok: true; node: ValueNode } | { ok: false; code: string } {
  try {
    const node = nodeOf(text, field, like)
    cellBytes(node, field, true)
    return { ok: true, node }
  } catch (error) {
    if (isFaultError(error)) return { ok: false, code: error.fault.code }
    throw error
  }
}
