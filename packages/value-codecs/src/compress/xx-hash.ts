const [P2, P3, P4, P5] = [2_246_822_519, 3_266_489_917, 668_265_263, 374_761_393] as const
const P1 = 2_654_435_761

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

/** XXH32 of fewer than 16 bytes with seed 0: the checksum of an LZ4 frame's head. */
export function xxHash32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let hash = (P5 + bytes.length) | 0
  let at = 0
  for (; at + 4 <= bytes.length; at += 4) {
    hash = Math.imul(rotated((hash + Math.imul(view.getUint32(at, true), P3)) | 0, 17), P4)
  }
  for (; at < bytes.length; at += 1) {
    hash = Math.imul(rotated((hash + Math.imul(bytes[at]!, P5)) | 0, 11), P1)
  }
  hash = Math.imul(hash ^ (hash >>> 15), P2)
  hash = Math.imul(hash ^ (hash >>> 13), P3)
  return (hash ^ (hash >>> 16)) >>> 0
}
