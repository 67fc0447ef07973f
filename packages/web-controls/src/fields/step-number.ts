import { exactInt } from '@qd/protocol-model'
import type { Field } from '@qd/protocol-model'

function within(value: bigint, field: Field): bigint {
  const low = typeof field.min === 'number' ? BigInt(Math.ceil(field.min)) : exactInt(field.min)
  const high = typeof field.max === 'number' ? BigInt(Math.floor(field.max)) : exactInt(field.max)
  if (low !== null && value < low) return low
  return high !== null && value > high ? high : value
}

/** The typed number a few steps on, inside the field's range; exact for int64. Null for what is no number. */
export function stepNumber(field: Field, text: string, steps: number): string | null {
  const plain = text.trim() === '' ? '0' : text.replaceAll(/[,\s_]/g, '')
  if (field.type === 'float' || field.itemType === 'float') {
    const value = Number(plain)
    if (!Number.isFinite(value)) return null
    const next = Number((value + steps).toPrecision(15))
    return String(Math.min(Number(field.max ?? Infinity), Math.max(Number(field.min ?? -Infinity), next)))
  }
  const exact = exactInt(plain.replace(/^\+/, ''))
  return exact === null ? null : within(exact + BigInt(steps), field).toString()
}
