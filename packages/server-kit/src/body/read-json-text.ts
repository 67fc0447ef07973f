import { AppError, JSON_DEPTH, coreErrors } from '@qd/contract-kit'
import { JSONParser } from '@streamparser/json'
import { inTurns, turnClock } from '../in-turns.ts'
import { JsonCounter } from './json-counter.ts'
import { jsonFaultError } from './parse-json.ts'

/** Bytes parsed between two looks at the clock. */
const STEP_BYTES = 8_192

function* parsing(parser: JSONParser, bytes: Uint8Array): Generator<undefined, void> {
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    parser.write(bytes.subarray(at, at + STEP_BYTES))
    yield
  }
}

/** The library says `at position "12"`; without a position something is wrong all the same. */
function syntaxError(cause: unknown): AppError {
  const said = cause instanceof Error ? cause.message : ''
  const position = /position "?(\d+)/.exec(said)?.[1]
  const reason =
    position === undefined ? { text: 'json.syntax' } : { text: 'json.position', params: { position } }
  return new AppError(coreErrors.invalid_json, { cause, params: { reason } })
}

/** The path of a fault is not told: what it points into is gone by then. */
function faultError(counter: JsonCounter, limits: { values: number; depth: number }): AppError | null {
  const { fault } = counter
  if (fault === null) return null
  return jsonFaultError('path' in fault ? { ...fault, path: [] } : fault, Buffer.alloc(0), limits)
}

/**
 * Parses JSON from text that comes in pieces, with all other calls having their turns in between. Slower than the native
 * parser, which would keep everybody waiting for a large file. Throws as `parseJson` does; undefined for no text.
 */
export async function readJsonText(
  pieces: AsyncIterable<string>,
  most: { values: number },
): Promise<unknown> {
  const limits = { values: most.values, depth: JSON_DEPTH }
  const counter = new JsonCounter(limits)
  const parser = new JSONParser({ paths: ['$'] })
  const clock = turnClock()
  let value: unknown
  parser.onValue = (found) => {
    value = found.value
  }
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    counter.take(bytes)
    const refusal = faultError(counter, limits)
    if (refusal !== null) throw refusal
    try {
      await inTurns(parsing(parser, bytes), clock)
    } catch (cause) {
      throw syntaxError(cause)
    }
  }
  if (counter.values === 0) return undefined
  try {
    // A number at the end is known to be whole only now.
    if (!parser.isEnded) parser.end()
  } catch (cause) {
    throw new AppError(coreErrors.invalid_json, { cause, params: { reason: { text: 'json.end' } } })
  }
  return value
}
