/** Castagnoli's polynomial, its lowest bit first. */
const POLYNOMIAL = 0x82f6_3b78

const TABLE = Uint32Array.from({ length: 256 }, (_none, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1
  return rest
})

/** The checksum of a chunk of Snappy: CRC-32C, turned and moved as its framing format says. */
export function maskedCrc32c(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff]!
  const whole = ~crc >>> 0
  return (((whole >>> 15) | (whole << 17)) + 0xa282_ead8) >>> 0
}
