import { isUtf8 } from 'node:buffer'
import type { RedisBytes } from '../contract/index.ts'

/** NUL is refused at the door of every call, so bytes with one go as base64, too. */
export function bytesOf(buffer: Buffer): RedisBytes {
  return isUtf8(buffer) && !buffer.includes(0) ? buffer.toString() : { base64: buffer.toString('base64') }
}

export function bufferOf(bytes: RedisBytes): Buffer {
  return typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes.base64, 'base64')
}
