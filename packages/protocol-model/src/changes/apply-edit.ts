import { readPath, writePath } from './data-path.ts'
import type { OwnCopies, WriteMode } from './data-path.ts'
import { isPlainObject, ownValue } from '../definition/names.ts'
import { pathText } from './path-text.ts'
import type {
  Change,
  PathSegment,
  PlayerData,
  ProtocolDefinition,
} from '../definition/protocol-definition.ts'
import { diffInfoOf, elementKeyOf, fieldNode } from '../types.ts'
import type { DataNode } from '../types.ts'

/**
 * Where a change stands in the data: element keys turned into indexes; `current` undefined when nothing is there.
 * `isByPosition` marks an element of a list without keys.
 */
export type LocatedChange =
  | { ok: true; path: PathSegment[]; current: unknown; isListElement: boolean; isByPosition: boolean }
  | { ok: false; reason: string }

export type AppliedEdit = { ok: true; data: PlayerData } | { ok: false; reason: string }

function elementIndex(list: readonly unknown[], key: string, elementKey: string): number {
  const at = list.findIndex(
    (element) => isPlainObject(element) && String(ownValue(element, key)) === elementKey,
  )
  return at === -1 ? list.length : at
}

function plainSegment(node: DataNode, value: unknown, segment: PathSegment): PathSegment {
  if (node.kind !== 'list' || elementKeyOf(node) === '') return segment
  return elementIndex(Array.isArray(value) ? value : [], elementKeyOf(node), String(segment))
}

function nextNode(protocol: ProtocolDefinition, node: DataNode, segment: PathSegment): DataNode | null {
  if (node.kind === 'list') return node.item
  if (node.kind !== 'object') return null
  const field = node.info.fields.find(({ fieldName }) => fieldName === String(segment))
  return field ? fieldNode(protocol, field) : null
}

/** Finds the place of a change whose shape `checkChange` has accepted. */
export function locateChange(protocol: ProtocolDefinition, data: PlayerData, change: Change): LocatedChange {
  const info = diffInfoOf(protocol, change.diff)
  if (!info) return { ok: false, reason: `unknown diff ${change.diff}` }
  const path: PathSegment[] = change.key === undefined ? [info.netKey] : [info.netKey, change.key]
  let node: DataNode | null = { kind: 'object', info }
  let isListElement = false
  let isByPosition = false
  for (const segment of change.path) {
    if (!node) return { ok: false, reason: `no place ${pathText(change.path)} in ${change.diff}` }
    isListElement = node.kind === 'list'
    isByPosition = node.kind === 'list' && elementKeyOf(node) === ''
    path.push(plainSegment(node, readPath(data, path), segment))
    node = nextNode(protocol, node, segment)
  }
  if (!node) return { ok: false, reason: `no place ${pathText(change.path)} in ${change.diff}` }
  return { ok: true, path, current: readPath(data, path), isListElement, isByPosition }
}

/** Only an add of the row itself makes a row: an edit inside one that is gone must not bring back half of it. */
function isRowMissing(data: PlayerData, path: readonly PathSegment[], change: Change): boolean {
  const isNewRow = change.op === 'add' && change.path.length === 0
  return !isNewRow && readPath(data, path.slice(0, 2)) === undefined
}

function modeOf({ op, value }: Change, isListElement: boolean): WriteMode {
  if (op === 'add' && isListElement) return 'insert'
  // Null over a field takes it away.
  const isUnset = op === 'set' && value === null && !isListElement
  return op === 'remove' || isUnset ? 'remove' : 'replace'
}

/**
 * The data after one change, nothing mutated. A keyed element that is not there is added at the end of its list.
 * `old` is not compared: that is the caller's conflict rule (`locateChange` gives `current`). A batch passes the
 * same `copies` each time; what an earlier change of it returned is then no longer to be used.
 */
export function applyEdit(
  protocol: ProtocolDefinition,
  data: PlayerData,
  change: Change,
  copies?: OwnCopies,
): AppliedEdit {
  const located = locateChange(protocol, data, change)
  if (!located.ok) return located
  const { path, current, isListElement, isByPosition } = located
  if (change.op === 'add' && !isByPosition && current !== undefined) {
    return { ok: false, reason: `${pathText(path)} is already there` }
  }
  if (change.op === 'remove' && current === undefined)
    return { ok: false, reason: `${pathText(path)} is not there` }
  if (change.key !== undefined && isRowMissing(data, path, change)) {
    return { ok: false, reason: `${pathText(path.slice(0, 2))} is not there` }
  }
  const parent = path.slice(0, -1)
  // An absent list is an empty one, so that the first element can be added.
  const base = isListElement && readPath(data, parent) === undefined ? writePath(data, parent, []) : null
  if (base && !base.ok) return base
  const mode = modeOf(change, isListElement)
  // Without the batch's copies where a list is made first: it must not stay behind when the change fails.
  const written = base
    ? writePath(base.value, path, change.value, { mode })
    : writePath(data, path, change.value, { mode, copies })
  return written.ok ? { ok: true, data: written.value as PlayerData } : written
}
