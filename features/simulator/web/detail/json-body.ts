import { JsonReader, valueOf } from '@qd/json-text'
import type { JsonNode } from '@qd/json-text'
import { WireNode } from '@qd/proto-wire'
import type { MessageType } from '@qd/proto-wire'
import { utf8Of } from '../body/body-kind.ts'

/** A body that was to be of its kind and is not. */
export interface NotOfKind {
  code: 'not_json' | 'not_msgpack'
  path: string
  offset: number
}

/** A value of a body that names its fields itself, shown as fields of other bodies are. */
export class NamedNode extends WireNode {
  readonly #steps: readonly (string | number)[]

  constructor(parent: WireNode | null, start: number, steps: readonly (string | number)[]) {
    super(parent, start)
    this.#steps = steps
  }

  override get wireType(): number {
    return 0
  }

  /** Elements of a list have their place alone. */
  override get name(): string {
    const last = this.#steps.at(-1)
    return typeof last === 'string' ? last : ''
  }

  override get steps(): (string | number)[] {
    return [...this.#steps]
  }

  override get path(): string {
    return this.#steps.join('.')
  }
}

/** Where each character of a text stands in its bytes. */
function placesOf(text: string, offset: number): (at: number) => number {
  const places = new Uint32Array(text.length + 1)
  let at = offset
  for (let index = 0; index < text.length; index += 1) {
    places[index] = at
    const code = text.charCodeAt(index)
    // Each half of a pair is two of its four bytes.
    at += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3
  }
  places[text.length] = at
  return (index) => places[index] ?? at
}

interface Around {
  text: string
  at: (index: number) => number
  parent: WireNode | null
  steps: readonly (string | number)[]
  type: MessageType | null
}

function childrenOf(json: JsonNode, { text, at, parent, steps, type }: Around): WireNode[] {
  return (json.items ?? []).map((item, index) => {
    const step = json.keys?.[index] ?? index
    const inner = [...steps, step]
    const node = new NamedNode(parent, at(json.keysAt?.[index] ?? item.from), inner)
    node.field = typeof step === 'string' ? (type?.byName.get(step) ?? null) : null
    node.valueStart = at(item.from)
    node.end = at(item.to)
    if (item.kind === 'scalar') {
      node.value = item.value
      // Numbers that a double cannot hold are kept as text.
      node.takenAs =
        text[item.from] === '"'
          ? 'string'
          : item.value === null
            ? 'null'
            : typeof item.value === 'boolean'
              ? 'bool'
              : 'number'
      return node
    }
    node.takenAs = 'message'
    // What a list holds is what its field is; inside of a message its own fields follow.
    const own = node.field === null ? (typeof step === 'number' ? type : null) : node.field.message
    node.fields = childrenOf(item, { text, at, parent: node, steps: inner, type: own })
    return node
  })
}

/** A JSON body with the place of each value; `type` gives its fields their comments. */
export function jsonBody(
  body: Uint8Array,
  offset: number,
  type: MessageType | null,
): { nodes: readonly WireNode[]; json: Record<string, unknown> | null; error: NotOfKind | null } {
  const text = utf8Of(body)
  const none = { nodes: [], json: null }
  if (text === null) return { ...none, error: { code: 'not_json', path: '', offset } }
  const at = placesOf(text, offset)
  const reader = new JsonReader(text)
  reader.read()
  const fault = reader.faults.find(({ isWarning }) => isWarning !== true)
  const { root } = reader
  if (fault !== undefined || root === undefined || root === null || root.kind === 'scalar') {
    return { ...none, error: { code: 'not_json', path: '', offset: at(fault?.from ?? 0) } }
  }
  const nodes = childrenOf(root, { text, at, parent: null, steps: [], type })
  return { nodes, json: valueOf(root) as Record<string, unknown>, error: null }
}
