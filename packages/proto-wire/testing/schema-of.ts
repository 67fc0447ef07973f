import protobuf from 'protobufjs'
import { readSchema } from '../src/index.ts'
import type { ProtoSchema } from '../src/index.ts'

export interface BothSchemas {
  schema: ProtoSchema
  root: protobuf.Root
}

/** A .proto file as protobuf.js and as this package read it. */
export function schemaOf(proto: string): BothSchemas {
  const { root } = protobuf.parse(proto, new protobuf.Root(), { keepCase: true, alternateCommentMode: true })
  root.resolveAll()
  const nested: unknown = JSON.parse(JSON.stringify(root.toJSON({ keepComments: true }).nested))
  const read = readSchema({ nested })
  if (!read.ok) throw new Error(`${read.path}: ${read.reason} ${read.found}`)
  return { schema: read.schema, root }
}

/** JSON has no text for these; this package writes them as text. */
function withTexts(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return value.map(withTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner)]))
}

/** What protobuf.js makes of the bytes; throws where it refuses them. */
export function theirJson(root: protobuf.Root, name: string, bytes: Uint8Array, defaults = false): unknown {
  const type = root.lookupType(name)
  return withTexts(
    type.toObject(type.decode(bytes), { longs: String, enums: String, bytes: String, defaults }),
  )
}

export function theirBytes(root: protobuf.Root, name: string, json: object): Uint8Array {
  const type = root.lookupType(name)
  return type.encode(type.fromObject(json)).finish()
}
