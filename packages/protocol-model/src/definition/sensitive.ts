import type { Change, DiffInfo, ProtocolDefinition } from './protocol-definition.ts'
import { diffInfoOf, fieldNode } from '../types.ts'
import type { DataNode } from '../types.ts'

function holdsSensitive(protocol: ProtocolDefinition, info: DiffInfo, seen: Set<string>): boolean {
  if (seen.has(info.name)) return false
  seen.add(info.name)
  return info.fields.some((field) => {
    if (field.sensitive === true) return true
    const node = fieldNode(protocol, field)
    const inner = node?.kind === 'list' ? node.item : node
    return inner?.kind === 'object' && holdsSensitive(protocol, inner.info, seen)
  })
}

/**
 * Whether a change touches a sensitive field: one on its path, or one inside what it adds, replaces or
 * removes. Places the definition does not know are refused elsewhere.
 */
export function touchesSensitive(protocol: ProtocolDefinition, change: Change): boolean {
  const info = diffInfoOf(protocol, change.diff)
  if (info === null) return false
  let node: DataNode = { kind: 'object', info }
  for (const segment of change.path) {
    if (node.kind === 'list') {
      node = node.item
      continue
    }
    if (node.kind !== 'object') return false
    const field = node.info.fields.find(({ fieldName }) => fieldName === String(segment))
    if (field === undefined) return false
    if (field.sensitive === true) return true
    const next = fieldNode(protocol, field)
    if (next === null) return false
    node = next
  }
  const inner = node.kind === 'list' ? node.item : node
  return inner.kind === 'object' && holdsSensitive(protocol, inner.info, new Set())
}
