export interface RowRange {
  from: number
  to: number
  /** Put in, or taken out. */
  isIn: boolean
}

/** The chosen keys with those from one index to another, both included, whichever is first. */
export function setRange(
  chosen: ReadonlySet<string>,
  keys: readonly string[],
  { from, to, isIn }: RowRange,
): ReadonlySet<string> {
  const next = new Set(chosen)
  const [low, high] = from < to ? [from, to] : [to, from]
  for (const key of keys.slice(Math.max(0, low), high + 1)) {
    if (isIn) next.add(key)
    else next.delete(key)
  }
  return next
}

/** All keys chosen, or none of them when all are; keys of other pages stay as they are. */
export function toggleAll(chosen: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const isFull = hasAll(chosen, keys)
  return setRange(chosen, keys, { from: 0, to: keys.length - 1, isIn: !isFull })
}

export function hasAll(chosen: ReadonlySet<string>, keys: readonly string[]): boolean {
  return keys.length > 0 && keys.every((key) => chosen.has(key))
}
