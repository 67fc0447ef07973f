import { useKitText, useServerZone, useTimeZone, zoneName } from '@qd/web-base'
import type { ReactNode } from 'react'
import { useNow } from './use-now.ts'

const MINUTE_MS = 60_000

/**
 * By which zone the times on a page are: that of the server or line, the reader's own or UTC. They are real times in any
 * case; the clock of a game may be set to another one, and stands in the top bar.
 */
export function useZoneText(): string {
  const t = useKitText()
  const now = useNow(MINUTE_MS)
  const { mode, isGuessed, minutesAt } = useTimeZone()
  const of = useServerZone((state) => state.of)
  const byServer = isGuessed ? 'guessed' : of
  return t(`zone.${mode === 'server' ? byServer : mode}`, { zone: zoneName(minutesAt(now)) })
}

/** The same as a line below times: two clocks for one text are a trap. */
export function ZoneNote(): ReactNode {
  const text = useZoneText()
  return <span title={text}>{text}</span>
}
