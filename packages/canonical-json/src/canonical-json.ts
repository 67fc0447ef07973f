import canonicalize from 'canonicalize'

/** RFC 8785 knows no lone surrogates and no integers beyond doubles; data of games has both. */
function carried(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map(carried)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), carried(inner)]))
}

/**
 * JSON as RFC 8785 writes it: equal values give equal text on every node. Lone surrogates become U+FFFD, bigints their
 * digits as text; nothing at all is `null`. Throws for NaN and the infinities.
 */
export function canonicalJson(value: unknown): string {
  return canonicalize(carried(value)) ?? 'null'
}
