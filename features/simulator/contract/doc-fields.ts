import { encodeMessage, exampleOf, walk } from '@qd/proto-wire'
import type { FieldType, ProtoSchema } from '@qd/proto-wire'
import type { DocModel } from './doc-model.ts'

export type FieldLabel = '' | 'optional' | 'required' | 'repeated' | 'map'

/** How often a field may stand, as the definition says it. */
export function labelOf({ kind, label, hasPresence, message, oneof }: FieldType): FieldLabel {
  if (kind === 'map') return 'map'
  if (label !== 'optional') return label
  return hasPresence && message === null && oneof === null ? 'optional' : ''
}

/** The type as people write it, without the package. */
export function typeText(field: FieldType, { types }: Pick<DocModel, 'types'>): string {
  const name = types.get(field.type)?.name ?? field.type
  return field.keyType === null ? name : `map<${field.keyType}, ${name}>`
}

/** Bytes of one field of an example; `to` is the first byte after it. */
export interface ExamplePart {
  name: string
  from: number
  to: number
}

export interface DocExample {
  json: Record<string, unknown>
  bytes: Uint8Array
  /** Of the fields of the message itself, one after the other without a gap. */
  parts: ExamplePart[]
}

/** A message with a value in each field, as JSON and as bytes; null where it cannot be written. */
export function docExampleOf(schema: ProtoSchema, name: string): DocExample | null {
  const json = exampleOf(schema, name)
  if (json === null) return null
  const encoded = encodeMessage(schema, name, json)
  if (!encoded.ok) return null
  const { nodes } = walk(encoded.bytes, { schema, message: name })
  const parts = nodes.map((node) => ({
    name: node.name ?? `#${node.number}`,
    from: node.start,
    to: node.end,
  }))
  return { json, bytes: encoded.bytes, parts }
}
