import { innerNode } from '@qd/json-text'
import { exactInt, moduleNode } from '@qd/protocol-model'
import type { DataNode, DiffInfo, PlayerData, ProtocolDefinition } from '@qd/protocol-model'

/** A value that is not what the definition says of its place. */
export interface WrongType {
  /** Dotted, inside the value that was looked at; empty: itself. */
  at: string
  expected: string
  /** Short. */
  found: string
}

const MAX_FOUND = 40

export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function foundIn(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return isPlain(value) ? 'object' : JSON.stringify(value).slice(0, MAX_FOUND)
}

function fits(node: DataNode, value: unknown): boolean {
  if (node.kind === 'list') return Array.isArray(value)
  if (node.kind !== 'scalar') return isPlain(value)
  if (node.type === 'int') return exactInt(value) !== null
  return typeof value === (node.type === 'float' ? 'number' : 'string')
}

function expectedAt(node: DataNode): string {
  if (node.kind === 'list') return 'array'
  return node.kind === 'scalar' ? node.type : 'object'
}

/** What is wrong with the value itself, not with what is inside it; nothing at all is never wrong. */
export function ownWrongType(node: DataNode, value: unknown): WrongType | null {
  if (value === null || value === undefined || fits(node, value)) return null
  return { at: '', expected: expectedAt(node), found: foundIn(value) }
}

/** The first wrong type of a value or of anything inside it; null when there is none. */
export function wrongType(
  protocol: ProtocolDefinition,
  node: DataNode | null,
  value: unknown,
): WrongType | null {
  if (node === null) return null
  const own = ownWrongType(node, value)
  if (own !== null || typeof value !== 'object' || value === null) return own
  for (const [name, inner] of Object.entries(value)) {
    const wrong = wrongType(protocol, innerNode(protocol, node, name), inner)
    if (wrong !== null) return { ...wrong, at: wrong.at === '' ? name : `${name}.${wrong.at}` }
  }
  return null
}

/** missing: the game left the module out of its answer. wrong: it is no table or object. */
export type ModuleState = { kind: 'sound' } | { kind: 'missing' } | { kind: 'wrong'; wrong: WrongType }

export function moduleState(info: DiffInfo, base: PlayerData, data: PlayerData): ModuleState {
  const isThere = Object.hasOwn(base, info.netKey) || Object.hasOwn(data, info.netKey)
  if (!isThere) return { kind: 'missing' }
  const wrong = ownWrongType(moduleNode(info), data[info.netKey])
  return wrong === null ? { kind: 'sound' } : { kind: 'wrong', wrong }
}
