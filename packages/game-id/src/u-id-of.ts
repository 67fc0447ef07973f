import { DEFAULT_BASES, exactBases } from './bases.ts'
import type { UIdBases } from './bases.ts'
import type { UIdParts } from './parse-u-id.ts'

/** Joins the parts to uId text; throws RangeError for parts that would not come back from `parseUId`. */
export function uIdOf(parts: Omit<UIdParts, 'uId'>, bases: UIdBases = DEFAULT_BASES): string {
  const exact = exactBases(bases)
  const { platform, sId, sequence } = parts
  if (![platform, sId, sequence].every((part) => Number.isSafeInteger(part) && part >= 0)) {
    throw new RangeError('platform, sId and sequence are whole numbers from 0')
  }
  if (BigInt(sequence) >= exact.server)
    throw new RangeError(`sequence ${sequence} does not fit the server base`)
  const withinPlatform = BigInt(sId) * exact.server + BigInt(sequence)
  if (withinPlatform >= exact.platform) throw new RangeError(`sId ${sId} does not fit the platform base`)
  const value = BigInt(platform) * exact.platform + withinPlatform
  if (value === 0n || value >= 2n ** 63n) throw new RangeError(`platform ${platform} does not fit a uId`)
  return value.toString()
}
