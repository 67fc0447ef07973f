import { z } from '@qd/contract-kit'
import { auditFilter } from '../../contract/index.ts'
import type { AuditFilter } from '../../contract/index.ts'

/** The filter as it stands in the address; an empty part is not asked for. */
export const NO_FILTER = {
  actor: '',
  action: '',
  target: '',
  scope: '',
  environment: '',
  from: '',
  to: '',
  result: '',
  risk: '',
  text: '',
  requestId: '',
  sessionId: '',
}
export type FilterTexts = typeof NO_FILTER

/** What most look for: always in view where there is room for a bar. */
const FIRST_PARTS = ['actor', 'action', 'target', 'from', 'to'] as const
/** The parts behind it, each empty. */
export const NO_REST: Partial<FilterTexts> = Object.fromEntries(
  Object.entries(NO_FILTER).filter(([key]) => !FIRST_PARTS.some((first) => first === key)),
)

const TIMES = ['from', 'to']

/** What is asked of the server; parts of an old or bent address that mean nothing are left out. */
export function filterOf(texts: FilterTexts): AuditFilter {
  const parts = Object.entries(texts).flatMap(([key, text]) => {
    const value = TIMES.includes(key) ? Number(text) : text.trim()
    if (text.trim() === '') return []
    return z.safeParse(auditFilter, { [key]: value }).success ? [[key, value] as const] : []
  })
  return Object.fromEntries(parts) as AuditFilter
}

export function isFiltered(texts: FilterTexts): boolean {
  return Object.values(texts).some((text) => text !== '')
}

/** Conditions that hold; a stretch of time is one. */
export function countParts({ from = '', to = '', ...texts }: Partial<FilterTexts>): number {
  const others = Object.values(texts).filter((text) => text !== '').length
  return others + (from === '' && to === '' ? 0 : 1)
}
