import type { TextRef } from '@qd/contract-kit'
import type { $ZodIssue } from 'zod/v4/core'

const LENGTHS = new Set(['string', 'array', 'set', 'map', 'file'])

function sizeProblem(origin: string, bound: 'min' | 'max', limit: number | bigint): TextRef {
  const kind = LENGTHS.has(origin) ? 'length' : 'value'
  return { text: `problem.${kind}_${bound}`, params: { limit: String(limit) } }
}

/** What is wrong with a field, as a text of the console; zod's own sentences speak of types and patterns. */
export function fieldProblem(issue: $ZodIssue): TextRef {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return { text: 'problem.required' }
      return { text: 'problem.type', params: { expected: issue.expected } }
    case 'too_small':
      if (LENGTHS.has(issue.origin) && Number(issue.minimum) === 1) return { text: 'problem.required' }
      return sizeProblem(issue.origin, 'min', issue.minimum)
    case 'too_big':
      return sizeProblem(issue.origin, 'max', issue.maximum)
    case 'invalid_value':
      return { text: 'problem.choice', params: { values: issue.values.map(String).join(', ') } }
    case 'unrecognized_keys':
      return { text: 'problem.unknown' }
    case 'invalid_format':
      return { text: 'problem.format' }
    default:
      return { text: 'problem.invalid' }
  }
}
