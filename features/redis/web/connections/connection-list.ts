import type { Environment } from '@qd/contract-kit'
import { findEntries, indexText } from '@qd/web-controls/search'
import type { Readings } from '@qd/web-controls/search'
import type { RedisConnection } from '../../contract/index.ts'

export interface ConnectionGroup {
  /** Empty: those of no group; they come first. */
  name: string
  connections: readonly RedisConnection[]
}

export interface ConnectionLine {
  lineId: string
  environment: Environment
  groups: readonly ConnectionGroup[]
}

const ENVIRONMENTS: readonly Environment[] = ['dev', 'test', 'staging', 'production']

function groupsOf(connections: readonly RedisConnection[]): ConnectionGroup[] {
  const names = [...new Set(connections.map(({ group }) => group))]
  names.sort((a, b) => Number(a !== '') - Number(b !== ''))
  return names.map((name) => ({ name, connections: connections.filter(({ group }) => group === name) }))
}

/** By line, those of production last; inside in the order people gave them. */
export function byLine(connections: readonly RedisConnection[]): ConnectionLine[] {
  const lineIds = [...new Set(connections.map(({ lineId }) => lineId))]
  const lines = lineIds.map((lineId) => {
    const own = connections
      .filter((connection) => connection.lineId === lineId)
      .sort((a, b) => a.position - b.position)
    return { lineId, environment: own[0]?.environment ?? 'production', groups: groupsOf(own) }
  })
  const rank = ({ environment }: ConnectionLine): number => ENVIRONMENTS.indexOf(environment)
  return lines.sort((a, b) => rank(a) - rank(b))
}

/** What answers the search by name, host, group or tag, in the order of the list; Chinese also by pinyin. */
export function searchConnections(
  connections: readonly RedisConnection[],
  query: string,
  readings: Readings,
): readonly RedisConnection[] {
  if (query.trim() === '') return connections
  const indexed = connections.map((entry) => {
    const { name, customName, host, port, group, tags, sentinel, socketPath } = entry
    const nodes = sentinel?.nodes.map((node) => node.host) ?? []
    const words = [customName, `${host}:${port}`, socketPath, group, ...tags, ...nodes]
    return {
      entry,
      text: indexText(name, readings),
      beside: words.filter((word) => word !== '').map((word) => indexText(word, readings)),
    }
  })
  const found = new Set(findEntries(indexed, query))
  return connections.filter((connection) => found.has(connection))
}

/** Ids of a line in the order after one moved to the place of another; null: nothing changes. */
export function movedBefore(
  list: readonly RedisConnection[],
  moved: RedisConnection,
  target: RedisConnection,
): string[] | null {
  if (moved.lineId !== target.lineId || moved.id === target.id) return null
  const ids = list
    .filter(({ lineId }) => lineId === moved.lineId)
    .sort((a, b) => a.position - b.position)
    .map(({ id }) => id)
  const to = ids.indexOf(target.id)
  const rest = ids.filter((id) => id !== moved.id)
  return [...rest.slice(0, to), moved.id, ...rest.slice(to)]
}

/** The neighbour it is shown beside, above or below: of its line and its group. */
export function neighbourOf(
  list: readonly RedisConnection[],
  { id, lineId, group }: RedisConnection,
  by: -1 | 1,
): RedisConnection | undefined {
  const beside = list
    .filter((each) => each.lineId === lineId && each.group === group)
    .sort((a, b) => a.position - b.position)
  const at = beside.findIndex((each) => each.id === id)
  return at < 0 ? undefined : beside[at + by]
}
