import { largestJson } from './largest-json.ts'
import { isSessionless } from './permission.ts'
import type { AnyRoute } from './route.ts'

/** Most a call takes from a caller without a session. */
export const PUBLIC_BODY_BYTES = 16_384
/** A form with something in it whose size its schema leaves open. */
const FORM_BODY_BYTES = 65_536
/** Above this a declaration says its limit itself, so that nobody raises it by accident. */
const DERIVED_MOST_BYTES = 1_048_576
const BODY_VALUES = 200_000
/** Deepest nesting of JSON; the parser itself and everything that walks over it stay shallow. */
export const JSON_DEPTH = 64

/** How large a body may be. */
export interface BodyRules {
  /** Of the JSON. */
  readonly bytes: number
  /** Of the JSON: objects, lists, texts, numbers and words, each counts one; names of fields do not. */
  readonly values: number
  readonly depth: number
  /** Of the text that follows the JSON of the first line; null where the body is JSON alone. */
  readonly textBytes: number | null
  /** Of a body that is bytes alone; null where it is JSON, or begins with it. */
  readonly rawBytes: number | null
}

function jsonBytesOf(route: AnyRoute): number {
  if (route.bodyLimit !== undefined) return route.bodyLimit
  if (isSessionless(route.permission) || route.body === undefined) return PUBLIC_BODY_BYTES
  const { bytes, isOpen } = largestJson(route.body)
  return Math.max(bytes, isOpen ? FORM_BODY_BYTES : PUBLIC_BODY_BYTES)
}

/** The limits of a call: declared, or what its schema can hold, at least a form. */
export function bodyRulesOf(route: AnyRoute): BodyRules {
  return {
    bytes: jsonBytesOf(route),
    values: route.bodyValues ?? BODY_VALUES,
    depth: JSON_DEPTH,
    textBytes: route.textLimit ?? null,
    rawBytes: route.bytesLimit ?? null,
  }
}

/** What is wrong with the limits a route declares, or null. */
export function bodyRulesFault(route: AnyRoute): string | null {
  const { bytes, textBytes, rawBytes } = bodyRulesOf(route)
  const isOpen = isSessionless(route.permission)
  if (rawBytes !== null && (isOpen || textBytes !== null || route.body !== undefined)) {
    return 'takes bytes, so it is not public and has neither body nor text'
  }
  if (isOpen && bytes + (textBytes ?? 0) > PUBLIC_BODY_BYTES) {
    return `is public or of game servers and takes more than ${PUBLIC_BODY_BYTES} bytes`
  }
  if (route.bodyLimit === undefined && bytes > DERIVED_MOST_BYTES) {
    return `takes up to ${bytes} bytes by its schema and declares no bodyLimit`
  }
  return null
}

/** Most bytes a body of this call has. */
export function mostBytesOf({ bytes, textBytes, rawBytes }: BodyRules): number {
  return rawBytes ?? bytes + (textBytes ?? 0)
}

export const JSON_TYPE = 'application/json'
export const TEXT_TYPE = 'text/plain'
export const BYTES_TYPE = 'application/octet-stream'
export type BodyType = typeof JSON_TYPE | typeof TEXT_TYPE | typeof BYTES_TYPE

/** The media type a body of this call has. */
export function bodyTypeOf(route: Pick<AnyRoute, 'textLimit' | 'bytesLimit'>): BodyType {
  if (route.bytesLimit !== undefined) return BYTES_TYPE
  return route.textLimit === undefined ? JSON_TYPE : TEXT_TYPE
}
