/** A value as MessagePack in one of its forms: `isWide` takes the longest one. */
export function writeMsgpack(value: unknown, isWide = false): Buffer {
  if (value === null) return Buffer.of(0xc0)
  if (typeof value === 'boolean') return Buffer.of(value ? 0xc3 : 0xc2)
  if (typeof value === 'number') return numberOf(value, isWide)
  if (value instanceof Uint8Array) return sized(0xc6, value.length, [value])
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return isWide || text.length > 31 ? sized(0xdb, text.length, [text]) : led(0xa0 | text.length, [text])
  }
  if (Array.isArray(value)) {
    const items = value.map((each) => writeMsgpack(each, isWide))
    return isWide || items.length > 15 ? sized(0xdd, items.length, items) : led(0x90 | items.length, items)
  }
  const parts = Object.entries(value as object).flatMap((pair) =>
    pair.map((each) => writeMsgpack(each, isWide)),
  )
  const count = parts.length / 2
  return isWide || count > 15 ? sized(0xdf, count, parts) : led(0x80 | count, parts)
}

function led(head: number, parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.of(head), ...parts])
}

function sized(head: number, size: number, parts: readonly Uint8Array[]): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(size)
  return led(head, [length, ...parts])
}

function numberOf(value: number, isWide: boolean): Buffer {
  const bytes = Buffer.alloc(8)
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
    bytes.writeDoubleBE(value)
    return led(0xcb, [bytes])
  }
  if (!isWide && value >= 0 && value < 0x80) return Buffer.of(value)
  if (!isWide && value < 0 && value >= -32) return Buffer.of(value + 256)
  bytes.writeBigInt64BE(BigInt(value))
  return led(0xd3, [bytes])
}
