import { diffInfoOf, elementKeyOf, equalValues, fieldNode } from '@qd/protocol-model'
import type { Change, DataNode, DiffInfo, PlayerData, ProtocolDefinition } from '@qd/protocol-model'

type Address = Pick<Change, 'diff' | 'key'> & { path: string[] }
type ListNode = Extract<DataNode, { kind: 'list' }>

interface Pair {
  base: unknown
  draft: unknown
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function byKey(list: readonly unknown[], key: string): Map<string, unknown> | null {
  const elements = new Map<string, unknown>()
  for (const element of list) {
    const elementKey = own(objectOf(element) ?? {}, key)
    if (elementKey === undefined || elements.has(String(elementKey))) return null
    elements.set(String(elementKey), element)
  }
  return elements
}

/** Collects the edits that lead from one state of a player's data to another. */
class Comparison {
  readonly changes: Change[] = []
  readonly protocol: ProtocolDefinition

  constructor(protocol: ProtocolDefinition) {
    this.protocol = protocol
  }

  place(address: Address, change: Omit<Change, 'diff' | 'key' | 'path'>): void {
    const { diff, key, path } = address
    this.changes.push({ diff, ...(key === undefined ? {} : { key }), path, ...change })
  }

  set(address: Address, { base, draft }: Pair): void {
    // An absent value is null to the game, and a change must say what stood there.
    this.place(address, { op: 'set', value: draft ?? null, old: base ?? null })
  }

  object(address: Address, info: DiffInfo, pair: Pair): void {
    const base = objectOf(pair.base)
    const draft = objectOf(pair.draft)
    if (!base || !draft) return this.set(address, pair)
    for (const field of info.fields) {
      const inner = { base: own(base, field.fieldName), draft: own(draft, field.fieldName) }
      const node = fieldNode(this.protocol, field)
      if (node) this.node({ ...address, path: [...address.path, field.fieldName] }, node, inner)
    }
  }

  keyedList(address: Address, node: ListNode, pair: { base: unknown[]; draft: unknown[] }): boolean {
    const base = byKey(pair.base, elementKeyOf(node))
    const draft = byKey(pair.draft, elementKeyOf(node))
    if (!base || !draft) return false
    for (const [key, old] of base) {
      const at = { ...address, path: [...address.path, key] }
      if (!draft.has(key)) this.place(at, { op: 'remove', old })
      else this.node(at, node.item, { base: old, draft: draft.get(key) })
    }
    for (const [key, value] of draft) {
      if (!base.has(key)) this.place({ ...address, path: [...address.path, key] }, { op: 'add', value })
    }
    return true
  }

  list(address: Address, node: ListNode, pair: Pair): void {
    const base = Array.isArray(pair.base) ? pair.base : []
    const draft = Array.isArray(pair.draft) ? pair.draft : []
    if (elementKeyOf(node) !== '' && this.keyedList(address, node, { base, draft })) return
    // Elements known by index only: a list of another length is written whole, since indexes have moved.
    if (base.length !== draft.length) return this.set(address, { base, draft })
    base.forEach((old, index) => {
      const at = { ...address, path: [...address.path, String(index)] }
      this.node(at, node.item, { base: old, draft: draft[index] })
    })
  }

  node(address: Address, node: DataNode, pair: Pair): void {
    if (pair.base === pair.draft || equalValues(pair.base, pair.draft)) return
    if (node.kind === 'object') return this.object(address, node.info, pair)
    if (node.kind === 'list') return this.list(address, node, pair)
    this.set(address, pair)
  }

  table(diff: string, info: DiffInfo, pair: Pair): void {
    const base = objectOf(pair.base) ?? {}
    const draft = objectOf(pair.draft) ?? {}
    for (const key of Object.keys(base)) {
      // Untouched rows are shared between base and draft, so a big table costs one glance a row.
      if (Object.hasOwn(draft, key) && base[key] === draft[key]) continue
      const address = { diff, key, path: [] }
      if (!Object.hasOwn(draft, key)) this.place(address, { op: 'remove', old: base[key] })
      else this.object(address, info, { base: base[key], draft: draft[key] })
    }
    for (const key of Object.keys(draft)) {
      if (!Object.hasOwn(base, key)) this.place({ diff, key, path: [] }, { op: 'add', value: draft[key] })
    }
  }
}

/** The changes that lead from `base` to `draft`, by module; empty exactly when they are equal as game data. */
export function pendingChanges(protocol: ProtocolDefinition, base: PlayerData, draft: PlayerData): Change[] {
  const comparison = new Comparison(protocol)
  for (const diff of Object.keys(protocol.diffInfos)) {
    const info = diffInfoOf(protocol, diff)
    if (!info || info.netKey === '') continue
    const pair = { base: own(base, info.netKey), draft: own(draft, info.netKey) }
    if (pair.base === pair.draft) continue
    if (info.key === '') comparison.object({ diff, path: [] }, info, pair)
    else comparison.table(diff, info, pair)
  }
  return comparison.changes
}
