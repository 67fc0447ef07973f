/** A varint of the low 64 bits, made longer than it must be up to `length` bytes. */
export function varint(value: bigint | number, length = 1): number[] {
  const bytes: number[] = []
  for (let rest = BigInt.asUintN(64, BigInt(value)); rest > 0n || bytes.length < length; rest >>= 7n) {
    bytes.push(Number(rest & 127n) | 128)
  }
  bytes.push(bytes.pop()! & 127)
  return bytes
}

export const tag = (number: number, wireType: number, length = 1): number[] =>
  varint(number * 8 + wireType, length)

/** A field behind its length. */
export const delimited = (number: number, content: ArrayLike<number>): number[] => [
  ...tag(number, 2),
  ...varint(content.length),
  ...Array.from(content),
]

export const group = (number: number, content: readonly number[]): number[] => [
  ...tag(number, 3),
  ...content,
  ...tag(number, 4),
]

/** The low bytes of a number, the lowest first. */
export function fixed(value: bigint | number, size: 4 | 8): number[] {
  const bits = BigInt.asUintN(64, BigInt(value))
  return Array.from({ length: size }, (_none, at) => Number((bits >> BigInt(at * 8)) & 255n))
}
