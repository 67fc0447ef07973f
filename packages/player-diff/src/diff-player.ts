import { diffInfoOf, elementKeyOf, equalValues, fieldNode } from '@qd/protocol-model'
import type { Change, DataNode, DiffInfo, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { listSteps } from './list-steps.ts'
import type { ListSteps } from './list-steps.ts'

type Address = Pick<Change, 'diff' | 'key'> & { path: string[] }
type ListNode = Extract<DataNode, { kind: 'list' }>

interface Pair {
  before: unknown
  after: unknown
}

interface Lists {
  before: readonly unknown[]
  after: readonly unknown[]
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Elements by key, or null when a key is missing or stands twice. */
function byKey(list: readonly unknown[], key: string): Map<string, unknown> | null {
  const elements = new Map<string, unknown>()
  for (const element of list) {
    const elementKey = own(objectOf(element) ?? {}, key)
    if (elementKey === undefined || elementKey === null || elements.has(String(elementKey))) return null
    elements.set(String(elementKey), element)
  }
  return elements
}

/** Whether two of the steps name the same index: then nobody could tell them apart by their place. */
function isAmbiguous({ removed, added, rewritten }: ListSteps): boolean {
  const after = new Set([...added, ...rewritten.map((pair) => pair.after)])
  return removed.some((index) => after.has(index))
}

/** The place one step further down. */
function inside(address: Address, segment: string): Address {
  return { ...address, path: [...address.path, segment] }
}

/** Collects the changes that lead from one state of a player's data to another. */
class Comparison {
  readonly changes: Change[] = []
  readonly protocol: ProtocolDefinition
  /** Nodes by definition, found once and not for every row. */
  private readonly nodes = new Map<DiffInfo, [string, DataNode][]>()

  constructor(protocol: ProtocolDefinition) {
    this.protocol = protocol
  }

  private fieldsOf(info: DiffInfo): [string, DataNode][] {
    const held = this.nodes.get(info)
    if (held !== undefined) return held
    const nodes = info.fields.flatMap((field): [string, DataNode][] => {
      const node = fieldNode(this.protocol, field)
      return node === null ? [] : [[field.fieldName, node]]
    })
    this.nodes.set(info, nodes)
    return nodes
  }

  private place({ diff, key, path }: Address, change: Omit<Change, 'diff' | 'key' | 'path'>): void {
    this.changes.push({ diff, ...(key === undefined ? {} : { key }), path, ...change })
  }

  private set(address: Address, { before, after }: Pair): void {
    // An absent value is null to the game, and a change must say what stood there.
    this.place(address, { op: 'set', value: after ?? null, old: before ?? null })
  }

  object(address: Address, info: DiffInfo, pair: Pair): void {
    if (pair.before === pair.after) return
    const before = objectOf(pair.before)
    const after = objectOf(pair.after)
    if (!before || !after) {
      if (!equalValues(pair.before, pair.after)) this.set(address, pair)
      return
    }
    for (const [name, node] of this.fieldsOf(info)) {
      const inner = { before: own(before, name), after: own(after, name) }
      if (inner.before !== inner.after) this.node(address, { name, node }, inner)
    }
  }

  private node(at: Address, { name, node }: { name: string; node: DataNode }, pair: Pair): void {
    if (node.kind === 'object') this.object(inside(at, name), node.info, pair)
    else if (node.kind === 'list') this.list(inside(at, name), node, pair)
    else if (!equalValues(pair.before, pair.after)) this.set(inside(at, name), pair)
  }

  private list(address: Address, node: ListNode, pair: Pair): void {
    // Most lists are the same: no index of their keys is made then.
    if (equalValues(pair.before, pair.after)) return
    const lists = {
      before: Array.isArray(pair.before) ? pair.before : [],
      after: Array.isArray(pair.after) ? pair.after : [],
    }
    if (elementKeyOf(node) === '') this.listByIndex(address, node, lists)
    else this.listByKey(address, node, lists)
  }

  private listByKey(address: Address, node: ListNode, lists: Lists): void {
    const before = byKey(lists.before, elementKeyOf(node))
    const after = byKey(lists.after, elementKeyOf(node))
    if (!before || !after) {
      if (!equalValues(lists.before, lists.after)) this.set(address, lists)
      return
    }
    for (const [key, old] of before) {
      if (!after.has(key)) this.place(inside(address, key), { op: 'remove', old })
      else this.node(address, { name: key, node: node.item }, { before: old, after: after.get(key) })
    }
    for (const [key, value] of after) {
      if (!before.has(key)) this.place(inside(address, key), { op: 'add', value })
    }
  }

  private listByIndex(address: Address, node: ListNode, { before, after }: Lists): void {
    const lengths = { before: before.length, after: after.length }
    const steps = listSteps(lengths, (left, right) => equalValues(before[left], after[right]))
    if (isAmbiguous(steps)) return this.set(address, { before, after })
    // From the end, so that what is still to be taken out keeps its index; then in the order of the new list.
    for (const index of steps.removed.toReversed()) {
      this.place(inside(address, String(index)), { op: 'remove', old: before[index] })
    }
    for (const index of steps.added)
      this.place(inside(address, String(index)), { op: 'add', value: after[index] })
    for (const { before: left, after: right } of steps.rewritten) {
      const pair = { before: before[left], after: after[right] }
      this.node(address, { name: String(right), node: node.item }, pair)
    }
  }

  table(diff: string, info: DiffInfo, pair: Pair): void {
    const before = objectOf(pair.before) ?? {}
    const after = objectOf(pair.after) ?? {}
    for (const key of Object.keys(before)) {
      // Untouched rows are often shared by both, so that a big table costs one glance a row.
      if (Object.hasOwn(after, key) && before[key] === after[key]) continue
      const address = { diff, key, path: [] }
      if (!Object.hasOwn(after, key)) this.place(address, { op: 'remove', old: before[key] })
      else this.object(address, info, { before: before[key], after: after[key] })
    }
    for (const key of Object.keys(after)) {
      if (!Object.hasOwn(before, key)) this.place({ diff, key, path: [] }, { op: 'add', value: after[key] })
    }
  }
}

/**
 * The changes that lead from `before` to `after`, module by module, each with its own place; empty exactly
 * when both are equal as game data. Rows and elements with a key are told by it and their order says
 * nothing; lists without keys are told by the longest run they share.
 */
export function diffPlayer(protocol: ProtocolDefinition, before: PlayerData, after: PlayerData): Change[] {
  const comparison = new Comparison(protocol)
  for (const diff of Object.keys(protocol.diffInfos)) {
    const info = diffInfoOf(protocol, diff)
    if (!info || info.netKey === '') continue
    const pair = { before: own(before, info.netKey), after: own(after, info.netKey) }
    if (pair.before === pair.after) continue
    if (info.key === '') comparison.object({ diff, path: [] }, info, pair)
    else comparison.table(diff, info, pair)
  }
  return comparison.changes
}
