import { diffInfoOf, elementKeyOf, exactInt, fieldNode, moduleNode } from '@qd/protocol-model'
import type { Change, DataNode, DiffInfo, Field, ProtocolDefinition } from '@qd/protocol-model'

/** Field names under which games keep how many of an item there are. */
const QUANTITY = /^(count|num|number|amount|quantity)$/i

/** Quantities of items, as `sums` has them, apart: rows of an item, and fields that the definition says hold one. */
export interface Quantities {
  rows: Map<string, bigint>
  fields: Map<string, bigint>
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** Where a value stands: a field of an object, whose row has this key in a table or list. */
interface Place {
  info: DiffInfo
  field: Field
  key: string | undefined
}

export interface HeldItem {
  item: string
  in: keyof Quantities
}

/** The item whose quantity a field holds: the one the definition names for it, or the row's where keys are item numbers. */
function heldBy({ info, field, key }: Place): HeldItem | null {
  if (field.item !== undefined) return { item: String(field.item), in: 'fields' }
  const keyField = info.fields.find(({ fieldName }) => fieldName === info.key)
  const isRow = keyField?.dataProvider === 'gameProp' && key !== undefined && /^\d+$/.test(key)
  // Leading zeros make no other item, and no limit of its own.
  return isRow && QUANTITY.test(field.fieldName) ? { item: String(BigInt(key)), in: 'rows' } : null
}

interface LocatedNode {
  node: DataNode
  key: string | undefined
  /** Of the last field on the way. */
  place: Place | null
}

/** What stands at a path; null where the definition knows nothing there. */
function find(
  protocol: ProtocolDefinition,
  { diff, key, path }: Pick<Change, 'diff' | 'key' | 'path'>,
): LocatedNode | null {
  const info = diffInfoOf(protocol, diff)
  if (info === null) return null
  const whole = moduleNode(info)
  let found: LocatedNode = {
    node: whole.kind === 'table' && key !== undefined ? { kind: 'object', info } : whole,
    key,
    place: null,
  }
  for (const segment of path) {
    const { node } = found
    if (node.kind === 'list') {
      found = { ...found, node: node.item, key: elementKeyOf(node) === '' ? undefined : String(segment) }
      continue
    }
    if (node.kind !== 'object') return null
    const field = node.info.fields.find(({ fieldName }) => fieldName === String(segment))
    const next = field === undefined ? null : fieldNode(protocol, field)
    if (field === undefined || next === null) return null
    found = { node: next, key: undefined, place: { info: node.info, field, key: found.key } }
  }
  return found
}

/** The item whose quantity stands at a place; null: none. */
export function itemAt(
  protocol: ProtocolDefinition,
  at: Pick<Change, 'diff' | 'key' | 'path'>,
): HeldItem | null {
  const place = find(protocol, at)?.place ?? null
  return place === null ? null : heldBy(place)
}

/** Adds what a value holds of items, whatever it is made of. */
function addHeld(
  protocol: ProtocolDefinition,
  { node, key, place }: LocatedNode,
  value: unknown,
  sums: Quantities,
) {
  if (node.kind === 'scalar') {
    const held = place === null ? null : heldBy(place)
    const quantity = held === null ? null : exactInt(value)
    if (held !== null && quantity !== null)
      sums[held.in].set(held.item, (sums[held.in].get(held.item) ?? 0n) + quantity)
    return
  }
  if (node.kind === 'list') {
    const elementKey = elementKeyOf(node)
    for (const element of Array.isArray(value) ? (value as unknown[]) : []) {
      const keyed = elementKey === '' ? undefined : own(element, elementKey)
      const of = keyed === undefined ? undefined : String(keyed as string)
      addHeld(protocol, { node: node.item, key: of, place }, element, sums)
    }
    return
  }
  if (node.kind === 'table') {
    for (const [row, held] of Object.entries(typeof value === 'object' && value !== null ? value : {}))
      addHeld(protocol, { node: { kind: 'object', info: node.info }, key: row, place }, held, sums)
    return
  }
  for (const field of node.info.fields) {
    const inner = own(value, field.fieldName)
    const next = inner === undefined ? null : fieldNode(protocol, field)
    if (next !== null)
      addHeld(protocol, { node: next, key: undefined, place: { info: node.info, field, key } }, inner, sums)
  }
}

/** What stands in a value at a place. */
export function quantitiesIn(
  protocol: ProtocolDefinition,
  at: Pick<Change, 'diff' | 'key' | 'path'>,
  value: unknown,
): Quantities {
  const sums: Quantities = { rows: new Map(), fields: new Map() }
  const found = find(protocol, at)
  if (found !== null && value !== undefined) addHeld(protocol, found, value, sums)
  return sums
}

/** What a change puts at its place, and what it says stood there: a `set` alone says so, and the game compares it. */
export function quantitiesOf(
  protocol: ProtocolDefinition,
  change: Change,
): { now: Quantities; before: Quantities } {
  return {
    now: quantitiesIn(protocol, change, change.op === 'remove' ? undefined : change.value),
    before: quantitiesIn(protocol, change, change.op === 'set' ? change.old : undefined),
  }
}

type ChangedPlace = Pick<Change, 'diff' | 'key' | 'path'>

/** How items can stand at a place or below it, whatever is there; null: the definition knows no such place. */
export function quantitiesBelow(
  protocol: ProtocolDefinition,
  at: ChangedPlace,
): ReadonlySet<keyof Quantities> | null {
  const kinds = new Set<keyof Quantities>()
  const seen = new Set<DiffInfo>()
  const look = (node: DataNode, place: Place | null): void => {
    if (node.kind === 'scalar') {
      const held = place === null ? null : heldBy(place)
      if (held !== null) kinds.add(held.in)
    } else if (node.kind === 'list') look(node.item, place)
    else if (!seen.has(node.info)) {
      seen.add(node.info)
      for (const field of node.info.fields) {
        const next = fieldNode(protocol, field)
        // Any row: its key may be an item number.
        if (next !== null) look(next, { info: node.info, field, key: '0' })
      }
    }
  }
  const found = find(protocol, at.key === undefined ? at : { ...at, key: '0' })
  if (found === null) return null
  look(found.node, found.place)
  return kinds
}

/** Items that are a currency: a field of the definition holds how much a player has of it. */
export function currenciesOf(protocol: ProtocolDefinition): ReadonlySet<string> {
  const fields = Object.values(protocol.diffInfos).flatMap((info) => info.fields)
  return new Set(fields.flatMap(({ item }) => (item === undefined ? [] : [String(item)])))
}
