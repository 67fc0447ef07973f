import { parseJsonText } from '@qd/canonical-json'
import { plainJsonFault, takeOutForbidden } from '@qd/protocol-model'
import type { LeftOut } from '@qd/protocol-model'
import { jsonPlace } from './json-place.ts'
import type { JsonPlace } from './json-place.ts'
import { jsonShapeFault } from './json-shape.ts'

/** `leftOut` tells which keys were taken out, since they reach prototypes. */
export type ReadJson =
  | { ok: true; value: unknown; leftOut: LeftOut[] }
  | { ok: false; reason: string; place?: JsonPlace }

/** A table of 100,000 rows has more than a million values; two million are still counted and read in well under a second. */
const LIMITS = { maxDepth: 64, maxNodes: 2_000_000 }
const decoder = new TextDecoder('utf-8', { fatal: true })

/** From here on a double writes itself with an exponent, so it cannot be an int that lost digits. */
const EXPONENT_FROM = 1e21

function isDamagedInt(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < EXPONENT_FROM
}

function hasDamagedInt(value: unknown): boolean {
  if (typeof value === 'number') return isDamagedInt(value)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasDamagedInt)
  // No list of its values for each of many small objects; parsed JSON has no other keys than its own.
  for (const key in value) if (hasDamagedInt((value as Record<string, unknown>)[key])) return true
  return false
}

/** Parses foreign bytes: strict UTF-8, bounded depth and size, keys that reach prototypes taken out, no int beyond 2^53. */
export function readJson(body: Uint8Array): ReadJson {
  const shape = jsonShapeFault(body, LIMITS)
  if (shape !== null) return { ok: false, reason: shape }
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    return { ok: false, reason: 'no UTF-8' }
  }
  let value: unknown
  try {
    value = parseJsonText(text)
  } catch {
    const place = jsonPlace(text)
    return { ok: false, reason: 'no JSON', ...(place === null ? {} : { place }) }
  }
  let hasForbidden = false
  const fault = plainJsonFault(value, LIMITS, () => (hasForbidden = true))
  if (fault !== null) return { ok: false, reason: fault }
  // The depth is bounded by now, so recursion is safe.
  if (hasDamagedInt(value)) return { ok: false, reason: 'an int beyond 2^53 that is not text' }
  return { ok: true, value, leftOut: hasForbidden ? takeOutForbidden(value) : [] }
}
