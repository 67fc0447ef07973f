import { isCarriedName, ownValue } from './names.ts'

/** Thrown inside the parser only; `parseProtocol` turns it into its reason. */
export class ProtocolFault extends Error {}

/** Characters of a text for people. */
export const MAX_TEXT = 65_536

/** A text property, empty when absent; throws ProtocolFault naming the place. */
export function textOf(source: Record<string, unknown>, key: string, place: string): string {
  const value = source[key]
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new ProtocolFault(`${place}.${key} is not text`)
  if (value.length > MAX_TEXT)
    throw new ProtocolFault(`${place}.${key} is longer than ${MAX_TEXT} characters`)
  return value
}

/** The name under a key; throws ProtocolFault with its place when it is none that is carried. */
export function nameOf(source: Record<string, unknown>, key: string, place: string): string {
  const name = ownValue(source, key)
  if (!isCarriedName(name)) throw new ProtocolFault(`${place}.${key} is no allowed name`)
  return name
}
