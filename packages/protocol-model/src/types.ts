import { ownValue } from './definition/names.ts'
import type { DiffInfo, Field, ProtocolDefinition } from './definition/protocol-definition.ts'

/** What stands at a place of the data: rows by key, an object, a list, or a single value. */
export type DataNode =
  | { kind: 'table'; info: DiffInfo }
  | { kind: 'object'; info: DiffInfo }
  | { kind: 'list'; field: Field; item: ItemNode }
  | { kind: 'scalar'; type: ScalarType; field: Field }

export type ItemNode = Extract<DataNode, { kind: 'object' | 'scalar' }>
export type ScalarType = 'int' | 'string' | 'float'

export function isScalarType(type: string): type is ScalarType {
  return type === 'int' || type === 'string' || type === 'float'
}

export function isBuiltInType(type: string): boolean {
  return isScalarType(type) || type === 'array'
}

export function diffInfoOf(protocol: ProtocolDefinition, name: string): DiffInfo | null {
  return (ownValue(protocol.diffInfos, name) as DiffInfo | undefined) ?? null
}

/** The module as a whole: a table when it has a key. */
export function moduleNode(info: DiffInfo): DataNode {
  return info.key === '' ? { kind: 'object', info } : { kind: 'table', info }
}

function singleNode(protocol: ProtocolDefinition, type: string, field: Field): ItemNode | null {
  if (isScalarType(type)) return { kind: 'scalar', type, field }
  const info = diffInfoOf(protocol, type)
  return info ? { kind: 'object', info } : null
}

/** The node of a field's value; null only for a type the definition does not have. */
export function fieldNode(protocol: ProtocolDefinition, field: Field): DataNode | null {
  if (field.type !== 'array') return singleNode(protocol, field.type, field)
  const item = singleNode(protocol, field.itemType ?? '', field)
  return item ? { kind: 'list', field, item } : null
}

/** The field by which a list's elements are addressed, or empty when they are addressed by index. */
export function elementKeyOf(node: Extract<DataNode, { kind: 'list' }>): string {
  return node.item.kind === 'object' ? node.item.info.key : ''
}
