import { elementKeyOf, fieldNode, readPath } from '@qd/protocol-model'
import type { DataNode, DiffInfo, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import type { Place } from '@qd/player-diff'
import { modulesOf } from './module-list.ts'

/** A value that holds what is searched for. */
export interface ValueHit {
  place: Place
  /** Name of the field it stands in. */
  field: string
  text: string
}

/** Hits of one module: the first ones, and in how many rows there are any. */
export interface ModuleHits {
  hits: ValueHit[]
  rows: number
}

const MAX_HITS = 20
const MAX_HITS_PER_ROW = 3
const MAX_DEPTH = 32

/** All values of an object in one text, made once: an edit makes new objects of what it touches and only those. */
const texts = new WeakMap<object, string>()

function textOf(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '').toLowerCase()
  const known = texts.get(value)
  if (known !== undefined) return known
  const parts = depth > MAX_DEPTH ? [] : Object.values(value).map((inner) => textOf(inner, depth + 1))
  const text = parts.join('\n')
  // Inner objects are found by their row; keeping their texts too would double the memory.
  if (depth === 0) texts.set(value, text)
  return text
}

interface Unit {
  info: DiffInfo
  key?: string
  /** Field of an object module; its fields are searched one by one, like rows. */
  field?: string
  value: unknown
}

function* unitsOf(protocol: ProtocolDefinition, data: PlayerData): Generator<Unit> {
  for (const info of modulesOf(protocol)) {
    const value = readPath(data, [info.netKey])
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      yield info.key === '' ? { info, field: name, value: inner } : { info, key: name, value: inner }
    }
  }
}

/** By data provider: the names of what its numbers stand for, by number. */
export type KnownNames = Readonly<Record<string, ReadonlyMap<string, string>>>

/** Searches the values of a player, row by row, so that the page stays alive with ten megabytes. */
export class ValueSearch {
  /** By name of the diff info. */
  readonly found = new Map<string, ModuleHits>()
  readonly #protocol: ProtocolDefinition
  readonly #needle: string
  readonly #units: Generator<Unit>
  /** Names that hold the needle. */
  readonly #named: KnownNames

  constructor(protocol: ProtocolDefinition, data: PlayerData, needle: string, names: KnownNames = {}) {
    this.#protocol = protocol
    this.#needle = needle.trim().toLowerCase()
    this.#units = unitsOf(protocol, data)
    const holds = ([, name]: [string, string]): boolean => name.toLowerCase().includes(this.#needle)
    this.#named = Object.fromEntries(
      Object.entries(names).map(([provider, known]) => [provider, new Map([...known].filter(holds))]),
    )
  }

  /** Looks at so many rows more; true at the end. */
  search(rows = Number.POSITIVE_INFINITY): boolean {
    for (let left = rows; left > 0; left -= 1) {
      const next = this.#units.next()
      if (next.done === true) return true
      const named = this.#namedIn(next.value)
      if (named.length > 0 || textOf(next.value.value).includes(this.#needle)) this.#note(next.value, named)
    }
    return false
  }

  /** Values of a row, or a field of an object, that stand for something whose name holds the needle. */
  #namedIn({ info, key, field: only, value }: Unit): ValueHit[] {
    return info.fields.flatMap(({ fieldName, name, dataProvider = '' }) => {
      const known = Object.hasOwn(this.#named, dataProvider) ? this.#named[dataProvider] : undefined
      if (!known?.size || (only !== undefined && only !== fieldName)) return []
      const text = known.get(String(only === undefined ? readPath(value, [fieldName]) : value))
      const place = { diff: info.name, ...(key === undefined ? {} : { key }), path: [fieldName] }
      return text === undefined ? [] : [{ place, field: name, text }]
    })
  }

  #note(unit: Unit, named: readonly ValueHit[]): void {
    const { info } = unit
    const module = this.found.get(info.name) ?? { hits: [], rows: 0 }
    this.found.set(info.name, module)
    module.rows += 1
    if (module.hits.length >= MAX_HITS) return
    const row: ValueHit[] = [...named]
    const place: Place = { diff: info.name, ...(unit.key === undefined ? {} : { key: unit.key }), path: [] }
    const object: DataNode = { kind: 'object', info }
    const value = unit.field === undefined ? unit.value : { [unit.field]: unit.value }
    this.#walk(row, { node: object, field: '', place }, value)
    module.hits.push(...row)
  }

  #walk(into: ValueHit[], at: { node: DataNode | null; field: string; place: Place }, value: unknown): void {
    if (into.length >= MAX_HITS_PER_ROW) return
    if (typeof value !== 'object' || value === null) {
      const text = String(value ?? '')
      if (text.toLowerCase().includes(this.#needle)) into.push({ place: at.place, field: at.field, text })
      return
    }
    for (const [name, inner] of Object.entries(value)) this.#walk(into, this.#inside(at, name, inner), inner)
  }

  #inside(
    { node, field, place }: { node: DataNode | null; field: string; place: Place },
    name: string,
    inner: unknown,
  ): { node: DataNode | null; field: string; place: Place } {
    if (node?.kind === 'list') {
      const key = elementKeyOf(node)
      const address = key === '' ? name : String(readPath(inner, [key]) ?? name)
      return { node: node.item, field, place: { ...place, path: [...place.path, address] } }
    }
    const own =
      node?.kind === 'object' ? node.info.fields.find(({ fieldName }) => fieldName === name) : undefined
    return {
      node: own ? fieldNode(this.#protocol, own) : null,
      field: own?.name ?? name,
      place: { ...place, path: [...place.path, name] },
    }
  }
}
