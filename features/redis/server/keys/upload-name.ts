import { randomBytes } from 'node:crypto'

const SLOTS = 16_384

/** CRC16 of XMODEM, as the cluster specification has it. */
function crc16(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1)
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
  }
  return crc
}

/** The slot of a key: of what stands between its first braces, where that is not empty. */
function slotOf(key: Buffer): number {
  const open = key.indexOf('{')
  const close = open < 0 ? -1 : key.indexOf('}', open + 1)
  return crc16(close > open + 1 ? key.subarray(open + 1, close) : key) % SLOTS
}

/** Tries of a tag; each hits the slot with one in 16,384. */
const TRIES = 400_000

/**
 * A name for what is not whole yet: behind the key's own, so that rights by prefix hold for it, and in a cluster in the
 * slot of the key, so that it can take its place.
 */
export function uploadName(key: Buffer, isCluster: boolean): Buffer {
  const name = Buffer.concat([key, Buffer.from(`:upload:${randomBytes(9).toString('base64url')}`)])
  const wanted = slotOf(key)
  if (!isCluster || slotOf(name) === wanted) return name
  for (let at = 0; at < TRIES; at += 1) {
    const tagged = Buffer.concat([name, Buffer.from(`{${at}}`)])
    if (slotOf(tagged) === wanted) return tagged
  }
  return name
}
