import type { UIdBases } from './bases.ts'
import { parseUId } from './parse-u-id.ts'

/** Why the console cannot use the uId of a row: it is no uId, or its leading number is another operator's. */
type NumberFault = 'not_a_number' | 'other_platform'

/** What is wrong with a uId that a server of an operator gave; null: it can be used. */
export function numberFault(uId: string, platform: number, bases: UIdBases): NumberFault | null {
  const parsed = parseUId(uId, bases)
  if (!parsed.ok) return 'not_a_number'
  return parsed.platform === platform ? null : 'other_platform'
}
