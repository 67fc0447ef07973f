import type { ReactNode } from 'react'
import { formatInstant } from '../i18n/format.ts'

/** An instant (milliseconds UTC) in the zone the operator chose; null shows a dash. */
export function Time({ at }: { at: number | null }): ReactNode {
  if (at === null) return '–'
  return (
    <time dateTime={new Date(at).toISOString()} className="qd-mono">
      {formatInstant(at)}
    </time>
  )
}
