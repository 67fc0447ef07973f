const LAST = (1n << 64n) - 1n

/** The id next to one of an entry; null beyond the last. */
export function nextStreamId(id: string): string | null {
  const [ms, part] = id.split('-').map(BigInt) as [bigint, bigint]
  if (part < LAST) return `${ms}-${part + 1n}`
  return ms < LAST ? `${ms + 1n}-0` : null
}
