import type { FieldType } from '../schema/types.ts'

export type WireErrorCode =
  /** The bytes end before the value does. */
  | 'truncated'
  /** More than ten bytes. */
  | 'varint_too_long'
  /** Field number 0, or a tag beyond 32 bits. */
  | 'bad_tag'
  /** Wire types 6 and 7 do not exist; nothing says how long the value is. */
  | 'bad_wire_type'
  /** The end of a group that was not begun. */
  | 'end_without_group'
  /** The message ends before the group does. */
  | 'group_unended'
  | 'invalid_utf8'
  /** A list of numbers ends in the middle of one. */
  | 'packed_rest'
  | 'too_deep'
  | 'too_many_values'
  | 'missing_required'

export interface WireError {
  code: WireErrorCode
  /** Absolute, as `start` and `end` of nodes are. */
  offset: number
  /** Bytes that were announced, of `truncated`. */
  wanted?: number
  /** Bytes that are there, of `truncated`. */
  there?: number
  /** Names that are missing, of `missing_required`. */
  names?: readonly string[]
}

/** What the bytes of a node were read as: a scalar, or one of the others. */
export type TakenAs = string

/** What the root of a walk keeps for questions that come later. */
export interface WireSource {
  elementsOf(node: WireNode): WireNode[]
}

/** One list for all leaves: each of its own would be most of what a look at a tree allocates. */
const NONE: readonly WireNode[] = Object.freeze([])

/** What few nodes have. */
interface Rare {
  error: WireError | null
  misfit: FieldType | null
  elementAs: TakenAs | null
  firstPlace: number
  valueEnd: number
}

/** One field of a message on the wire. Ranges are absolute; those of children follow each other without a gap. */
export class WireNode {
  readonly parent: WireNode | null
  readonly start: number
  end = 0
  valueStart = 0
  /** Number and wire type as the wire has them; -1 where no field could be read any more. */
  tag = -1
  field: FieldType | null = null
  /** As in the JSON of the message; a list for packed numbers; null for messages. */
  value: unknown = null
  /** What it was read as: a scalar, `enum`, `message`, `group`, `map`, `packed` or `unread`. */
  takenAs: TakenAs = 'unread'
  /** Of messages, groups and map entries. */
  fields: WireNode[] | null = null
  /** Place in a list or key in a map; undefined until somebody asks for a path. */
  place: number | string | null | undefined = undefined
  #path: string | null = null
  /** Nodes are many: what few have stands apart. */
  #rare: Rare | null = null

  constructor(parent: WireNode | null, start: number) {
    this.parent = parent
    this.start = start
  }

  /** Sets what few nodes have. */
  mark(facts: Partial<Rare>): void {
    const none = { error: null, misfit: null, elementAs: null, firstPlace: 0, valueEnd: -1 }
    this.#rare = { ...none, ...this.#rare, ...facts }
  }

  /** 0 where there is none. */
  get number(): number {
    return this.tag < 0 ? 0 : this.tag >>> 3
  }

  get wireType(): number {
    return this.tag < 0 ? -1 : this.tag & 7
  }

  /** Where the value ends; only of a group before `end`. */
  get valueEnd(): number {
    const end = this.#rare?.valueEnd ?? -1
    return end < 0 ? this.end : end
  }

  get error(): WireError | null {
    return this.#rare?.error ?? null
  }

  /** The wire type is not the one of the field, so that readers take it as unknown: the field it would be. */
  get misfit(): FieldType | null {
    return this.#rare?.misfit ?? null
  }

  /** Of `packed`: what each element is. */
  get elementAs(): TakenAs | null {
    return this.#rare?.elementAs ?? null
  }

  /** Of `packed`: the place of its first element in the list. */
  get firstPlace(): number {
    return this.#rare?.firstPlace ?? 0
  }

  get name(): string | null {
    return this.field?.name ?? null
  }

  get type(): string | null {
    return this.field?.type ?? null
  }

  /** Fields of a message, or the elements of packed numbers with their own ranges. */
  get children(): readonly WireNode[] {
    if (this.fields === null && this.takenAs === 'packed') this.fields = elementsOf(this)
    return this.fields ?? NONE
  }

