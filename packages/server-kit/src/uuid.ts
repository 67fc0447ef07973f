import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4096)
let used = pool.length

function randomTen(): Buffer {
  if (used + 10 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 10
  return pool.subarray(used - 10, used)
}

/** What every id of that moment and later is greater than, and every earlier one less. */
export function uuidv7Floor(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** A time-ordered id (RFC 9562, version 7) as text. */
export function uuidv7(nowMs: number = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0')
  const random = randomTen()
  random[0] = 0x70 | (random[0]! & 0x0f)
  random[2] = 0x80 | (random[2]! & 0x3f)
  const hex = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8)}`
}
