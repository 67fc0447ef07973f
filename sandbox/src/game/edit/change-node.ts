import { diffInfoOf, elementKeyOf, fieldNode, moduleNode } from '@qd/protocol-model'
import type { Change, DataNode, ProtocolDefinition } from '@qd/protocol-model'

/** What stands at a change's place by the definition, and whether it is an element with a key of its own. */
export interface ChangeNode {
  node: DataNode
  isKeyedElement: boolean
}

function below(protocol: ProtocolDefinition, node: DataNode, segment: string | number): DataNode | null {
  if (node.kind === 'list') return node.item
  if (node.kind === 'scalar') return null
  const field = node.info.fields.find(({ fieldName }) => fieldName === segment)
  return field ? fieldNode(protocol, field) : null
}

/** Null for a place the definition does not have. */
export function changeNode(protocol: ProtocolDefinition, change: Change): ChangeNode | null {
  const info = diffInfoOf(protocol, change.diff)
  if (!info) return null
  let node: DataNode = moduleNode(info)
  let isKeyedElement = node.kind === 'table'
  for (const segment of change.path) {
    const next = below(protocol, node, segment)
    if (!next) return null
    isKeyedElement = node.kind === 'list' && elementKeyOf(node) !== ''
    node = next
  }
  return { node, isKeyedElement }
}
