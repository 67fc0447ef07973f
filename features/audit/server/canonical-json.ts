/** JSON with sorted keys, no spaces and no lone surrogates: equal values give equal text on every node. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? 'null'
}

function sorted(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const source = value as Record<string, unknown>
  const target = Object.create(null) as Record<string, unknown>
  for (const key of Object.keys(source).sort()) target[key] = sorted(source[key])
  return target
}
