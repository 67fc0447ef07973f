import { ByteReader } from '../bytes/byte-reader.ts'
import { ByteWriter } from '../bytes/byte-writer.ts'

const NANOS = 1_000_000_000n
const ISO = /^([+-]\d{6}|\d{4})(-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/
/** What a Date can hold, in seconds from 1970. */
const MOST_SECONDS = 8_640_000_000_000n

/** The time of the extension -1 in UTC to the nanosecond; null: it holds none, or one beyond the years people count. */
export function timeOfExt(bytes: Uint8Array): string | null {
  const reader = new ByteReader(bytes)
  let nanos = 0n
  let seconds: bigint
  if (bytes.length === 4) seconds = BigInt(reader.u32())
  else if (bytes.length === 8) {
    const both = reader.u64()
    nanos = both >> 34n
    seconds = both & 0x3_ffff_ffffn
  } else if (bytes.length === 12) {
    nanos = BigInt(reader.u32())
    seconds = reader.i64()
  } else return null
  if (nanos >= NANOS || seconds > MOST_SECONDS || seconds < -MOST_SECONDS) return null
  const whole = new Date(Number(seconds) * 1_000).toISOString().slice(0, -'.000Z'.length)
  const part = String(nanos).padStart(9, '0').replace(/0+$/, '')
  return part === '' ? `${whole}Z` : `${whole}.${part}Z`
}

/** Bytes of a time as `timeOfExt` writes it: as few as hold it, and no fewer than `least`; null: it is none. */
export function extOfTime(text: string, least: number): Uint8Array | null {
  const [, year, rest, part = ''] = ISO.exec(text) ?? []
  const millis = year === undefined ? Number.NaN : Date.parse(`${year}${rest}Z`)
  if (Number.isNaN(millis)) return null
  const seconds = BigInt(millis / 1_000)
  const nanos = BigInt(part.padEnd(9, '0'))
  const writer = new ByteWriter()
  if (least <= 4 && nanos === 0n && seconds >= 0n && seconds < 1n << 32n) writer.u32(Number(seconds))
  else if (least <= 8 && seconds >= 0n && seconds < 1n << 34n) writer.u64((nanos << 34n) | seconds)
  else {
    writer.u32(Number(nanos))
    writer.u64(BigInt.asUintN(64, seconds))
  }
  return writer.finish()
}
