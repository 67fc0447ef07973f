import { REDIS_TYPES } from '../../contract/index.ts'

const KNOWN: readonly string[] = REDIS_TYPES

/** Whether a key of this type, as the server names it, is meant by a filter; `other` is all we have no page for. */
export function isOfType(named: string, wanted: string): boolean {
  if (wanted === '') return named !== 'none'
  return wanted === 'other' ? named !== 'none' && !KNOWN.includes(named) : named === wanted
}
