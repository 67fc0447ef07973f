import { diffInfoOf, fieldNode } from '@qd/protocol-model'
import type { DataNode, ProtocolDefinition } from '@qd/protocol-model'
import { moduleAt } from './json-scope.ts'
import type { JsonScope } from './json-scope.ts'

function rootOf(scope: JsonScope): DataNode | 'player' {
  if (scope.kind === 'player') return 'player'
  return scope.kind === 'module' && scope.info.key !== ''
    ? { kind: 'table', info: scope.info }
    : { kind: 'object', info: scope.info }
}

function step(protocol: ProtocolDefinition, is: DataNode | 'player', name: string): DataNode | null {
  if (is === 'player') {
    const info = moduleAt(protocol, name)
    return info ? { kind: info.key === '' ? 'object' : 'table', info } : null
  }
  if (is.kind === 'table') return { kind: 'object', info: is.info }
  if (is.kind === 'list') return is.item
  if (is.kind !== 'object') return null
  const field = diffInfoOf(protocol, is.info.name)?.fields.find(({ fieldName }) => fieldName === name)
  return field ? fieldNode(protocol, field) : null
}

/** What the definition says stands at a path of the text. */
export function nodeAt(
  protocol: ProtocolDefinition,
  scope: JsonScope,
  path: readonly string[],
): DataNode | 'player' | null {
  let is: DataNode | 'player' | null = rootOf(scope)
  for (const name of path) is = is === null ? null : step(protocol, is, name)
  return is
}
