import { parseJsonText } from '@qd/canonical-json'
import { exactInt } from '../values/int64.ts'
import { takeOutForbidden } from '../values/left-out.ts'
import { isForbiddenKey, isPlainObject, ownValue } from '../definition/names.ts'
import { plainJsonFault } from '../values/plain-json.ts'
import type { CChange, DiffInfo, PlayerData, ProtocolDefinition } from '../definition/protocol-definition.ts'
import { elementKeyOf, fieldNode } from '../types.ts'
import type { DataNode } from '../types.ts'

/** `errors` are entries left out, with the reason; `raw` are entries for a net key the definition does not know. */
export interface AppliedChanges {
  data: PlayerData
  errors: { index: number; d: string; reason: string }[]
  raw: CChange[]
}

/** Thrown inside the reader only; becomes the entry's error. */
class EntryFault extends Error {}

const LIMITS = { maxDepth: 32, maxNodes: 200_000 }

type List = Extract<DataNode, { kind: 'list' }>

function parseEntry(text: string): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = parseJsonText(text)
  } catch (error) {
    throw new EntryFault('the change is no JSON', { cause: error })
  }
  if (!isPlainObject(parsed)) throw new EntryFault('the change is no object')
  let hasForbidden = false
  const fault = plainJsonFault(parsed, LIMITS, () => (hasForbidden = true))
  if (fault !== null) throw new EntryFault(fault)
  // What is not carried is not carried here either; the rest of the entry is.
  if (hasForbidden) takeOutForbidden(parsed)
  return parsed
}

function mergeFields(
  protocol: ProtocolDefinition,
  info: DiffInfo,
  pair: { current: unknown; change: object },
) {
  const merged: Record<string, unknown> = isPlainObject(pair.current) ? { ...pair.current } : {}
  for (const [name, value] of Object.entries(pair.change)) {
    const field = info.fields.find(({ fieldName }) => fieldName === name)
    const node = field ? fieldNode(protocol, field) : null
    if (value === null) delete merged[name]
    else
      merged[name] = node
        ? mergeValue(protocol, node, { current: ownValue(merged, name), change: value })
        : value
  }
  return merged
}

/** Elements by key: a list upserts each of its elements, an object `{key: element | null}` also deletes. */
function mergeKeyedList(
  protocol: ProtocolDefinition,
  node: List,
  pair: { current: unknown; change: unknown },
) {
  const key = elementKeyOf(node)
  const info = node.item.kind === 'object' ? node.item.info : null
  const list: unknown[] = Array.isArray(pair.current) ? [...pair.current] : []
  const entries: [string, unknown][] = Array.isArray(pair.change)
    ? pair.change.map((element) => [keyTextOf(element, key, node.field.fieldName), element])
    : Object.entries(pair.change as object)
  for (const [elementKey, element] of entries) {
    const at = list.findIndex((item) => isPlainObject(item) && String(ownValue(item, key)) === elementKey)
    if (element === null) {
      if (at !== -1) list.splice(at, 1)
      continue
    }
    if (!isPlainObject(element) || !info)
      throw new EntryFault(`${node.field.fieldName}.${elementKey} is no object`)
    const merged = mergeFields(protocol, info, {
      current: at === -1 ? withKey(info, elementKey) : list[at],
      change: element,
    })
    if (at === -1) list.push(merged)
    else list[at] = merged
  }
  return list
}

function keyTextOf(element: unknown, key: string, place: string): string {
  const value = isPlainObject(element) ? ownValue(element, key) : undefined
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new EntryFault(`an element of ${place} has no ${key}`)
  return String(value)
}

/** A new row that stands under its key carries the key, in the type of its field. */
function withKey(info: DiffInfo, key: string): Record<string, unknown> {
  const isInt = info.fields.find(({ fieldName }) => fieldName === info.key)?.type === 'int'
  const value = isInt && Number.isSafeInteger(Number(key)) ? Number(key) : key
  return { [info.key]: value }
}

function mergeValue(
  protocol: ProtocolDefinition,
  node: DataNode,
  pair: { current: unknown; change: unknown },
): unknown {
  const { change } = pair
  if (node.kind === 'scalar') {
    if (node.type === 'int' && exactInt(change) === null)
      throw new EntryFault(`${node.field.fieldName} is no exact int`)
    return change
  }
  if (node.kind === 'list') {
    if (elementKeyOf(node) !== '' && typeof change === 'object') return mergeKeyedList(protocol, node, pair)
    if (!Array.isArray(change)) throw new EntryFault(`${node.field.fieldName} is no list`)
    return change
  }
  if (!isPlainObject(change)) throw new EntryFault(`${node.info.name} is no object`)
  return mergeFields(protocol, node.info, { current: pair.current, change })
}

function mergeTable(
  protocol: ProtocolDefinition,
  info: DiffInfo,
  pair: { current: unknown; change: Record<string, unknown> },
) {
  const rows: Record<string, unknown> = isPlainObject(pair.current) ? { ...pair.current } : {}
  const own = ownValue(pair.change, info.key)
  const isRow = typeof own === 'string' || typeof own === 'number'
  const entries: [string, unknown][] = isRow ? [[String(own), pair.change]] : Object.entries(pair.change)
  for (const [key, row] of entries) {
    if (row === null) {
      delete rows[key]
      continue
    }
    if (!isPlainObject(row)) throw new EntryFault(`the row ${key} is no object`)
    if (isForbiddenKey(key)) throw new EntryFault(`the key ${key} is not carried`)
    rows[key] = mergeFields(protocol, info, {
      current: ownValue(rows, key) ?? withKey(info, key),
      change: row,
    })
  }
  return rows
}

function applyEntry(
  protocol: ProtocolDefinition,
  data: PlayerData,
  info: DiffInfo,
  text: string,
): PlayerData {
  const pair = { current: ownValue(data, info.netKey), change: parseEntry(text) }
  const merged = info.key === '' ? mergeFields(protocol, info, pair) : mergeTable(protocol, info, pair)
  return { ...data, [info.netKey]: merged }
}

/**
 * The data after a change list (S3.10), nothing mutated. In a table an object with the primary key upserts that row,
 * any other object maps keys to rows and null deletes; fields merge, null takes a field away.
 * An entry with a fault is left out whole and reported; later ones still apply.
 */
export function applyChanges(
  data: PlayerData,
  changes: readonly CChange[],
  protocol: ProtocolDefinition,
): AppliedChanges {
  const infos = new Map(Object.values(protocol.diffInfos).map((info) => [info.netKey, info]))
  infos.delete('')
  const result: AppliedChanges = { data, errors: [], raw: [] }
  for (const [index, entry] of changes.entries()) {
    const info = infos.get(entry.d)
    if (!info) {
      result.raw.push(entry)
      continue
    }
    try {
      result.data = applyEntry(protocol, result.data, info, entry.change)
    } catch (error) {
      if (!(error instanceof EntryFault)) throw error
      result.errors.push({ index, d: entry.d, reason: error.message })
    }
  }
  return result
}
