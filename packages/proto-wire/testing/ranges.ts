import type { WireNode } from '../src/index.ts'

/** Where the ranges of nodes do not follow each other from `start` to `end`, or null: every byte has one owner. */
export function rangeFault(nodes: readonly WireNode[], start: number, end: number): string | null {
  let at = start
  for (const node of nodes) {
    const { path, valueStart, valueEnd } = node
    if (node.start !== at) return `${path} starts at ${node.start} instead of ${at}`
    const isInside = node.start <= valueStart && valueStart <= valueEnd && valueEnd <= node.end
    if (!isInside || node.end <= node.start)
      return `${path} has ${node.start} ${valueStart} ${valueEnd} ${node.end}`
    const inner = node.children.length > 0 ? rangeFault(node.children, valueStart, valueEnd) : null
    if (inner !== null) return inner
    at = node.end
  }
  return at === end ? null : `ends at ${at} instead of ${end}`
}
