import type { DiffInfo } from '@qd/protocol-model'
import type { Place } from '@qd/player-diff'

/** What the form of an object is given, at the top and inside lists. */
export interface ObjectFormProps {
  info: DiffInfo
  place: Place
  value: unknown
  base: unknown
  isNew: boolean
}

export function partOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
