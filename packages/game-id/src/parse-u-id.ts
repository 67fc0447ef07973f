import { DEFAULT_BASES, assertUsable, exactBases } from './bases.ts'
import type { UIdBases } from './bases.ts'

/** The parts of a uId; `uId` is its text without leading zeros, the only form that may travel in JSON. */
export interface UIdParts {
  uId: string
  platform: number
  sId: number
  sequence: number
}

export type ParsedUId = ({ ok: true } & UIdParts) | { ok: false; reason: string }

const UID_TEXT = /^\d{1,19}$/
const INT64_MAX = 9_223_372_036_854_775_807n
const SAFE_MOST = BigInt(Number.MAX_SAFE_INTEGER)

function exactValue(input: unknown): bigint | string {
  if (typeof input === 'number') {
    return Number.isSafeInteger(input) ? BigInt(input) : 'a uId given as a number must be a safe integer'
  }
  if (typeof input !== 'string') return 'a uId is text of digits'
  return UID_TEXT.test(input) ? BigInt(input) : 'a uId has 1 to 19 digits and nothing else'
}

/** Of a value that a double holds: with the rest taken off each division is exact. Lists have a million of them. */
function safeParts(value: number, bases: UIdBases): ParsedUId {
  assertUsable(bases)
  const { platformBase, serverBase } = bases
  const inPlatform = value % platformBase
  const sequence = value % serverBase
  return {
    ok: true,
    uId: String(value),
    platform: (value - inPlatform) / platformBase,
    sId: (inPlatform - (inPlatform % serverBase)) / serverBase,
    sequence,
  }
}

/** Splits a uId given as text or as a safe integer, exactly, by S9.05. */
export function parseUId(input: unknown, bases: UIdBases = DEFAULT_BASES): ParsedUId {
  const value = exactValue(input)
  if (typeof value === 'string') return { ok: false, reason: value }
  if (value <= 0n) return { ok: false, reason: 'a uId is greater than 0' }
  if (value > INT64_MAX) return { ok: false, reason: 'a uId fits in 64 bits' }
  if (value <= SAFE_MOST) return safeParts(Number(value), bases)
  const { platform, server } = exactBases(bases)
  return {
    ok: true,
    uId: value.toString(),
    platform: Number(value / platform),
    sId: Number((value % platform) / server),
    sequence: Number(value % server),
  }
}

/** The server of a uId, or null when the text is no uId. */
export function serverIdOf(uId: unknown, bases: UIdBases = DEFAULT_BASES): number | null {
  const parsed = parseUId(uId, bases)
  return parsed.ok ? parsed.sId : null
}
