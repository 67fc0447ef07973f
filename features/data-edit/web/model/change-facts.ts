import { diffInfoOf, exactInt, fieldNode } from '@qd/protocol-model'
import type { Change, DataNode, DiffInfo, Field, PathSegment, ProtocolDefinition } from '@qd/protocol-model'
import { inputKind, isIdField } from '@qd/web-kit/fields'

/** What the definition says about the place of a change. */
export interface PlaceFacts {
  info: DiffInfo | null
  /** Fields on the way down, the last one being the changed field; empty for a whole row. */
  fields: Field[]
  /** The key or index of the innermost list element on the way. */
  element: string | null
  /** What the last segment was taken from. */
  parent: DataNode | null
  /** What stands at the place itself. */
  node: DataNode | null
}

function walk(
  protocol: ProtocolDefinition,
  start: DataNode,
  path: readonly PathSegment[],
): Omit<PlaceFacts, 'info'> {
  let node: DataNode | null = start
  const fields: Field[] = []
  let element: string | null = null
  let parent: DataNode | null = null
  for (const segment of path) {
    parent = node
    if (node?.kind === 'list') {
      element = String(segment)
      node = node.item
    } else if (node?.kind === 'object') {
      const field: Field | undefined = node.info.fields.find(({ fieldName }) => fieldName === segment)
      if (!field) return { fields, element, parent, node: null }
      fields.push(field)
      node = fieldNode(protocol, field)
    }
  }
  return { fields, element, parent, node }
}

export function placeFacts(protocol: ProtocolDefinition, place: Pick<Change, 'diff' | 'path'>): PlaceFacts {
  const info = diffInfoOf(protocol, place.diff)
  if (!info) return { info: null, fields: [], element: null, parent: null, node: null }
  return { info, ...walk(protocol, { kind: 'object', info }, place.path) }
}

function hasSensitive(protocol: ProtocolDefinition, info: DiffInfo, depth = 0): boolean {
  return (
    depth < 16 &&
    info.fields.some((field) => {
      const inner = diffInfoOf(protocol, field.type === 'array' ? (field.itemType ?? '') : field.type)
      return field.sensitive === true || (inner !== null && hasSensitive(protocol, inner, depth + 1))
    })
  )
}

/** Whether the change touches a field marked sensitive: on the way, or inside a row that comes or goes. */
export function isSensitiveChange(protocol: ProtocolDefinition, change: Change): boolean {
  const { info, fields } = placeFacts(protocol, change)
  if (fields.some((field) => field.sensitive === true)) return true
  const last = fields.at(-1)
  if (!last) return info !== null && hasSensitive(protocol, info)
  const inner = diffInfoOf(protocol, last.type === 'array' ? (last.itemType ?? '') : last.type)
  return inner !== null && hasSensitive(protocol, inner)
}

/** Times, choices and ids are numbers too, but what lies between two of them means nothing. */
function isAmount({ info, fields }: Pick<PlaceFacts, 'info' | 'fields'>): boolean {
  const field = fields.at(-1)
  if (!field) return false
  const kind = inputKind(field)
  return (kind === 'int' || kind === 'float') && !isIdField(field, info?.key ?? '')
}

/** `+200` or `-50` for an amount that was set, exact for int64; null when there is no difference to tell. */
export function deltaText(protocol: ProtocolDefinition, change: Change): string | null {
  if (change.op !== 'set' || !isAmount(placeFacts(protocol, change))) return null
  const before = exactInt(change.old)
  const after = exactInt(change.value)
  if (before !== null && after !== null) {
    const delta = after - before
    return delta > 0n ? `+${delta}` : String(delta)
  }
  if (typeof change.old !== 'number' || typeof change.value !== 'number') return null
  const delta = Number((change.value - change.old).toPrecision(12))
  return delta > 0 ? `+${delta}` : String(delta)
}
