const PLAIN = /^[A-Za-z0-9-]{1,60}$/
const FNV_START = 0xcbf29ce484222325n
const FNV_PRIME = 0x100000001b3n

/** A type's name as part of the name its columns are kept under, which takes plain words only; others become a hash. */
export function layoutName(name: string): string {
  if (PLAIN.test(name)) return name
  const bytes = new TextEncoder().encode(name)
  const hash = bytes.reduce((sum, byte) => BigInt.asUintN(64, (sum ^ BigInt(byte)) * FNV_PRIME), FNV_START)
  return `x-${hash.toString(16)}`
}