  /** From the outermost field: names, numbers of unknown fields as `#7`, places in lists, keys of maps. */
  get steps(): (string | number)[] {
    return stepsOf(this)
  }

  /** The steps with dots between. */
  get path(): string {
    if (this.#path !== null) return this.#path
    if (this.parent === null) return ''
    let path = this.parent.path
    const label = labelIn(this.parent, this)
    if (label !== null) path = path === '' ? label : `${path}.${label}`
    const place = placeIn(this.parent, this)
    if (place !== null) path = `${path}.${place}`
    this.#path = path
    return path
  }

  /** What JSON may hold: no parents, no functions. */
  toJSON(): object {
    const { path, number, name, type, wireType, start, end, valueStart, takenAs, error } = this
    const told = { path, number, name, type, wireType, start, end, valueStart, takenAs, error }
    return this.fields === null ? { ...told, value: this.value } : { ...told, children: this.fields }
  }
}

/** The message itself; it has no number and no parent. */
export class RootNode extends WireNode {
  readonly source: WireSource

  constructor(source: WireSource, start: number, end: number) {
    super(null, start)
    this.source = source
    this.valueStart = start
    this.end = end
    this.takenAs = 'message'
  }
}

function elementsOf(node: WireNode): WireNode[] {
  let root = node
  while (root.parent !== null) root = root.parent
  return root instanceof RootNode ? root.source.elementsOf(node) : []
}

function stepsOf(from: WireNode): (string | number)[] {
  const steps: (string | number)[] = []
  for (let node = from; node.parent !== null; node = node.parent) {
    const place = placeIn(node.parent, node)
    if (place !== null) steps.push(place)
    const label = labelIn(node.parent, node)
    if (label !== null) steps.push(label)
  }
  return steps.toReversed()
}

function placeIn(parent: WireNode, node: WireNode): number | string | null {
  if (node.place === undefined) givePlaces(parent)
  return node.place ?? null
}

function labelIn(parent: WireNode, node: WireNode): string | null {
  if (parent.takenAs === 'packed') return null
  // The value of an entry stands where the entry does.
  if (parent.takenAs === 'map' && node.field?.number === 2) return null
  if (node.field !== null) return node.field.name
  return node.number === 0 ? '?' : `#${node.number}`
}

function keyOf(entry: WireNode): string {
  const key = entry.fields?.findLast((child) => child.field?.number === 1)
  if (key !== undefined) return String(key.value)
  const { keyType } = entry.field!
  return keyType === 'string' ? '' : keyType === 'bool' ? 'false' : '0'
}

/** Places are counted for a whole message at once, and only when somebody asks. */
function givePlaces(parent: WireNode): void {
  const children = parent.fields ?? []
  if (parent.takenAs === 'packed') {
    for (const [at, node] of children.entries()) node.place = parent.firstPlace + at
    return
  }
  // Most messages have neither, and counting would cost more than the rest of a path.
  let counts: Map<number, number> | null = null
  let unknown: Map<number, number> | null = null
  for (const node of children) {
    const { field } = node
    node.place = null
    if (field === null) unknown ??= countUnknown(children)
    if (field?.kind === 'map') node.place = keyOf(node)
    else if (field === null ? unknown!.get(node.number)! > 1 : field.label === 'repeated') {
      countIn((counts ??= new Map()), node)
    }
  }
}

/** How often each unknown number comes; what could not be read has none. */
function countUnknown(nodes: readonly WireNode[]): Map<number, number> {
  const unknown = new Map<number, number>([[0, 0]])
  for (const { field, number } of nodes) {
    if (field === null && number > 0) unknown.set(number, (unknown.get(number) ?? 0) + 1)
  }
  return unknown
}

function countIn(counts: Map<number, number>, node: WireNode): void {
  const place = counts.get(node.number) ?? 0
  const list = node.field !== null && node.takenAs === 'packed' ? (node.value as unknown[]) : null
  if (list === null) node.place = place
  else node.mark({ firstPlace: place })
  counts.set(node.number, place + (list?.length ?? 1))
}
