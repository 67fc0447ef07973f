import type { PlainJsonLimits } from '@qd/protocol-model'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b
const CLOSE_LIST = 0x5d
const CLOSE_OBJECT = 0x7d

/** The place after the string that starts at `at`. */
function endOfString(body: Uint8Array, at: number): number {
  let index = at + 1
  while (index < body.length && body[index] !== QUOTE) index += body[index] === BACKSLASH ? 2 : 1
  return index + 1
}

/**
 * Why JSON bytes must not even be parsed, or null: parsing millions of nested lists takes seconds and
 * hundreds of megabytes, counting them takes milliseconds. Bytes that are no JSON may pass.
 */
export function jsonShapeFault(body: Uint8Array, limits: PlainJsonLimits): string | null {
  let depth = 0
  let nodes = 1
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index]
    if (byte === QUOTE) {
      index = endOfString(body, index) - 1
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      nodes += 1
      if (depth > limits.maxDepth) return `nested deeper than ${limits.maxDepth}`
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      depth -= 1
    } else if (byte === COMMA) {
      nodes += 1
    }
    if (nodes > limits.maxNodes) return `more than ${limits.maxNodes} values`
  }
  return null
}
