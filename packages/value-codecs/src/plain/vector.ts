import { ByteReader } from '../bytes/byte-reader.ts'
import { ByteWriter } from '../bytes/byte-writer.ts'
import { FaultError } from '../fault.ts'
import type { ValueNode } from '../value-node.ts'

const SIZES = { float32: 4, float64: 8 } as const
export type VectorFormat = keyof typeof SIZES

/** Numbers one after the other, little endian, as vector sets of Redis and most programs write them. */
export function readVector(bytes: Uint8Array, format: VectorFormat, nodes: number): ValueNode {
  const size = SIZES[format]
  const rest = bytes.length % size
  if (rest !== 0) throw new FaultError('truncated', bytes.length - rest)
  const count = bytes.length / size
  if (count > nodes) throw new FaultError('tooMany', 0)
  const reader = new ByteReader(bytes)
  const next = (): number => (format === 'float32' ? reader.f32(true) : reader.f64(true))
  return {
    kind: 'list',
    items: Array.from({ length: count }, () => ({ kind: 'float', value: next(), as: size })),
  }
}

export function vectorBytes(node: ValueNode, format: VectorFormat): Uint8Array<ArrayBuffer> {
  if (node.kind !== 'list') throw new FaultError('range', -1)
  const writer = new ByteWriter()
  for (const item of node.items) {
    const value = item.kind === 'float' ? item.value : item.kind === 'int' ? Number(item.value) : null
    if (value === null) throw new FaultError('range', -1)
    // Digits beyond the largest number would become infinite.
    const kept = format === 'float32' ? Math.fround(value) : value
    const isMeant = item.kind === 'float' && !Number.isFinite(value)
    if (!Number.isFinite(kept) && !isMeant) throw new FaultError('range', -1)
    if (format === 'float32') writer.f32(value, true)
    else writer.f64(value, true)
  }
  return writer.finish()
}
