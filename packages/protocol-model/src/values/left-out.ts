import { isForbiddenKey, isPlainObject } from '../definition/names.ts'

/** An object of foreign data that has values the console does not carry: where it stands, and their names. */
export interface LeftOut {
  path: string[]
  names: string[]
  /** So many objects below have some that they are not told one by one. */
  isWhole?: boolean
}

/** Objects of one module that are told one by one. */
const MOST_PLACES = 1000

interface Open {
  value: unknown
  /** Segments from the root; shared prefixes are not copied. */
  at: { segment: string; up: Open['at'] } | null
}

function pathOf(at: Open['at']): string[] {
  const path: string[] = []
  for (let step = at; step !== null; step = step.up) path.push(step.segment)
  return path.toReversed()
}

/** Takes the keys that reach prototypes out of parsed JSON, in place, and tells where they stood. */
export function takeOutForbidden(root: unknown): LeftOut[] {
  const found: LeftOut[] = []
  const open: Open[] = [{ value: root, at: null }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, at } = next
    if (typeof value !== 'object' || value === null) continue
    const names = isPlainObject(value) ? Object.keys(value).filter(isForbiddenKey) : []
    for (const name of names) delete (value as Record<string, unknown>)[name]
    if (names.length > 0) found.push({ path: pathOf(at), names })
    for (const [segment, inner] of Object.entries(value)) {
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, at: { segment, up: at } })
    }
  }
  return found
}

/** The places below a path, told from there. */
export function leftOutBelow(places: readonly LeftOut[], root: readonly string[]): LeftOut[] {
  return places
    .filter(({ path }) => root.every((segment, index) => path[index] === segment))
    .map((place) => ({ ...place, path: place.path.slice(root.length) }))
}

/** Places of a player's data, by module: those of one that has very many become one. */
export function leftOutByModule(places: readonly LeftOut[]): LeftOut[] {
  return [...Map.groupBy(places, ({ path }) => path[0])].flatMap(([first, list]): LeftOut[] => {
    if (first === undefined || list.length <= MOST_PLACES) return list
    return [{ path: [first], names: [...new Set(list.flatMap(({ names }) => names))], isWhole: true }]
  })
}
