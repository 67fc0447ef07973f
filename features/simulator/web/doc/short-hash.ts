const SHOWN = 8

/** Enough of a content hash to tell versions apart. */
export function shortHash(hash: string): string {
  return hash.slice(0, SHOWN)
}
