import { fieldNode } from '@qd/protocol-model'
import type { DataNode, DiffInfo, Field, ProtocolDefinition } from '@qd/protocol-model'

/** Ints whose limits are given as text are int64 and stand as text in the data. */
export function isInt64(field: Field): boolean {
  return typeof field.max === 'string' || typeof field.min === 'string'
}

/** A checked int as the data has it: any other int is a number, unless a number would round it. */
function normaliseInt(field: Field, value: unknown): number | string {
  const number = Number(value)
  return isInt64(field) || !Number.isSafeInteger(number) ? String(value) : number
}

function emptyValue(node: DataNode): unknown {
  if (node.kind === 'list') return []
  if (node.kind !== 'scalar') return {}
  if (node.type === 'string') return ''
  const least = Math.max(0, Number(node.field.min ?? 0))
  return node.type === 'int' && isInt64(node.field) ? String(least) : least
}

function normaliseObject(protocol: ProtocolDefinition, info: DiffInfo, value: object): unknown {
  const given = value as Record<string, unknown>
  const complete: Record<string, unknown> = {}
  for (const field of info.fields) {
    const node = fieldNode(protocol, field)
    if (!node) continue
    const own = Object.hasOwn(given, field.fieldName) ? given[field.fieldName] : undefined
    const filled = own ?? field.defaultVal ?? emptyValue(node)
    complete[field.fieldName] = normaliseValue(protocol, node, filled)
  }
  return complete
}

/** A checked value in the form the game keeps: exact number types, and no field missing from an object. */
export function normaliseValue(protocol: ProtocolDefinition, node: DataNode, value: unknown): unknown {
  if (node.kind === 'list') {
    return (value as unknown[]).map((element) => normaliseValue(protocol, node.item, element))
  }
  if (node.kind !== 'scalar') return normaliseObject(protocol, node.info, value as object)
  if (node.type !== 'int') return value
  return normaliseInt(node.field, value)
}
