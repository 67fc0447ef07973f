import { base64Of } from '../bytes/base64.ts'
import { firstBadUtf8, looseTextOf, textOf } from '../bytes/utf8.ts'
import { CODE, SCALAR_NAMES, wireTypeOf } from '../schema/types.ts'
import type { FieldType, MessageType } from '../schema/types.ts'
import { Cursor } from './cursor.ts'
import { elementsOf } from './elements-of.ts'
import { guessOf, likelyNumber } from './guess.ts'
import { put, putEntry, startMessage } from './put-value.ts'
import type { Target } from './put-value.ts'
import { RootNode, WireNode } from './wire-node.ts'
import type { WireErrorCode, WireSource } from './wire-node.ts'

export interface WalkLimits {
  /** Where the bytes begin in what surrounds them; added to every range. */
  offset: number
  maxDepth: number
  maxNodes: number
}

/** One pass over bytes: makes nodes, and the JSON of the message when a target is given. */
export class Walker extends Cursor implements WireSource {
  readonly root: WireNode
  readonly #base: number
  readonly #maxDepth: number
  #left: number
  #depth = 0
  #groupEnd = -1
  /** The first node with an error for which readers refuse the message. */
  failed: WireNode | null = null
  /** Messages whose required fields are looked for when all is read: a later piece may bring them. */
  readonly pending: { node: WireNode; type: MessageType; target: Target }[] = []

  constructor(bytes: Uint8Array, { offset, maxDepth, maxNodes }: WalkLimits) {
    super(bytes)
    this.#base = offset
    this.#maxDepth = maxDepth
    this.#left = maxNodes
    this.root = new RootNode(this, offset, offset + bytes.length)
  }

  run(type: MessageType | null, target: Target | null): void {
    this.#fields(this.root, type, this.bytes.length, target)
  }

  /** Reads fields up to `end`, or up to the end tag when `parent` is a group. */
  #fields(parent: WireNode, type: MessageType | null, end: number, target: Target | null): void {
    const nodes: WireNode[] = []
    parent.fields = nodes
    if (target !== null && type !== null && type.required.length > 0) {
      this.pending.push({ node: parent, type, target })
    }
    const { bytes } = this
    while (this.pos < end) {
      const start = this.pos
      const node = new WireNode(parent, start + this.#base)
      nodes.push(node)
      if (this.#left <= 0) return this.#unread(node, 'too_many_values', end)
      this.#left -= 1
      let tag = bytes[start]!
      if (tag < 0x80) this.pos = start + 1
      else if (!this.varint(end)) return this.#unread(node, this.fault, end)
      else if (this.hi !== 0 || this.pos - start > 5) return this.#unread(node, 'bad_tag', end)
      else tag = this.lo
      if ((tag & 7) > 5) return this.#unread(node, 'bad_wire_type', end)
      node.tag = tag
      node.valueStart = this.pos + this.#base
      if ((tag & 7) === 4) {
        if (this.#isEndOf(parent, node)) return
        continue
      }
      const number = tag >>> 3
      const field = type === null ? undefined : number < 256 ? type.low[number] : type.byNumber.get(number)
      if (number === 0) this.#fail(node, 'bad_tag', start)
      if (field === undefined) this.#unknown(node, end)
      else if (field.wireType === (tag & 7)) this.#known(node, field, end, target)
      else this.#otherWireType(node, field, end, target)
    }
  }

  /** An end tag: of the group it stands in, or of none, and then it is a node of its own. */
  #isEndOf(parent: WireNode, node: WireNode): boolean {
    const start = node.start - this.#base
    if (parent.takenAs === 'group' && parent.number === node.number) {
      parent.fields!.pop()
      this.#groupEnd = start
      return true
    }
    node.takenAs = 'group'
    this.#finish(node)
    this.#fail(node, 'end_without_group', start)
    return false
  }

  #finish(node: WireNode): void {
    node.end = this.pos + this.#base
  }

  #fail(node: WireNode, code: WireErrorCode, pos: number): void {
    if (node.error === null) node.mark({ error: { code, offset: pos + this.#base } })
    this.failed ??= node
  }

  /** Nothing says where the next field begins: the rest belongs to this node. */
  #unread(node: WireNode, code: WireErrorCode, end: number): void {
    this.#fail(node, code, code === 'truncated' ? end : node.start - this.#base)
    node.takenAs = 'unread'
    if (node.valueStart === 0) node.valueStart = node.start
    this.pos = end
    this.#finish(node)
  }

  #otherWireType(node: WireNode, field: FieldType, end: number, target: Target | null): void {
    const isPackable = field.label === 'repeated' && field.code < CODE.message && field.wireType !== 2
    if (node.wireType === 2 && isPackable) return this.#packed(node, field, end, target)
    node.mark({ misfit: field })
    this.#unknown(node, end)
  }

