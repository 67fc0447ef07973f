import { GameError } from '@qd/game-contract/adapter'
import type { WrongField } from '@qd/game-contract/adapter'

/** What zod says of one place, as far as it is read here. */
interface Issue {
  code?: string
  path: PropertyKey[]
  expected?: string
  minimum?: number | bigint
  maximum?: number | bigint
  format?: string
  values?: unknown[]
  keys?: string[]
  errors?: Issue[][]
}

const MAX_FOUND = 40

function expectedOf(issue: Issue): string {
  const { code, expected, minimum, maximum, format, values } = issue
  if (code === 'invalid_type' && expected !== undefined) return expected
  if (code === 'invalid_value' && values !== undefined) return values.map(String).join(' | ')
  if (minimum !== undefined) return `>= ${minimum}`
  if (maximum !== undefined) return `<= ${maximum}`
  return format ?? code ?? ''
}

function foundIn(data: unknown, path: readonly PropertyKey[]): string {
  let value = data
  for (const part of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[part]
  if (value === undefined) return ''
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'object' && value !== null) return 'object'
  return JSON.stringify(value).slice(0, MAX_FOUND)
}

/** Of several forms a value may have, the one that comes furthest says best what is wrong. */
function deepest(issue: Issue): Issue {
  const inner = (issue.errors ?? []).flat().map(deepest)
  const [best] = inner.toSorted((left, right) => right.path.length - left.path.length)
  if (best === undefined) return issue
  return { ...best, path: [...issue.path, ...best.path] }
}

/** A signed answer that breaks the contract: which call, which field, what it must be and what stood there. */
export function wrongAnswerError(call: string, error: { issues: unknown[] }, data: unknown): GameError {
  const issue = deepest((error.issues[0] ?? { path: [] }) as Issue)
  const field = issue.path.map(String).join('.')
  const wrong: WrongField = { call, field, expected: expectedOf(issue), found: foundIn(data, issue.path) }
  const found = wrong.found === '' ? 'is missing' : `is ${wrong.found}`
  const msg = `${call}: ${field === '' ? 'the data' : field} ${found}, expected ${wrong.expected}`
  return new GameError({ kind: 'garbage', msg, isProven: true, wrong })
}
