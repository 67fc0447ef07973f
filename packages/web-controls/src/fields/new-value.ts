import { elementKeyOf, exactInt, fieldNode, ownValue } from '@qd/protocol-model'
import type { DataNode, DiffInfo, Field, ProtocolDefinition } from '@qd/protocol-model'
import { choicesOf } from './typed-input.ts'

function scalarDefault(field: Field, type: 'int' | 'string' | 'float'): string | number {
  if (typeof field.defaultVal === 'string' || typeof field.defaultVal === 'number') return field.defaultVal
  const choice = choicesOf(field)?.[0]
  if (choice) return choice.value
  if (type === 'string') return ''
  const min = Number(field.min ?? 0)
  return min > 0 ? min : 0
}

/** The value a new place starts with: the definition's default, else the smallest that is allowed. */
export function newValue(protocol: ProtocolDefinition, node: DataNode): unknown {
  if (node.kind === 'scalar') return scalarDefault(node.field, node.type)
  if (node.kind === 'list') return []
  return newObject(protocol, node.info)
}

function newObject(protocol: ProtocolDefinition, info: DiffInfo): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const field of info.fields) {
    const node = fieldNode(protocol, field)
    if (node) object[field.fieldName] = newValue(protocol, node)
  }
  return object
}

/** A key as the data has it: a number for an int that is exact as one, else text. */
export function keyValue(info: DiffInfo, key: string): string | number {
  const field = info.fields.find(({ fieldName }) => fieldName === info.key)
  const exact = field?.type === 'int' ? exactInt(key) : null
  return exact !== null && Number.isSafeInteger(Number(exact)) ? Number(exact) : key
}

/** A row or keyed element that starts with defaults and carries its key. */
export function newRow(protocol: ProtocolDefinition, info: DiffInfo, key: string): Record<string, unknown> {
  return { ...newObject(protocol, info), [info.key]: keyValue(info, key) }
}

/** The address of a list's next element: a free key, or the end of the list. */
export function nextElement(node: Extract<DataNode, { kind: 'list' }>, list: readonly unknown[]): string {
  const key = elementKeyOf(node)
  if (key === '') return String(list.length)
  const taken = new Set(list.map((element) => String(ownValue(element as Record<string, unknown>, key))))
  let next = list.length + 1
  while (taken.has(String(next))) next += 1
  return String(next)
}
