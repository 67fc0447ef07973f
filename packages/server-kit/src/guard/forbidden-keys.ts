import { AppError, coreErrors } from '@qd/contract-kit'
import type { TextRef } from '@qd/contract-kit'

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
/** Cheap look at the raw text; `\u` may spell a key in escapes. */
const SUSPECT = /__proto__|constructor|prototype|\\u/

function findForbidden(value: unknown, path: string): string | null {
  if (typeof value !== 'object' || value === null) return null
  for (const key of Object.keys(value)) {
    const here = path === '' ? key : `${path}.${key}`
    if (FORBIDDEN.has(key)) return here
    const below = findForbidden((value as Record<string, unknown>)[key], here)
    if (below !== null) return below
  }
  return null
}

/** Refuses objects that carry a key of the prototype chain, however it is spelled. */
export function refuseForbiddenKeys(value: unknown): void {
  const field = findForbidden(value, '')
  if (field !== null) throw new AppError(coreErrors.key_forbidden, { field, params: { field } })
}

/** Deepest nesting of a body; the parser itself and every walk below stay shallow. */
const MAX_DEPTH = 64

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inText) {
      if (char === 0x5c) i++
      else if (char === 0x22) inText = false
    } else if (char === 0x22) inText = true
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (char === 0x7d || char === 0x5d) depth--
  }
  return deepest
}

/** Where the parser stopped; its own sentence is English and quotes the body. */
function syntaxReason(cause: unknown): TextRef {
  const said = cause instanceof SyntaxError ? cause.message : ''
  const position = /position (\d+)/.exec(said)?.[1]
  if (position !== undefined) return { text: 'json.position', params: { position } }
  return { text: /end of JSON/.test(said) ? 'json.end' : 'json.syntax' }
}

/** Parses a JSON body: refuses bad JSON, deep nesting, NUL and keys of the prototype chain. */
export function parseJsonBody(text: string): unknown {
  if (text === '') return undefined
  if (text.length > 512 && depthOf(text) > MAX_DEPTH) {
    throw new AppError(coreErrors.invalid_json, {
      params: { reason: { text: 'json.depth', params: { limit: MAX_DEPTH } } },
    })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new AppError(coreErrors.invalid_json, { cause, params: { reason: syntaxReason(cause) } })
  }
  if (SUSPECT.test(text)) refuseForbiddenKeys(value)
  return value
}
