import type { WireNode } from '@qd/proto-wire'
import { valueText } from './value-text.ts'

/** A value that differs; null where a frame has none. */
export interface ComparedValue {
  path: string
  before: string | null
  after: string | null
}

function collect(nodes: readonly WireNode[], into: Map<string, string>): Map<string, string> {
  for (const node of nodes) {
    const text = valueText(node)
    if (text !== '') into.set(node.path, text)
    collect(node.children, into)
  }
  return into
}

/** The values of two frames that are not the same, in the order of the first, then of the second. */
export function comparedValues(first: readonly WireNode[], second: readonly WireNode[]): ComparedValue[] {
  const before = collect(first, new Map())
  const after = collect(second, new Map())
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths]
    .map((path) => ({ path, before: before.get(path) ?? null, after: after.get(path) ?? null }))
    .filter((value) => value.before !== value.after)
}
