import { checkValue } from '../values/check-value.ts'
import type { ChangeFault, ChangeFaultCode } from '../values/check-value.ts'
import { exactInt } from '../values/int64.ts'
import { leftOutOf } from '../values/left-out-of.ts'
import { isForbiddenKey, isPlainObject, ownValue } from '../definition/names.ts'
import { pathText } from './path-text.ts'
import type { Change, DiffInfo, PathSegment, ProtocolDefinition } from '../definition/protocol-definition.ts'
import { diffInfoOf, elementKeyOf, fieldNode, moduleNode } from '../types.ts'
import type { DataNode } from '../types.ts'

/** The container of the changed place, the place's own node, and how the container addresses it. */
interface Place {
  node: DataNode
  parent: DataNode | null
  segment: PathSegment | null
}

/** Module, row and way down of a change, as one text. */
export function placeText({ diff, key, path }: Pick<Change, 'diff' | 'key' | 'path'>): string {
  return pathText([diff, key, ...path])
}

function fault(code: ChangeFaultCode, change: Change, detail = ''): ChangeFault {
  return { code, field: placeText(change), detail }
}

function keyFault(info: DiffInfo, change: Change): ChangeFault | null {
  if (info.key === '') return change.key === undefined ? null : fault('key_not_allowed', change)
  const { key } = change
  if (key === undefined || key === '') return fault('key_required', change, info.key)
  if (isForbiddenKey(key)) return fault('unknown_path', change, key)
  const isInt = info.fields.find(({ fieldName }) => fieldName === info.key)?.type === 'int'
  return isInt && exactInt(key) === null ? fault('wrong_type', change, 'int') : null
}

function step(protocol: ProtocolDefinition, node: DataNode, segment: PathSegment): DataNode | null {
  if (isForbiddenKey(String(segment))) return null
  if (node.kind === 'object') {
    const field = node.info.fields.find(({ fieldName }) => fieldName === String(segment))
    return field ? fieldNode(protocol, field) : null
  }
  if (node.kind !== 'list') return null
  if (elementKeyOf(node) !== '') return String(segment) === '' ? null : node.item
  const index = exactInt(segment)
  return index !== null && index >= 0n ? node.item : null
}

function placeOf(protocol: ProtocolDefinition, info: DiffInfo, path: readonly PathSegment[]): Place | null {
  const root = moduleNode(info)
  let place: Place = {
    node: { kind: 'object', info },
    parent: root.kind === 'table' ? root : null,
    segment: null,
  }
  for (const segment of path) {
    const node = step(protocol, place.node, segment)
    if (!node) return null
    place = { node, parent: place.node, segment }
  }
  return place
}

/** The key by which the container knows the place, and the name of the field that must repeat it. */
function addressOf(change: Change, { parent, segment }: Place): { field: string; key: string } | null {
  if (parent?.kind === 'table') return { field: parent.info.key, key: change.key ?? '' }
  if (parent?.kind === 'list' && elementKeyOf(parent) !== '')
    return { field: elementKeyOf(parent), key: String(segment) }
  return null
}

function opFault(change: Change, place: Place): ChangeFault | null {
  const isElement = place.parent?.kind === 'table' || place.parent?.kind === 'list'
  if (change.op !== 'set' && !isElement) return fault('bad_op', change, change.op)
  if (change.op !== 'add' && change.old === undefined) return fault('old_required', change)
  if (change.op !== 'remove' && change.value === undefined) return fault('value_required', change)
  // A type without a key has an empty one, which may be the name of a field.
  const key = place.parent?.kind === 'object' ? place.parent.info.key : ''
  const isKeyField = key !== '' && key === String(place.segment)
  // Rows and keyed elements would stand under a key they no longer carry.
  return isKeyField && change.path.length > 0 ? fault('key_fixed', change, String(place.segment)) : null
}

/** Whether null is set over a field or a single object, which takes it away; rows and elements are removed. */
function isUnset({ op, value }: Change, { parent }: Place): boolean {
  return op === 'set' && value === null && (parent === null || parent.kind === 'object')
}

/** Whole objects with fields we do not carry would come back without them. */
function leftOutFault(protocol: ProtocolDefinition, change: Change, { node }: Place): ChangeFault | null {
  const names = leftOutOf(protocol, node)
  return names.length === 0 ? null : fault('left_out', change, names.join(', '))
}

/**
 * Why the game's rules of shape refuse the change, or null. Adds name their place: a row its `key`,
 * an element its index or key as the last path segment; the added value repeats its key. Null is no value of
 * any field: only an undo, of what first filled a place, may set it (`canUnset`).
 */
export function checkChange(
  protocol: ProtocolDefinition,
  change: Change,
  { canUnset = false }: { canUnset?: boolean } = {},
): ChangeFault | null {
  const info = diffInfoOf(protocol, change.diff)
  if (!info || info.netKey === '') return fault('unknown_diff', change)
  const wrongKey = keyFault(info, change)
  if (wrongKey) return wrongKey
  const place = placeOf(protocol, info, change.path)
  if (!place) return fault('unknown_path', change)
  const wrongOp = opFault(change, place) ?? leftOutFault(protocol, change, place)
  if (wrongOp || change.op === 'remove' || (canUnset && isUnset(change, place))) return wrongOp
  const wrongValue = checkValue(protocol, place.node, {
    value: change.value,
    place: placeText(change),
  })
  if (wrongValue) return wrongValue
  const address = addressOf(change, place)
  if (!address) return null
  const own = isPlainObject(change.value) ? ownValue(change.value, address.field) : undefined
  if (own === undefined) return fault('key_required', change, address.field)
  return String(own) === address.key ? null : fault('key_mismatch', change, address.field)
}
