import { tailBytesOf } from '@qd/game-frame'
import type { FrameDescriptor, FrameDirection } from '@qd/game-frame'

export interface BodyPlace {
  bytes: Uint8Array
  size: number
  bodyAt: number
  bodySize: number
}

const sameBytes = (raw: Uint8Array, at: number, body: Uint8Array): boolean =>
  at >= 0 && Buffer.compare(raw.subarray(at, at + body.length), body) === 0

/** Where the body stands in the bytes of a frame; a body that travelled ciphered or compressed is put behind them. */
export function bodyPlace(
  descriptor: FrameDescriptor,
  direction: FrameDirection,
  { raw, body }: { raw: Uint8Array; body: Uint8Array },
): BodyPlace {
  const place = { size: raw.length, bodySize: body.length }
  if (body.buffer === raw.buffer && body.byteOffset >= raw.byteOffset) {
    const bodyAt = body.byteOffset - raw.byteOffset
    if (bodyAt + body.length <= raw.length) return { ...place, bytes: raw, bodyAt }
  }
  const behind = tailBytesOf(descriptor, direction)
  const expected = descriptor.envelope === undefined ? raw.length - behind - body.length : -1
  if (sameBytes(raw, expected, body)) return { ...place, bytes: raw, bodyAt: expected }
  const found = Buffer.from(raw.buffer, raw.byteOffset, raw.length).lastIndexOf(body)
  if (body.length > 0 && found >= 0) return { ...place, bytes: raw, bodyAt: found }
  return { ...place, bytes: Buffer.concat([raw, body]), bodyAt: raw.length }
}
