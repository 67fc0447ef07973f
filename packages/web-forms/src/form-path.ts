/** The value at a dotted path, e.g. `servers.0.name`; undefined where there is none. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    return typeof at === 'object' && at !== null && Object.hasOwn(at, key)
      ? (at as Record<string, unknown>)[key]
      : undefined
  }, values)
}

function put(values: unknown, keys: readonly string[], value: unknown): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return value
  const inner = put(valueAt(values, key), rest, value)
  if (Array.isArray(values)) return values.map((old: unknown, index) => (String(index) === key ? inner : old))
  return { ...(values as object | undefined), [key]: inner }
}

/** A copy of `values` with the value at the path changed; nothing else is copied. */
export function withValueAt<V>(values: V, path: string, value: unknown): V {
  return put(values, path.split('.'), value) as V
}
