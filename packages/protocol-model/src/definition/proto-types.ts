import { isPlainObject, ownValue } from './names.ts'

/** A field of a message in protobuf.js's JSON form. */
export interface ProtoField {
  type: string
  rule?: string
  keyType?: string
  comment?: string
}

/** A message or enum of a checked descriptor; other nodes are packages. */
export interface ProtoNode {
  fields?: Record<string, ProtoField>
  oneofs?: Record<string, { oneof: string[] }>
  values?: Record<string, number>
  comment?: string
  comments?: Record<string, string>
  leftOut?: string[]
  nested?: Record<string, ProtoNode>
}

export type ProtoNested = Record<string, ProtoNode>

/** Messages and enums by full name. */
export class ProtoTypes {
  readonly #nodes = new Map<string, ProtoNode>()

  constructor(nested: ProtoNested) {
    const open: [string, ProtoNode][] = Object.entries(nested)
    for (let next = open.pop(); next; next = open.pop()) {
      const [name, node] = next
      if (!isPlainObject(node)) continue
      if (node.fields !== undefined || node.values !== undefined) this.#nodes.set(name, node)
      for (const [inner, child] of Object.entries(node.nested ?? {})) open.push([`${name}.${inner}`, child])
    }
  }

  get(name: string): ProtoNode | undefined {
    return this.#nodes.get(name.replace(/^\./, ''))
  }

  /** The full name a type has inside a message: the innermost scope that knows it, as protobuf looks it up. */
  resolve(type: string, from: string): string | null {
    if (type.startsWith('.')) return this.#nodes.has(type.slice(1)) ? type.slice(1) : null
    const scopes = from.split('.')
    for (let length = scopes.length; length >= 0; length -= 1) {
      const name = [...scopes.slice(0, length), type].join('.')
      if (this.#nodes.has(name)) return name
    }
    return null
  }
}

/** The oneof a field is of with all its members; null for a field alone, and for proto3's `optional`. */
export function oneofOf(node: ProtoNode, field: string): { name: string; members: string[] } | null {
  for (const [name, group] of Object.entries(node.oneofs ?? {})) {
    const members = ownValue(group as unknown as Record<string, string[]>, 'oneof') ?? []
    if (members.length > 1 && members.includes(field)) return { name, members }
  }
  return null
}
