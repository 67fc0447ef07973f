import { MAX_ITEM_NUMBER, MAX_QUANTITY } from './gift-entry.ts'
import type { GiftRule } from './gift-entry.ts'

type Amount = { ok: true; text: string } | { ok: false; rule: GiftRule }

const WHOLE = /^(-?)(\d+)$/
/** Longer digits are too large whatever they say, and BigInt of a megabyte of them takes long. */
const MOST_DIGITS = String(MAX_QUANTITY).length

function readWhole(text: string, most: bigint): { sign: string; value: bigint } | GiftRule {
  if (text === '') return 'empty'
  const [, sign = '', written = ''] = WHOLE.exec(text) ?? []
  if (written === '') return 'not_a_number'
  const digits = written.replace(/^0+(?=\d)/, '')
  if (digits.length > MOST_DIGITS) return sign === '-' ? 'negative' : 'too_large'
  const value = BigInt(digits)
  if (sign === '-' && value > 0n) return 'negative'
  return value > most ? 'too_large' : { sign, value }
}

/** The number of an item: 0 or more. */
export function readItemNumber(text: string): Amount {
  const read = readWhole(text, MAX_ITEM_NUMBER)
  return typeof read === 'string' ? { ok: false, rule: read } : { ok: true, text: String(read.value) }
}

/** How much of it: at least 1. */
export function readQuantity(text: string): Amount {
  const read = readWhole(text, MAX_QUANTITY)
  if (typeof read === 'string') return { ok: false, rule: read }
  return read.value === 0n ? { ok: false, rule: 'zero' } : { ok: true, text: String(read.value) }
}
