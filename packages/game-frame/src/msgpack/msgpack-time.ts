/** The extension that MessagePack itself gives a meaning. */
export const TIME_EXTENSION = -1

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/
const BEGIN = Date.parse('0000-01-01T00:00:00Z') / 1000
const END = Date.parse('9999-12-31T23:59:59Z') / 1000

function partsOf(bytes: Uint8Array): { seconds: bigint; nanos: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (bytes.length === 4) return { seconds: BigInt(view.getUint32(0)), nanos: 0 }
  if (bytes.length === 12) return { seconds: view.getBigInt64(4), nanos: view.getUint32(0) }
  if (bytes.length !== 8) return null
  const whole = view.getBigUint64(0)
  return { seconds: whole & 0x3_ff_ff_ff_ffn, nanos: Number(whole >> 34n) }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

/** `2026-11-23T10:00:00.5Z`; null for what no calendar shows, or what would be written in other bytes. */
export function textOfTime(bytes: Uint8Array): string | null {
  const parts = partsOf(bytes)
  if (parts === null || parts.seconds < BEGIN || parts.seconds > END) return null
  const whole = new Date(Number(parts.seconds) * 1000).toISOString().slice(0, 19)
  const nanos = String(parts.nanos).padStart(9, '0').replace(/0+$/, '')
  const text = `${whole}${nanos === '' ? '' : `.${nanos}`}Z`
  const again = timeOfText(text)
  return again !== null && isSame(again, bytes) ? text : null
}

/** The bytes of a time, the fewest that hold it; null when the text is none. */
export function timeOfText(text: string): Uint8Array | null {
  const [, whole, fraction = ''] = TIME.exec(text) ?? []
  const ms = whole === undefined ? Number.NaN : Date.parse(`${whole}Z`)
  // The 30th of February would become a day in March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== whole) return null
  const seconds = ms / 1000
  const nanos = Number(fraction.padEnd(9, '0'))
  const bytes = new Uint8Array(
    seconds < 0 || seconds >= 2 ** 34 ? 12 : nanos > 0 || seconds >= 2 ** 32 ? 8 : 4,
  )
  const view = new DataView(bytes.buffer)
  if (bytes.length === 4) view.setUint32(0, seconds)
  else if (bytes.length === 8) view.setBigUint64(0, (BigInt(nanos) << 34n) | BigInt(seconds))
  else {
    view.setUint32(0, nanos)
    view.setBigInt64(4, BigInt(seconds))
  }
  return bytes
}
