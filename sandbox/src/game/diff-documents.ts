import { elementKeyOf, equalValues, fieldNode, ownValue } from '@qd/protocol-model'
import type { CChange, DataNode, DiffInfo, PlayerData, ProtocolDefinition } from '@qd/protocol-model'

type Fields = Record<string, unknown>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function keyedElements(list: unknown, key: string): Map<string, unknown> {
  const elements: unknown[] = Array.isArray(list) ? list : []
  return new Map(elements.map((element) => [String(ownValue(fieldsOf(element), key)), element]))
}

/** A list whose elements have a key is sent as changed elements by key, null for those that are gone. */
function keyedListChange(before: unknown, after: unknown, key: string): Fields {
  const old = keyedElements(before, key)
  const now = keyedElements(after, key)
  const change: Fields = {}
  for (const [elementKey, element] of now) {
    if (!equalValues(old.get(elementKey), element)) change[elementKey] = element
  }
  for (const elementKey of old.keys()) if (!now.has(elementKey)) change[elementKey] = null
  return change
}

function valueChange(node: DataNode | null, before: unknown, after: unknown): unknown {
  if (node?.kind === 'list' && elementKeyOf(node) !== '') {
    return keyedListChange(before, after, elementKeyOf(node))
  }
  return after
}

/** Field name to change, only for fields that differ. */
function fieldChanges(protocol: ProtocolDefinition, info: DiffInfo, pair: { before: Fields; after: Fields }) {
  const change: Fields = {}
  for (const field of info.fields) {
    const name = field.fieldName
    const [before, after] = [ownValue(pair.before, name), ownValue(pair.after, name)]
    if (before === after || equalValues(before, after)) continue
    change[name] = after === undefined ? null : valueChange(fieldNode(protocol, field), before, after)
  }
  return change
}

function tableChanges(protocol: ProtocolDefinition, info: DiffInfo, pair: { before: Fields; after: Fields }) {
  const changes: CChange[] = []
  for (const [key, row] of Object.entries(pair.after)) {
    const before = fieldsOf(ownValue(pair.before, key))
    const change = fieldChanges(protocol, info, { before, after: fieldsOf(row) })
    if (Object.keys(change).length === 0) continue
    changes.push({
      d: info.netKey,
      change: JSON.stringify({ [info.key]: fieldsOf(row)[info.key], ...change }),
    })
  }
  for (const key of Object.keys(pair.before)) {
    if (!Object.hasOwn(pair.after, key))
      changes.push({ d: info.netKey, change: JSON.stringify({ [key]: null }) })
  }
  return changes
}

/** The change list (S3.10) that leads from one state of a player to another. */
export function diffDocuments(
  protocol: ProtocolDefinition,
  before: PlayerData,
  after: PlayerData,
): CChange[] {
  return Object.values(protocol.diffInfos).flatMap((info) => {
    if (info.netKey === '' || ownValue(before, info.netKey) === ownValue(after, info.netKey)) return []
    const pair = {
      before: fieldsOf(ownValue(before, info.netKey)),
      after: fieldsOf(ownValue(after, info.netKey)),
    }
    if (info.key !== '') return tableChanges(protocol, info, pair)
    const change = fieldChanges(protocol, info, pair)
    return Object.keys(change).length === 0 ? [] : [{ d: info.netKey, change: JSON.stringify(change) }]
  })
}
