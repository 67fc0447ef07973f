import type { FrameDescriptor } from '@qd/game-frame'

const WIDTHS: Record<string, number> = { u8: 1, u16: 2, u24: 3, u32: 4, u64: 8 }

export interface BodyPlace {
  bytes: Uint8Array
  size: number
  bodyAt: number
  bodySize: number
}

/** Bytes behind the body; null where they are not of a fixed size. */
function bytesBehind({ header }: FrameDescriptor): number | null {
  const behind = header.filter(({ at }) => at === 'end').map(({ type }) => WIDTHS[type])
  return behind.reduce<number | null>(
    (sum, width) => (sum === null || width === undefined ? null : sum + width),
    0,
  )
}

const sameBytes = (raw: Uint8Array, at: number, body: Uint8Array): boolean =>
  at >= 0 && Buffer.compare(raw.subarray(at, at + body.length), body) === 0

/** Where the body stands in the bytes of a frame; a body that travelled ciphered or compressed is put behind them. */
export function bodyPlace(descriptor: FrameDescriptor, raw: Uint8Array, body: Uint8Array): BodyPlace {
  const place = { size: raw.length, bodySize: body.length }
  if (body.buffer === raw.buffer && body.byteOffset >= raw.byteOffset) {
    const bodyAt = body.byteOffset - raw.byteOffset
    if (bodyAt + body.length <= raw.length) return { ...place, bytes: raw, bodyAt }
  }
  const behind = descriptor.envelope === undefined ? bytesBehind(descriptor) : null
  const expected = behind === null ? -1 : raw.length - behind - body.length
  if (sameBytes(raw, expected, body)) return { ...place, bytes: raw, bodyAt: expected }
  const found = Buffer.from(raw.buffer, raw.byteOffset, raw.length).lastIndexOf(body)
  if (body.length > 0 && found >= 0) return { ...place, bytes: raw, bodyAt: found }
  return { ...place, bytes: Buffer.concat([raw, body]), bodyAt: raw.length }
}
