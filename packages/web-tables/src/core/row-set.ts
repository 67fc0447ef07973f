/** The checked keys with one switched over. */
export function toggleKey(checked: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(checked)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The checked keys and all from one index to another, both included, whichever is first. */
export function addRange(
  checked: ReadonlySet<string>,
  keys: readonly string[],
  from: number,
  to: number,
): ReadonlySet<string> {
  const [low, high] = from < to ? [from, to] : [to, from]
  return new Set([...checked, ...keys.slice(Math.max(0, low), high + 1)])
}

/** Checks all of a page, or takes them off when all are checked; other pages keep theirs. */
export function toggleAll(checked: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const isFull = keys.length > 0 && keys.every((key) => checked.has(key))
  if (!isFull) return new Set([...checked, ...keys])
  const gone = new Set(keys)
  return new Set([...checked].filter((key) => !gone.has(key)))
}
