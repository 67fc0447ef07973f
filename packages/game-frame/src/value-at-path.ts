import { parseJsonText } from '@qd/canonical-json'
import { readMsgpack } from './msgpack/read-msgpack.ts'
import type { FrameDescriptor } from './frame-descriptor.ts'
import { readProto } from './proto-fields.ts'

const bytesOf = (value: unknown, path: (number | string)[]): Uint8Array => {
  if (value instanceof Uint8Array) return value
  if (typeof value === 'string' || typeof value === 'number') return new TextEncoder().encode(String(value))
  throw new RangeError(`the reply has no text or bytes at ${path.join('.')}`)
}

function protoValue(body: Uint8Array, path: (number | string)[]): unknown {
  let value: unknown = body
  for (const step of path) {
    if (!(value instanceof Uint8Array)) return undefined
    value = readProto(value).findLast(({ number }) => number === Number(step))?.value
  }
  return value
}

function namedValue(root: unknown, path: (number | string)[]): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

/** The bytes of one value of a body; texts as UTF-8, without a path the whole body. Throws RangeError. */
export function valueAtPath(
  body: Uint8Array,
  path: (number | string)[],
  codec: NonNullable<FrameDescriptor['body']>,
): Uint8Array {
  if (path.length === 0 || codec === 'raw') return body
  if (codec === 'protobuf') return bytesOf(protoValue(body, path), path)
  const root: unknown = codec === 'json' ? parseJsonText(new TextDecoder().decode(body)) : readMsgpack(body)
  return bytesOf(namedValue(root, path), path)
}
