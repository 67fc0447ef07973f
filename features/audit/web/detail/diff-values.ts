/** One difference between how something was and how it is. */
export interface Difference {
  /** `grants[operator].scope`; empty for the whole. */
  path: string
  kind: 'added' | 'removed' | 'changed'
  before?: unknown
  after?: unknown
  /** A field of the game's own, which has no words here. */
  isGameField?: boolean
}

type Bag = Record<string, unknown>

const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Equal values give equal text, whatever the order of their keys. */
export function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOfValue).join(', ')}]`
  if (!isBag(value)) return typeof value === 'string' ? JSON.stringify(value) : String(value ?? null)
  const parts = Object.keys(value)
    .sort()
    .map((key) => `${key}: ${textOfValue(value[key])}`)
  return `{${parts.join(', ')}}`
}

/** Fields that name an element of a list, the most telling first. */
const NAMING = ['id', 'key', 'code', 'userId', 'sId', 'lineId', 'name']

/** The field all elements of both lists have, each with a value of its own; null: they have no names. */
function namingField(lists: readonly (readonly unknown[])[]): string | null {
  const isNaming = (field: string) =>
    lists.every((list) => {
      const names = list.map((each) => (isBag(each) ? each[field] : undefined))
      const areNames = names.every((name) => typeof name === 'string' || typeof name === 'number')
      return areNames && new Set(names).size === names.length
    })
  return NAMING.find(isNaming) ?? null
}

const below = (path: string, key: string) => {
  if (/^[\w-]+$/.test(key)) return path === '' ? key : `${path}.${key}`
  return `${path}[${JSON.stringify(key)}]`
}

function diffBags(before: Bag, after: Bag, path: string): Difference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return keys.flatMap((key): Difference[] => {
    const at = below(path, key)
    if (!Object.hasOwn(before, key)) return [{ path: at, kind: 'added', after: after[key] }]
    if (!Object.hasOwn(after, key)) return [{ path: at, kind: 'removed', before: before[key] }]
    return diffValues(before[key], after[key], at)
  })
}

function diffNamed(
  before: readonly Bag[],
  after: readonly Bag[],
  at: { path: string; field: string },
): Difference[] {
  const { path, field } = at
  const nameOf = (each: Bag) => String(each[field])
  const [was, is] = [new Map(before.map((e) => [nameOf(e), e])), new Map(after.map((e) => [nameOf(e), e]))]
  const gone = [...was].filter(([name]) => !is.has(name))
  const differences = [...is].flatMap(([name, each]): Difference[] => {
    const old = was.get(name)
    const inside = `${path}[${name}]`
    return old === undefined ? [{ path: inside, kind: 'added', after: each }] : diffBags(old, each, inside)
  })
  return [
    ...gone.map(([name, each]): Difference => ({ path: `${path}[${name}]`, kind: 'removed', before: each })),
    ...differences,
  ]
}

/** Elements without names are a set: what is no longer in it and what came into it. */
function diffSets(before: readonly unknown[], after: readonly unknown[], path: string): Difference[] {
  const without = (list: readonly unknown[], others: readonly unknown[]) => {
    const left = others.map(textOfValue)
    return list.filter((each) => {
      const at = left.indexOf(textOfValue(each))
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  const [gone, come] = [without(before, after), without(after, before)]
  if (gone.length === 0 && come.length === 0 && textOfValue(before) !== textOfValue(after)) {
    return [{ path, kind: 'changed', before, after }]
  }
  return [
    ...gone.map((each): Difference => ({ path: `${path}[]`, kind: 'removed', before: each })),
    ...come.map((each): Difference => ({ path: `${path}[]`, kind: 'added', after: each })),
  ]
}

/** Field by field what differs: objects by their keys, lists by the names of their elements or as sets. */
export function diffValues(before: unknown, after: unknown, path = ''): Difference[] {
  if (textOfValue(before) === textOfValue(after)) return []
  if (isBag(before) && isBag(after)) return diffBags(before, after, path)
  if (Array.isArray(before) && Array.isArray(after)) {
    const field = namingField([before, after])
    if (field !== null) return diffNamed(before as Bag[], after as Bag[], { path, field })
    return diffSets(before, after, path)
  }
  if (before === null || before === undefined) return [{ path, kind: 'added', after }]
  if (after === null || after === undefined) return [{ path, kind: 'removed', before }]
  return [{ path, kind: 'changed', before, after }]
}
