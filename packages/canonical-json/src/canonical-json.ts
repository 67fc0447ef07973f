import canonicalize from 'canonicalize'

/** RFC 8785 knows no lone surrogates and no integers beyond doubles; data of games has both. */
function carried(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(carried)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), carried(inner)]))
}

/** Whether RFC 8785 can carry the value as it is: nearly always, and then no copy has to be made of it. */
function isCarried(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint'
  if (Array.isArray(value)) return value.every(isCarried)
  for (const key in value) {
    if (!key.isWellFormed() || !isCarried((value as Record<string, unknown>)[key])) return false
  }
  return true
}

/**
 * JSON as RFC 8785 writes it: equal values give equal text on every node. Lone surrogates become U+FFFD, bigints their
 * digits as text; nothing at all is `null`. Throws for NaN and the infinities.
 */
export function canonicalJson(value: unknown): string {
  return canonicalize(isCarried(value) ? value : carried(value)) ?? 'null'
}
