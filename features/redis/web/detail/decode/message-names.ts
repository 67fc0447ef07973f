import { readSchema } from '@qd/proto-wire'
import type { ProtoSchema } from '@qd/proto-wire'
import type { GivenDefinitions } from './messages.ts'

let last: { hash: string; schema: ProtoSchema | null } | null = null

/** The definitions read once for each version; null: they cannot be read. */
export function schemaOf({ hash, nested }: GivenDefinitions): ProtoSchema | null {
  if (last?.hash === hash) return last.schema
  const read = readSchema({ nested })
  last = { hash, schema: read.ok ? read.schema : null }
  return last.schema
}

/** Full names of the messages, in their order; those the reader makes for map entries are none of the game's. */
export function messageNames(definitions: GivenDefinitions): string[] {
  return [...(schemaOf(definitions)?.messages.keys() ?? [])].toSorted()
}
