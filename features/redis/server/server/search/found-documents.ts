import { isUtf8 } from 'node:buffer'
import { SEARCH_FIELDS_MAX, SEARCH_VALUE_BYTES } from '../../../contract/index.ts'
import type { SearchDocument } from '../../../contract/index.ts'
import { bytesOf } from '../../bytes.ts'
import type { Reply } from '../../link/redis-link.ts'
import { listOf, numberOf, textOf } from '../server/replies.ts'

const bufferOf = (reply: Reply | Error | undefined): Buffer =>
  Buffer.isBuffer(reply) ? reply : Buffer.from(textOf(reply))

function fieldOf(name: Reply, value: Reply): SearchDocument['fields'][number] {
  const bytes = bufferOf(value)
  const isCut = bytes.length > SEARCH_VALUE_BYTES
  return {
    name: bytesOf(bufferOf(name)),
    value: bytesOf(isCut ? wholeSigns(bytes.subarray(0, SEARCH_VALUE_BYTES)) : bytes),
    bytes: bytes.length,
    isCut,
  }
}

/** A text without the bytes of a last sign that was cut; other bytes as they are. */
function wholeSigns(bytes: Buffer): Buffer {
  const whole = bytes.subarray(
    0,
    bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80),
  )
  return !isUtf8(bytes) && isUtf8(whole) ? whole : bytes
}

function documentOf(key: Reply, content: Reply | undefined): SearchDocument {
  const flat = listOf(content)
  const count = Math.floor(flat.length / 2)
  return {
    key: bytesOf(bufferOf(key)),
    fieldCount: Array.isArray(content) ? count : null,
    fields: Array.from({ length: Math.min(count, SEARCH_FIELDS_MAX) }, (_none, at) =>
      fieldOf(flat[2 * at]!, flat[2 * at + 1]!),
    ),
  }
}

/** FT.SEARCH: how many there are, then names of keys, each with its fields unless it was asked without. */
export function foundIn(reply: Reply): { total: number; documents: SearchDocument[] } {
  const [total, ...rest] = listOf(reply)
  const documents: SearchDocument[] = []
  for (let at = 0; at < rest.length; at += 1) {
    const next = rest[at + 1]
    // Null: the document has gone since it was indexed.
    const hasContent = at + 1 < rest.length && (next === null || Array.isArray(next))
    documents.push(documentOf(rest[at]!, hasContent ? next : undefined))
    if (hasContent) at += 1
  }
  return { total: numberOf(total), documents }
}
