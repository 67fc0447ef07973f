import { diffInfoOf, ownValue, readPath } from '@qd/protocol-model'
import type { DiffInfo, PlayerData, ProtocolDefinition } from '@qd/protocol-model'

/** How much of a player's data a text shows: one row, one module, or all the definition describes. */
export type JsonScope =
  | { kind: 'row'; info: DiffInfo; key: string }
  | { kind: 'module'; info: DiffInfo }
  | { kind: 'player' }

export function scopeId(scope: JsonScope): string {
  if (scope.kind === 'player') return '*'
  return scope.kind === 'module' ? scope.info.name : `${scope.info.name}/${scope.key}`
}

function describedBy(protocol: ProtocolDefinition): Map<string, DiffInfo> {
  const infos = Object.keys(protocol.diffInfos).map((name) => diffInfoOf(protocol, name)!)
  return new Map(infos.filter(({ netKey }) => netKey !== '').map((info) => [info.netKey, info]))
}

/** The module behind a key of the player's data, or null where the definition has none. */
export function moduleAt(protocol: ProtocolDefinition, netKey: string): DiffInfo | null {
  return describedBy(protocol).get(netKey) ?? null
}

/** What the text of a scope shows. */
export function scopeValue(protocol: ProtocolDefinition, data: PlayerData, scope: JsonScope): unknown {
  if (scope.kind === 'row') return readPath(data, [scope.info.netKey, scope.key])
  if (scope.kind === 'module') return readPath(data, [scope.info.netKey])
  const known = describedBy(protocol)
  return Object.fromEntries(Object.entries(data).filter(([netKey]) => known.has(netKey)))
}

/** What the definition does not describe: to look at only. */
export function undescribed(protocol: ProtocolDefinition, data: PlayerData): PlayerData | null {
  const known = describedBy(protocol)
  const rest = Object.entries(data).filter(([netKey]) => !known.has(netKey))
  return rest.length === 0 ? null : Object.fromEntries(rest)
}

/** The whole data with the value of a scope put in; modules a text of the player leaves out stay. */
export function withScope(data: PlayerData, scope: JsonScope, value: unknown): PlayerData {
  if (scope.kind === 'player') return { ...data, ...(value as PlayerData) }
  const { netKey } = scope.info
  if (scope.kind === 'module') return { ...data, [netKey]: value }
  return { ...data, [netKey]: { ...(ownValue(data, netKey) as object | undefined), [scope.key]: value } }
}
