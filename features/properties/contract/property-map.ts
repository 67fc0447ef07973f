import type { RouteReply } from '@qd/contract-kit'
import type { propertyList, upperLimitList } from './index.ts'

/** A property item as pages know it (S3.02). */
export interface PropertyItem {
  readonly number: string
  readonly name: string
  /** Code of its type. */
  readonly proType: string
  readonly typeName: string
  /** Largest quantity one action may give, as text; null: no limit is known. */
  readonly limit: string | null
}

/** One type with its items, in the order of the game's list. */
export interface PropertyLevel {
  readonly proType: string
  readonly name: string
  readonly items: readonly PropertyItem[]
}

/** The property items of a line (S3.01). */
export interface PropertyMap {
  readonly list: readonly PropertyItem[]
  readonly byNumber: ReadonlyMap<string, PropertyItem>
  /** The level-property map: types by `proType`, below each its items. */
  readonly levels: ReadonlyMap<string, PropertyLevel>
}

type Rows = RouteReply<typeof propertyList>
type Limits = RouteReply<typeof upperLimitList>

function levelsOf(list: readonly PropertyItem[]): ReadonlyMap<string, PropertyLevel> {
  const levels = new Map<string, PropertyLevel & { items: PropertyItem[] }>()
  for (const item of list) {
    const { proType, typeName } = item
    const level = levels.get(proType) ?? { proType, name: typeName, items: [] }
    level.items.push(item)
    levels.set(proType, level)
  }
  return levels
}

/** Items and upper limits of a line in the forms pages ask for; lists that cannot be had are empty. */
export function propertyMapOf(rows: Rows | undefined, limits: Limits | undefined): PropertyMap {
  const limitOf = new Map((limits ?? []).map(({ number, quantity }) => [number, quantity]))
  const list = (rows ?? []).map(({ number, name, type }) => ({
    number,
    name,
    proType: type.code,
    typeName: type.name,
    limit: limitOf.get(number) ?? null,
  }))
  return { list, byNumber: new Map(list.map((item) => [item.number, item])), levels: levelsOf(list) }
}

/** A line's items to choose from: type by type, each with its type and the most of it one may give. */
export function propertyChoices({ levels }: PropertyMap): { value: string; label: string; detail: string }[] {
  return [...levels.values()].flatMap(({ items }) =>
    items.map(({ number, name, typeName, limit }) => ({
      value: number,
      label: name,
      detail: limit === null ? typeName : `${typeName} ≤ ${limit}`,
    })),
  )
}
