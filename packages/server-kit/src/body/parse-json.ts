import { isUtf8 } from 'node:buffer'
import { parseJsonText } from '@qd/canonical-json'
import { AppError, JSON_DEPTH, coreErrors, fieldInvalid } from '@qd/contract-kit'
import type { TextRef } from '@qd/contract-kit'
import { JsonCounter } from './json-counter.ts'
import type { JsonFault, JsonLimits, JsonStep } from './json-counter.ts'

const BOM = [0xef, 0xbb, 0xbf]

/** Where the parser stopped; its own sentence is English and quotes the body. */
function syntaxReason(cause: unknown): TextRef {
  const said = cause instanceof SyntaxError ? cause.message : ''
  const position = /position (\d+)/.exec(said)?.[1]
  if (position !== undefined) return { text: 'json.position', params: { position } }
  return { text: /end of JSON/.test(said) ? 'json.end' : 'json.syntax' }
}

function keyAt(bytes: Buffer, { from, to }: Exclude<JsonStep, number>): string {
  const raw = bytes.subarray(from, to).toString()
  try {
    return String(parseJsonText(`"${raw}"`))
  } catch {
    return raw
  }
}

/** The fault in the words of an error; `bytes` reach at least as far as the counter has looked. */
export function jsonFaultError(fault: JsonFault, bytes: Buffer, limits: JsonLimits): AppError {
  if (fault.kind === 'values') {
    return new AppError(coreErrors.body_too_many_values, { params: { limit: limits.values } })
  }
  if (fault.kind === 'depth') {
    return new AppError(coreErrors.body_too_deep, { params: { limit: limits.depth } })
  }
  const path = fault.path.map((step) => (typeof step === 'number' ? String(step) : keyAt(bytes, step)))
  if (fault.kind === 'key') {
    const field = [...path, fault.name].join('.')
    return new AppError(coreErrors.key_forbidden, { field, params: { field } })
  }
  const field = path.length === 0 ? 'body' : path.join('.')
  return fieldInvalid(field, { text: 'problem.characters' })
}

/** Parses bytes a counter has passed; undefined for none. Throws `body_no_text` and `invalid_json`. */
export function parseCounted(bytes: Buffer): unknown {
  const from = BOM.every((byte, at) => bytes[at] === byte) ? BOM.length : 0
  if (bytes.length === from) return undefined
  if (!isUtf8(bytes)) throw new AppError(coreErrors.body_no_text)
  try {
    return parseJsonText(bytes.toString('utf8', from))
  } catch (cause) {
    throw new AppError(coreErrors.invalid_json, { cause, params: { reason: syntaxReason(cause) } })
  }
}

/** Parses JSON that is there as a whole, in its limits and without keys of the prototype chain and U+0000. */
export function parseJson(text: string | Buffer, most: { values: number }): unknown {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const limits = { values: most.values, depth: JSON_DEPTH }
  const counter = new JsonCounter(limits)
  counter.take(bytes)
  if (counter.fault !== null) throw jsonFaultError(counter.fault, bytes, limits)
  return parseCounted(bytes)
}
