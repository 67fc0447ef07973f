import { bytesOfText } from '../bytes/byte-reader.ts'
import { FaultError } from '../fault.ts'
import type { ValueNode } from '../value-node.ts'

/** 2001-09-09 to 2100: what is earlier or later is more likely a number. */
const FROM_S = 1_000_000_000
const TO_S = 4_102_444_800

/** Times by how many digits of them come after the second. */
const UNITS = [
  { name: 's', perSecond: 1, digits: 10 },
  { name: 'ms', perSecond: 1_000, digits: 13 },
  { name: 'us', perSecond: 1_000_000, digits: 16 },
] as const

const DIGITS = /^\d{10}$|^\d{13}$|^\d{16}$/
const NAMED = /^timestamp (s|ms|us)$/

function unitOf(text: string): (typeof UNITS)[number] | null {
  if (!DIGITS.test(text)) return null
  const unit = UNITS.find(({ digits }) => digits === text.length)!
  const seconds = Number(text) / unit.perSecond
  return seconds >= FROM_S && seconds <= TO_S ? unit : null
}

export const isTimestamp = (text: string): boolean => unitOf(text) !== null

/** Digits of a time since 1970 as that time in UTC: seconds, milliseconds or microseconds by how many there are. */
export function readTimestamp(bytes: Uint8Array): ValueNode {
  const text = String.fromCharCode(...bytes.subarray(0, 17))
  const unit = unitOf(text)
  if (unit === null) throw new FaultError('invalid', 0)
  const micros = (BigInt(text) * 1_000_000n) / BigInt(unit.perSecond)
  const date = new Date(Number(micros / 1_000n)).toISOString()
  const rest = unit.name === 'us' ? String(micros % 1_000n).padStart(3, '0') : ''
  const iso = unit.name === 's' ? date.replace('.000Z', 'Z') : date.replace('Z', `${rest}Z`)
  return { kind: 'marked', name: `timestamp ${unit.name}`, value: { kind: 'text', value: iso } }
}

const ISO = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?(Z|[+-]\d\d:\d\d)$/

/** The digits of the time, in the unit it was read in. */
export function timestampBytes(node: ValueNode): Uint8Array<ArrayBuffer> {
  const unit = node.kind === 'marked' ? NAMED.exec(node.name)?.[1] : undefined
  const text = node.kind === 'marked' && node.value.kind === 'text' ? ISO.exec(node.value.value) : null
  if (unit === undefined || text === null) throw new FaultError('range', -1)
  const [, whole, part = '', zone] = text
  const seconds = Date.parse(`${whole}${zone}`)
  if (Number.isNaN(seconds)) throw new FaultError('range', -1)
  const micros = BigInt(seconds) * 1_000n + BigInt(part.padEnd(6, '0'))
  const { perSecond } = UNITS.find(({ name }) => name === unit)!
  const found = (micros * BigInt(perSecond)) / 1_000_000n
  if (!isTimestamp(String(found))) throw new FaultError('range', -1)
  return bytesOfText(String(found))
}
