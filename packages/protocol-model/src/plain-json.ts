import { isForbiddenKey } from './names.ts'

export interface PlainJsonLimits {
  maxDepth: number
  /** Values of any kind, containers included. */
  maxNodes: number
}

/** Why a parsed JSON value must not be used (too deep, too many values, a key that reaches prototypes), or null. */
export function plainJsonFault(value: unknown, limits: PlainJsonLimits): string | null {
  // A stack of its own: recursion would let a deep document end the process.
  const open: { value: unknown; depth: number }[] = [{ value, depth: 1 }]
  let nodes = 0
  for (let next = open.pop(); next; next = open.pop()) {
    nodes += 1
    if (nodes > limits.maxNodes) return `more than ${limits.maxNodes} values`
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth > limits.maxDepth) return `nested deeper than ${limits.maxDepth}`
    for (const key of Object.keys(next.value)) {
      if (isForbiddenKey(key)) return `the key ${key} is not allowed`
      open.push({ value: (next.value as Record<string, unknown>)[key], depth: next.depth + 1 })
    }
  }
  return null
}
