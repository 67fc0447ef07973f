import { walk } from '@qd/proto-wire'
import { detectCompression, detectFormat } from '@qd/value-codecs'
import type { FoundCompression, FoundFormat } from './messages.ts'

/** What is looked at in the page itself; more is left to the worker. */
const QUICK_BYTES = 65_536
/** Fewer bytes fit the wire of protobuf by chance. */
const PROTO_BYTES = 8
const PROTO_FIELDS = 1_000
const LOOK_NODES = 5_000

/** Whether bytes read as a message of protobuf to their last one, with numbers of fields people give. */
function looksLikeProtobuf(bytes: Uint8Array): boolean {
  if (bytes.length < PROTO_BYTES) return false
  const { nodes, error } = walk(bytes, { maxNodes: LOOK_NODES })
  return (
    error === null && nodes.length > 0 && nodes.every(({ number }) => number > 0 && number <= PROTO_FIELDS)
  )
}

/** The format of bytes that are not packed. Times stay texts: their hint says more than a tree of them. */
export function formatOf(bytes: Uint8Array): FoundFormat {
  const found = detectFormat(bytes)
  if (found === 'timestamp') return 'text'
  return found === 'hex' && looksLikeProtobuf(bytes) ? 'protobuf' : found
}

export const compressionOf = (bytes: Uint8Array): FoundCompression => detectCompression(bytes) ?? 'none'

export interface QuickLook {
  readonly compression: FoundCompression
  /** null: the worker has to say. */
  readonly format: FoundFormat | null
}

/** What a value is by its first bytes; null: text, JSON or bytes as they are, which need no worker. */
export function quickLook(bytes: Uint8Array): QuickLook | null {
  const compression = compressionOf(bytes)
  if (compression !== 'none') return { compression, format: null }
  if (bytes.length > QUICK_BYTES) return { compression, format: null }
  const format = formatOf(bytes)
  return format === 'text' || format === 'json' || format === 'hex' ? null : { compression, format }
}
