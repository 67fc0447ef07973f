import { AppError, coreErrors, fieldInvalid } from '@qd/contract-kit'
import type { AnyRoute, ErrorDef, Schema } from '@qd/contract-kit'
import { safeParse } from 'zod/v4/core'
import type { $ZodIssue } from 'zod/v4/core'
import { fieldProblem } from './field-problem.ts'

export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

function fieldOf(issue: $ZodIssue, part: string): string {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys' && issue.keys[0] !== undefined) path.push(issue.keys[0])
  return path.length === 0 ? part : path.join('.')
}

/** Fields that name a place of the selection, the deepest first, and what a call without one is told (S5.01). */
const SELECTION: readonly (readonly [field: string, told: ErrorDef])[] = [
  ['sId', coreErrors.server_required],
  ['lineId', coreErrors.line_required],
  ['lineCode', coreErrors.line_required],
  ['partnerCode', coreErrors.operator_required],
]

/** The part of the selection that a call leaves out; null: something else is wrong with it. */
function leftOut(issues: readonly $ZodIssue[], value: unknown): { field: string; told: ErrorDef } | null {
  const names = new Set(issues.filter(({ path }) => path.length === 1).map(({ path }) => String(path[0])))
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const found = SELECTION.find(([field]) => names.has(field) && (given[field] ?? '') === '')
  return found === undefined ? null : { field: found[0], told: found[1] }
}

function parsePart(route: AnyRoute, value: unknown, part: keyof RawInput): unknown {
  const schema = route[part]
  if (schema === undefined) return undefined
  const parsed = safeParse(schema, value, { reportInput: true })
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const details = issues.slice(0, 20).map((each) => ({
    field: fieldOf(each, part),
    problem: fieldProblem(each).text.replace('problem.', ''),
  }))
  const missing = route.level === 0 ? null : leftOut(issues, value)
  if (missing !== null) throw new AppError(missing.told, { field: missing.field, details })
  const issue = issues[0]!
  throw fieldInvalid(fieldOf(issue, part), fieldProblem(issue), { details })
}

interface ObjectShape {
  _zod: { def: { type: string; shape?: Record<string, unknown>; catchall?: unknown } }
}

function refuseUnknown(schema: Schema, body: unknown): void {
  const { shape, catchall } = (schema as unknown as ObjectShape)._zod.def
  if (shape === undefined || catchall !== undefined || typeof body !== 'object' || body === null) return
  for (const field of Object.keys(body)) {
    if (!Object.hasOwn(shape, field))
      throw new AppError(coreErrors.field_unknown, { field, params: { field } })
  }
}

function refuseNul(value: unknown, field: string): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) {
      throw fieldInvalid(field, { text: 'problem.characters' })
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) refuseNul(each, field === '' ? key : `${field}.${key}`)
  }
}

/** Validates a call's input by its declaration; the first wrong field is named. U+0000 in a body ended at the door. */
export function parseInput(route: AnyRoute, raw: RawInput) {
  if (raw.body !== undefined && route.body !== undefined && route.unknownFields !== 'ignore') {
    refuseUnknown(route.body, raw.body)
  }
  refuseNul(raw.params, '')
  refuseNul(raw.query, '')
  return {
    params: parsePart(route, raw.params, 'params'),
    query: parsePart(route, raw.query, 'query'),
    body: parsePart(route, raw.body === undefined || raw.body === null ? {} : raw.body, 'body'),
  }
}