  #known(node: WireNode, field: FieldType, end: number, target: Target | null): void {
    node.field = field
    node.takenAs = field.takenAs
    if (field.wireType !== 2 && field.wireType !== 3) {
      if (!this.number(field.wireType, end)) return this.#unread(node, this.fault, end)
      node.value = this.#numberAs(field)
    } else if (field.code >= CODE.message) {
      return this.#message(node, field, end, target)
    } else {
      const limit = this.#length(node, end)
      if (limit < 0) return
      node.value =
        field.code === CODE.string ? this.#text(node, field, limit) : base64Of(this.bytes, this.pos, limit)
      this.pos = limit
    }
    node.end = this.pos + this.#base
    if (target !== null) put(target, field, node.value)
  }

  #numberAs(field: FieldType): unknown {
    const value = this.valueAs(field.code)
    return field.enum === null ? value : (field.enum.names.get(value as number) ?? value)
  }

  /** Reads a length; the end of the value, or -1 when it is not there: the rest is then unread. */
  #length(node: WireNode, end: number): number {
    if (!this.varint(end)) {
      this.#unread(node, this.fault, end)
      return -1
    }
    const there = end - this.pos
    node.valueStart = this.pos + this.#base
    if (this.hi === 0 && this.lo <= there) return this.pos + this.lo
    const wanted = this.hi * 4_294_967_296 + this.lo
    node.mark({ error: { code: 'truncated', offset: end + this.#base, wanted, there } })
    this.#unread(node, 'truncated', end)
    return -1
  }

  #text(node: WireNode, field: FieldType, limit: number): string {
    const { bytes, pos } = this
    const text = textOf(bytes, pos, limit)
    if (text !== null) return text
    const bad = firstBadUtf8(bytes, pos, limit)
    if (field.isUtf8Checked) this.#fail(node, 'invalid_utf8', bad)
    else node.mark({ error: { code: 'invalid_utf8', offset: bad + this.#base } })
    return looseTextOf(bytes, pos, limit)
  }

  #message(node: WireNode, field: FieldType, end: number, target: Target | null): void {
    const isGroup = field.isGroup
    let limit = end
    if (!isGroup) {
      limit = this.#length(node, end)
      if (limit < 0) {
        // A message that was cut off still shows the fields that are there.
        if (node.error?.wanted === undefined) return
        limit = end
        this.pos = node.valueStart - this.#base
        node.takenAs = field.takenAs
      }
    }
    if (this.#depth >= this.#maxDepth) return this.#unread(node, 'too_deep', limit)
    this.#depth += 1
    if (field.entry !== null) {
      const entry: Target | null = target === null ? null : {}
      this.#fields(node, field.entry, limit, entry)
      if (target !== null && entry !== null && node.error === null) {
        this.#addValue(node, field.entry, entry)
        putEntry(target, field, entry)
      }
    } else {
      this.#fields(node, field.message, limit, target === null ? null : startMessage(target, field))
    }
    this.#depth -= 1
    if (isGroup) return this.#closeGroup(node, limit)
    this.pos = limit
    this.#finish(node)
  }

  /** An entry without a value has an empty message, which may lack fields as any other. */
  #addValue(node: WireNode, { byName }: MessageType, entry: Target): void {
    const type = byName.get('value')!.message
    if (type === null || entry.value !== undefined) return
    const value: Target = {}
    entry.value = value
    if (type.required.length > 0) this.pending.push({ node, type, target: value })
  }

  #closeGroup(node: WireNode, limit: number): void {
    this.#finish(node)
    if (this.#groupEnd >= 0) node.mark({ valueEnd: this.#groupEnd + this.#base })
    else this.#fail(node, 'group_unended', limit)
    this.#groupEnd = -1
  }

  #packed(node: WireNode, field: FieldType, end: number, target: Target | null): void {
    const limit = this.#length(node, end)
    if (limit < 0) return
    node.field = field
    node.takenAs = 'packed'
    node.mark({ elementAs: field.takenAs })
    const values = this.#numbers(node, limit, field.wireType, () => this.#numberAs(field))
    if (target !== null) for (const value of values) put(target, field, value)
  }

  #numbers(node: WireNode, limit: number, wireType: number, read: () => unknown): unknown[] {
    const values: unknown[] = []
    node.value = values
    while (this.pos < limit) {
      if (this.#left <= 0) {
        this.#fail(node, 'too_many_values', this.pos)
        break
      }
      if (!this.number(wireType, limit)) {
        this.#fail(node, this.fault === 'truncated' ? 'packed_rest' : this.fault, this.pos)
        break
      }
      this.#left -= 1
      values.push(read())
    }
    this.pos = limit
    this.#finish(node)
    return values
  }

  /** A field without a definition: what it is most likely. */
  #unknown(node: WireNode, end: number): void {
    const { wireType } = node
    if (wireType === 2) {
      const limit = this.#length(node, end)
      if (limit >= 0) this.#delimited(node, limit)
      return
    }
    if (wireType === 3) {
      node.takenAs = 'group'
      if (this.#depth >= this.#maxDepth) return this.#unread(node, 'too_deep', end)
      this.#depth += 1
      this.#fields(node, null, end, null)
      this.#depth -= 1
      return this.#closeGroup(node, end)
    }
    if (!this.number(wireType, end)) return this.#unread(node, this.fault, end)
    const code = likelyNumber(this, wireType)
    node.takenAs = SCALAR_NAMES.get(code)!
    node.value = this.valueAs(code)
    this.#finish(node)
  }

  #delimited(node: WireNode, limit: number): void {
    // A guess is no reason to refuse the message as too deep.
    const guess = guessOf(this.bytes, this.pos, limit, this.#maxDepth - this.#depth - 1)
    if (guess.as === 'message' && this.#depth < this.#maxDepth) {
      node.takenAs = 'message'
      this.#depth += 1
      this.#fields(node, null, limit, null)
      this.#depth -= 1
    } else if (guess.as === 'packed') {
      node.takenAs = 'packed'
      node.mark({ elementAs: SCALAR_NAMES.get(guess.code)! })
      this.#numbers(node, limit, wireTypeOf(guess.code), () => this.valueAs(guess.code))
    } else {
      node.takenAs = guess.as === 'string' ? 'string' : 'bytes'
      node.value = guess.as === 'string' ? guess.text : base64Of(this.bytes, this.pos, limit)
    }
    this.pos = limit
    this.#finish(node)
  }

  elementsOf(packed: WireNode): WireNode[] {
    return elementsOf(packed, this, this.#base)
  }
}
