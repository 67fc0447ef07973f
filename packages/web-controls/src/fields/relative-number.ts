import { exactInt } from '@qd/protocol-model'
import type { Field } from '@qd/protocol-model'
import { inputKind, isIdField, parseInput } from './typed-input.ts'

const RELATIVE = /^([+x×*])\s*(\d[\d,_ ]*)(?:\.(\d+))?([km]?)$/i
const ZEROS: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6 }

/** `2.5` and `k` as whole number over a power of ten: 25 x 10^3 over 10^1. */
function amountOf([, , whole = '', part = '', unit = '']: RegExpExecArray): { times: bigint; over: bigint } {
  const digits = BigInt(whole.replaceAll(/[,_ ]/g, '') + part)
  return { times: digits * 10n ** BigInt(ZEROS[unit.toLowerCase()] ?? 0), over: 10n ** BigInt(part.length) }
}

/**
 * What a change typed into a number field leads to, from the value it has: `+500`, `+1k`, `x2`, `x1.5`. Exact for int64.
 * Null where nothing relative was typed, where there is no value yet, and where an int would not be whole. A minus is no
 * change: it may be the sign of the number.
 */
export function relativeNumber(field: Field, typed: string, current: unknown): string | null {
  const kind = inputKind(field)
  const found = kind === 'int' || kind === 'float' ? RELATIVE.exec(typed.trim()) : null
  if (found === null || current === undefined || current === null) return null
  const { times, over } = amountOf(found)
  const isSum = found[1] === '+'
  if (kind === 'float') {
    const amount = Number(times) / Number(over)
    const from = Number(current)
    const next = Number((isSum ? from + amount : from * amount).toPrecision(15))
    return Number.isFinite(next) ? String(next) : null
  }
  const from = exactInt(current)
  if (from === null) return null
  const scaled = isSum ? from * over + times : from * times
  return scaled % over === 0n ? (scaled / over).toString() : null
}

/** Whether a number counts something: no id, choice, time or flag. `key` names the field that addresses its row. */
export function isQuantity(field: Field, key: string): boolean {
  return inputKind(field) === 'int' && !isIdField(field, key)
}

/** The value a relative change leads to, as the data has it; null where it cannot be made. */
export function changedBy(field: Field, change: string, current: unknown): string | number | null {
  const next = relativeNumber(field, change, current)
  const parsed = next === null ? null : parseInput(field, next, { current, zoneMinutes: 0 })
  return parsed?.ok === true ? parsed.value : null
}
