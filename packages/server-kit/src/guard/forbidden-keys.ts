import { AppError, coreErrors } from '@qd/contract-kit'

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

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
