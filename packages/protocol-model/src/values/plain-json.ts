import { isForbiddenKey } from '../definition/names.ts'

export interface PlainJsonLimits {
  maxDepth: number
  /** Values of any kind, containers included. */
  maxNodes: number
}

/**
 * Why a parsed JSON value must not be used (too deep, too many values, a key that reaches prototypes), or null.
 * With `onForbidden` such a key is told and is no fault.
 */
export function plainJsonFault(
  value: unknown,
  limits: PlainJsonLimits,
  onForbidden?: () => void,
): string | null {
  // A stack of its own: recursion would let a deep document end the process.
  const open: { container: object; depth: number }[] = []
  let nodes = 1
  const enter = (child: unknown, depth: number) => {
    if (typeof child === 'object' && child !== null) open.push({ container: child, depth })
  }
  enter(value, 1)
  for (let next = open.pop(); next; next = open.pop()) {
    const { container, depth } = next
    if (depth > limits.maxDepth) return `nested deeper than ${limits.maxDepth}`
    // A list is counted before it is walked, so that a huge one costs nothing.
    const keys = Array.isArray(container) ? null : Object.keys(container)
    nodes += keys ? keys.length : (container as unknown[]).length
    if (nodes > limits.maxNodes) return `more than ${limits.maxNodes} values`
    if (keys === null) {
      for (const child of container as unknown[]) enter(child, depth + 1)
      continue
    }
    const bad = keys.find(isForbiddenKey)
    if (bad !== undefined && onForbidden === undefined) return `the key ${bad} is not allowed`
    if (bad !== undefined) onForbidden?.()
    for (const key of keys) enter((container as Record<string, unknown>)[key], depth + 1)
  }
  return null
}
