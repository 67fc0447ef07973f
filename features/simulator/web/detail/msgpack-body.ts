import { BadMsgpack, jsonOfMsgpack, textOfTime, TIME_EXTENSION, walkMsgpack } from '@qd/game-frame'
import type { MsgpackNode } from '@qd/game-frame'
import { base64Of } from '@qd/proto-wire'
import type { MessageType, WireNode } from '@qd/proto-wire'
import { NamedNode } from './json-body.ts'
import type { NotOfKind } from './json-body.ts'

interface Around {
  offset: number
  parent: WireNode | null
  steps: readonly (string | number)[]
  type: MessageType | null
}

function showScalar(node: WireNode, { value, extension }: MsgpackNode): void {
  const time = extension === TIME_EXTENSION ? textOfTime(value as Uint8Array) : null
  if (time !== null) node.takenAs = 'string'
  node.value = time ?? (value instanceof Uint8Array ? base64Of(value) : value)
}

function childrenOf(of: MsgpackNode, { offset, parent, steps, type }: Around): WireNode[] {
  return of.items.map((item, index) => {
    const key = of.keys[index]
    const step = key?.name ?? index
    const inner = [...steps, step]
    const node = new NamedNode(parent, offset + (key?.from ?? item.from), inner)
    node.field = key === undefined ? null : (type?.byName.get(key.name) ?? null)
    node.valueStart = offset + item.from
    node.end = offset + item.to
    node.takenAs = item.kind
    if (item.kind !== 'list' && item.kind !== 'map') {
      showScalar(node, item)
      return node
    }
    node.takenAs = 'message'
    // What a list holds is what its field is; inside of a message its own fields follow.
    const own = node.field === null ? (key === undefined ? type : null) : node.field.message
    node.fields = childrenOf(item, { offset, parent: node, steps: inner, type: own })
    return node
  })
}

/** A msgpack body with the place of each value; `type` gives its fields their comments and says what they hold. */
export function msgpackBody(
  body: Uint8Array,
  offset: number,
  type: MessageType | null,
): { nodes: readonly WireNode[]; json: Record<string, unknown> | null; error: NotOfKind | null } {
  const none = { nodes: [], json: null }
  if (body.length === 0) return { ...none, error: null }
  try {
    const root = walkMsgpack(body)
    // A number or a text alone has no field to show.
    if (root.kind !== 'list' && root.kind !== 'map') return { ...none, error: null }
    const nodes = childrenOf(root, { offset, parent: null, steps: [], type })
    return { nodes, json: jsonOfMsgpack(root, type), error: null }
  } catch (error) {
    if (!(error instanceof BadMsgpack)) throw error
    return { ...none, error: { code: 'not_msgpack', path: '', offset: offset + error.offset } }
  }
}
