import { JsonReader } from '@qd/json-text'
import type { JsonNode } from '@qd/json-text'
import { bytesOfBase64 } from '../bytes/base64.ts'
import { FaultError, isFaultError } from '../fault.ts'
import type { Fault } from '../fault.ts'
import type { ValueNode } from '../value-node.ts'
import { MARK, isIntText } from './marks.ts'

const DEPTH = 1_000
const SPECIAL = new Set(['NaN', 'Infinity', '-Infinity'])

export type FromJson = { ok: true; node: ValueNode } | { ok: false; fault: Fault }

/** What stood at this place before, when it was of that kind. */
function of<K extends ValueNode['kind']>(
  like: ValueNode | null,
  kind: K,
): Extract<ValueNode, { kind: K }> | null {
  return like?.kind === kind ? (like as Extract<ValueNode, { kind: K }>) : null
}

/** The way it was written stays with it. */
const asOf = (like: { as?: number } | null): { as?: number } =>
  like?.as === undefined ? {} : { as: like.as }

class FromJsonReader {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  value(node: JsonNode, like: ValueNode | null): ValueNode {
    if (node.kind === 'scalar') return this.#scalar(node, like)
    if (node.kind === 'array') return this.#list(node.items!, like)
    return this.#object(node, like)
  }

  #scalar(node: JsonNode, like: ValueNode | null): ValueNode {
    const { value } = node
    if (value === null || value === undefined) return { kind: 'null' }
    if (typeof value === 'boolean') return { kind: 'bool', value }
    if (this.#text[node.from] === '"')
      return { kind: 'text', value: String(value), ...asOf(of(like, 'text')) }
    return this.#number(node, like)
  }

  /** Digits with a point or a power are a float; without, what stood there before says which. */
  #number(node: JsonNode, like: ValueNode | null): ValueNode {
    const text = this.#text.slice(node.from, node.to)
    const before = of(like, 'float')
    if (before === null && !/[.eE]/.test(text)) {
      const value = text === '-0' ? '0' : text
      return { kind: 'int', value, ...asOf(of(like, 'int')) }
    }
    const value = Number(text)
    // Who wants infinity says so; digits beyond the largest number are a slip.
    if (!Number.isFinite(value)) throw new FaultError('range', node.from)
    const written = before?.text !== undefined && Object.is(before.value, value) ? { text: before.text } : {}
    return { kind: 'float', value, ...asOf(before), ...written }
  }

  #list(items: readonly JsonNode[], like: ValueNode | null): ValueNode {
    const before = of(like, 'list')
    const last = before?.items.at(-1) ?? null
    // A new item is written as the last one was.
    const read = items.map((item, at) => this.value(item, before?.items[at] ?? last))
    return { kind: 'list', items: read, ...asOf(before) }
  }

  #object(node: JsonNode, like: ValueNode | null): ValueNode {
    switch (node.keys![0]) {
      case MARK.base64:
        return this.#bytes(node, like)
      case MARK.float:
        return this.#special(node, like)
      case MARK.is:
        return this.#marked(node, like)
      case MARK.class: {
        const name = this.#textAt(node, 0)
        return { kind: 'object', name, pairs: this.#pairs(node, 1, of(like, 'object')) }
      }
      default:
        return { kind: 'map', pairs: this.#pairs(node, 0, of(like, 'map')), ...asOf(of(like, 'map')) }
    }
  }

  #textAt(node: JsonNode, at: number): string {
    const item = node.items![at]!
    if (item.kind !== 'scalar' || this.#text[item.from] !== '"') throw new FaultError('syntax', item.from)
    return String(item.value)
  }

  #assertKeys(node: JsonNode, count: number): void {
    if (node.keys!.length !== count) throw new FaultError('syntax', node.keysAt![count] ?? node.from)
  }

  #bytes(node: JsonNode, like: ValueNode | null): ValueNode {
    this.#assertKeys(node, 1)
    const value = bytesOfBase64(this.#textAt(node, 0))
    if (value === null) throw new FaultError('syntax', node.items![0]!.from)
    return { kind: 'bytes', value, ...asOf(of(like, 'bytes')) }
  }

  #special(node: JsonNode, like: ValueNode | null): ValueNode {
    this.#assertKeys(node, 1)
    const text = this.#textAt(node, 0)
    if (!SPECIAL.has(text)) throw new FaultError('syntax', node.items![0]!.from)
    return { kind: 'float', value: Number(text), ...asOf(of(like, 'float')) }
  }

  #marked(node: JsonNode, like: ValueNode | null): ValueNode {
    this.#assertKeys(node, 2)
    if (node.keys![1] !== 'value') throw new FaultError('syntax', node.keysAt![1]!)
    const before = of(like, 'marked')
    const value = this.value(node.items![1]!, before?.value ?? null)
    return { kind: 'marked', name: this.#textAt(node, 0), value, ...asOf(before) }
  }

  #pairs(
    node: JsonNode,
    from: number,
    like: { pairs: [ValueNode, ValueNode][] } | null,
  ): [ValueNode, ValueNode][] {
    if (node.keys![from] === MARK.map) {
      this.#assertKeys(node, from + 1)
      return this.#listed(node.items![from]!, like)
    }
    const before = new Map(
      (like?.pairs ?? []).map((pair) => ['value' in pair[0] ? String(pair[0].value) : '', pair]),
    )
    const hasInts = (like?.pairs ?? []).some(([key]) => key.kind === 'int')
    return node.keys!.slice(from).map((key, at) => {
      const known = before.get(key)
      const keyNode: ValueNode =
        known?.[0] ?? (hasInts && isIntText(key) ? { kind: 'int', value: key } : { kind: 'text', value: key })
      return [keyNode, this.value(node.items![from + at]!, known?.[1] ?? null)]
    })
  }

  #listed(node: JsonNode, like: { pairs: [ValueNode, ValueNode][] } | null): [ValueNode, ValueNode][] {
    if (node.kind !== 'array') throw new FaultError('syntax', node.from)
    return node.items!.map((pair, at) => {
      const [key, value] = pair.items ?? []
      if (pair.kind !== 'array' || pair.items!.length !== 2) throw new FaultError('syntax', pair.from)
      const before = like?.pairs[at]
      return [this.value(key!, before?.[0] ?? null), this.value(value!, before?.[1] ?? null)]
    })
  }
}

/**
 * The value a text of `toJson` means, edited or not. `like` is what was decoded: at each place it says which of the types
 * JSON does not tell apart is meant, and how the format wrote it.
 */
export function fromJson(text: string, like: ValueNode | null): FromJson {
  const reader = new JsonReader(text, { maxDepth: DEPTH })
  reader.read()
  const wrong = reader.faults.find(({ isWarning }) => isWarning !== true)
  if (reader.root === null || wrong !== undefined) {
    return {
      ok: false,
      fault: { code: wrong?.code === 'too_deep' ? 'tooDeep' : 'syntax', at: wrong?.from ?? 0 },
    }
  }
  try {
    return { ok: true, node: new FromJsonReader(text).value(reader.root, like) }
  } catch (error) {
    if (isFaultError(error)) return { ok: false, fault: error.fault }
    throw error
  }
}
