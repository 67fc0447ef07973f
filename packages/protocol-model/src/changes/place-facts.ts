import type {
  Change,
  DiffInfo,
  Field,
  PathSegment,
  ProtocolDefinition,
} from '../definition/protocol-definition.ts'
import { diffInfoOf, fieldNode } from '../types.ts'
import type { DataNode } from '../types.ts'

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
      const field: Field | undefined = node.info.fields.find(({ fieldName }) => fieldName === String(segment))
      if (!field) return { fields, element, parent, node: null }
      fields.push(field)
      node = fieldNode(protocol, field)
    }
  }
  return { fields, element, parent, node }
}

/** Walks the definition along a change's path; what it does not know ends the walk. */
export function placeFacts(protocol: ProtocolDefinition, place: Pick<Change, 'diff' | 'path'>): PlaceFacts {
  const info = diffInfoOf(protocol, place.diff)
  if (!info) return { info: null, fields: [], element: null, parent: null, node: null }
  return { info, ...walk(protocol, { kind: 'object', info }, place.path) }
}

/** What people call a module: its tip, else its comment, else its name. */
export function moduleLabel(protocol: ProtocolDefinition, info: DiffInfo): string {
  const tip = protocol.protocols.find(({ diffInfo }) => diffInfo === info.name)
  return tip?.keyTip || info.comment || info.name
}

/** A change's place in people's words: `设置 · 语音`, `背包 · 10007 · 数量`; its codes where the definition has no words. */
export function placeWords(
  protocol: ProtocolDefinition,
  { diff, key, path }: Pick<Change, 'diff' | 'key' | 'path'>,
): string {
  const { info, fields } = placeFacts(protocol, { diff, path })
  const words = fields.map(({ name, fieldName }) => name || fieldName)
  const rest = fields.length === 0 ? path.map(String) : words
  return [info === null ? diff : moduleLabel(protocol, info), key, ...rest]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ')
}
