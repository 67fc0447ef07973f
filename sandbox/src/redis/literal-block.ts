/** The least number of bytes of a varint that begins with its lowest seven bits. */
function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)]
}

/** A block of Snappy with one literal: what a program writes that finds nothing to save. At most 64 KiB. */
export function snappyLiteral(bytes: Buffer): Buffer {
  const last = bytes.length - 1
  const head = [...varint(bytes.length), 61 << 2, last & 255, last >> 8]
  return Buffer.concat([Buffer.from(head), bytes])
}

/** A block of LZ4 with literals alone, behind its size, as the block modules of most languages write it. */
export function lz4Literal(bytes: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(bytes.length)
  const more = bytes.length - 15
  const lengths =
    more < 0
      ? [bytes.length << 4]
      : [0xf0, ...Array.from({ length: Math.floor(more / 255) }, () => 255), more % 255]
  return Buffer.concat([size, Buffer.from(lengths), bytes])
}
