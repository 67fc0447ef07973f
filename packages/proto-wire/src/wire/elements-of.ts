import { CODE, wireTypeOf } from '../schema/types.ts'
import type { Cursor } from './cursor.ts'
import { WireNode } from './wire-node.ts'

/** The elements of packed numbers as nodes of their own; `base` is where the bytes begin in what surrounds them. */
export function elementsOf(packed: WireNode, at: Cursor, base: number): WireNode[] {
  const wireType = packed.field?.wireType ?? wireTypeOf(CODE[packed.elementAs as keyof typeof CODE])
  const end = packed.valueEnd - base
  const nodes: WireNode[] = []
  const add = (): WireNode => {
    const node = new WireNode(packed, at.pos + base)
    // Elements have no tag of their own; the wire type is theirs.
    node.tag = ((packed.number << 3) | wireType) >>> 0
    node.field = packed.field
    node.valueStart = node.start
    nodes.push(node)
    return node
  }
  at.pos = packed.valueStart - base
  for (const value of packed.value as readonly unknown[]) {
    const node = add()
    node.takenAs = packed.elementAs!
    node.value = value
    at.number(wireType, end)
    node.end = at.pos + base
  }
  if (at.pos < end) {
    const rest = add()
    rest.mark({ error: packed.error })
    rest.end = packed.valueEnd
  }
  return nodes
}
