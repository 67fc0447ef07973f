import { parseGift } from '@qd/gift-content'
import * as z from 'zod/mini'
import type { Schema } from './route.ts'

const asText = (value: unknown): unknown => (Number.isSafeInteger(value) ? String(value) : value)

function entryOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  const { name, number = name, quantity, ...rest } = given as Record<string, unknown>
  return { ...rest, number: asText(number), quantity: asText(quantity) }
}

/** The entries of what stands for a gift; what can be none is left as it is, for the schema of entries to refuse. */
function entriesOf(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(entryOf)
  if (typeof given !== 'string') return given
  const read = parseGift(given)
  return read.ok ? read.entries : given
}

/**
 * A gift as calls take it (S3.07): entries of number and quantity, the same with `name` for the number of the item, or the
 * text `propId,num|propId,num`. Pages send and get entries, so that is the type.
 */
export const giftGiven = <Entries extends Schema>(entries: Entries): Entries =>
  z.pipe(z.transform(entriesOf), entries) as unknown as Entries
