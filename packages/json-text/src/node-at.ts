import { fieldNode, moduleNode } from '@qd/protocol-model'
import type { DataNode, ProtocolDefinition } from '@qd/protocol-model'
import { moduleAt } from './json-scope.ts'
import type { JsonScope } from './json-scope.ts'

/** What the definition says a text of the scope is. */
export function scopeNode(scope: JsonScope): DataNode | 'player' {
  if (scope.kind === 'player') return 'player'
  return scope.kind === 'row' ? { kind: 'object', info: scope.info } : moduleNode(scope.info)
}

/** What stands inside a place, by its name, key or position; null where the definition has nothing. */
export function innerNode(
  protocol: ProtocolDefinition,
  node: DataNode | 'player',
  name: string,
): DataNode | null {
  if (node === 'player') {
    const info = moduleAt(protocol, name)
    return info && moduleNode(info)
  }
  if (node.kind === 'list') return node.item
  if (node.kind === 'table') return { kind: 'object', info: node.info }
  const field =
    node.kind === 'object' ? node.info.fields.find(({ fieldName }) => fieldName === name) : undefined
  return field === undefined ? null : fieldNode(protocol, field)
}

/** What the definition says stands at a path of the text. */
export function nodeAt(
  protocol: ProtocolDefinition,
  scope: JsonScope,
  path: readonly string[],
): DataNode | 'player' | null {
  let node: DataNode | 'player' | null = scopeNode(scope)
  for (const name of path) node = node === null ? null : innerNode(protocol, node, name)
  return node
}
