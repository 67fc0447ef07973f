import { AppError, coreErrors, fieldInvalid } from '@qd/contract-kit'
import type { TargetRef } from '@qd/contract-kit'
import { parseUId } from '@qd/game-id'

/** A target whose parts are well-formed; absent parts were not named by the call. */
export interface ReadTarget {
  game?: string
  operator?: string
  lineId?: string
  sId?: number
  /** Which operator and server it names depends on the game. */
  uId?: string
}

const MAX_TEXT = 200
const MAX_SID = 999_999_999

const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

function readText(value: unknown, field: string): string | undefined {
  if (isAbsent(value)) return undefined
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string')
    throw fieldInvalid(field, { text: 'problem.type', params: { expected: 'string' } })
  if (text.length > MAX_TEXT)
    throw fieldInvalid(field, { text: 'problem.length_max', params: { limit: MAX_TEXT } })
  return text
}

function readSId(value: unknown): number | undefined {
  if (isAbsent(value)) return undefined
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (number === 0) throw new AppError(coreErrors.server_required, { field: 'sId' })
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0 || number > MAX_SID) {
    throw fieldInvalid('sId', { text: 'problem.range', params: { min: 1, max: MAX_SID } })
  }
  return number
}

function readUId(value: unknown): string | undefined {
  if (isAbsent(value)) return undefined
  const parsed = parseUId(typeof value === 'string' ? value.trim() : value)
  if (parsed.ok) return parsed.uId
  throw new AppError(coreErrors.uid_invalid, { field: 'uId', params: { reason: parsed.reason } })
}

/** Reads what a call says about its target, in whatever form it came; throws AppError with the wrong field. */
export function readTarget(target: TargetRef): ReadTarget {
  return {
    game: readText(target.game, 'game'),
    operator: readText(target.operator, 'partnerCode'),
    lineId: readText(target.lineId, 'lineId'),
    sId: readSId(target.sId),
    uId: readUId(target.uId),
  }
}
