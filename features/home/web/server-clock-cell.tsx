import { formatInstant } from '@qd/web-base'
import { Tag, useNow } from '@qd/web-controls'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useHomeTexts } from './texts.ts'
import type { HomeTexts } from './texts.ts'
import { CardCell } from './card-cell.tsx'
import type { ServerCard } from './card-cell.tsx'

const SECOND_MS = 1000
const DAY_SECONDS = 86_400

/** `+1 d`, `-2 h`, `+30 s`: how far the game clock is from real time. */
function offsetText(t: HomeTexts, seconds: number): string {
  const sign = seconds < 0 ? '-' : '+'
  const size = Math.abs(seconds)
  if (size >= DAY_SECONDS) return t('clock.days', { sign, count: Math.round(size / DAY_SECONDS) })
  if (size >= 3600) return t('clock.hours', { sign, count: Math.round(size / 3600) })
  return size >= 60 ? t('clock.minutes', { sign, count: Math.round(size / 60) }) : `${sign}${size} s`
}

/** The game clock, ticking from the last answer. */
export function ServerClockCell({ clock }: { clock: NonNullable<ServerCard['clock']> }): ReactNode {
  const t = useHomeTexts()
  const now = useNow(SECOND_MS)
  const [start, setStart] = useState({ clock, now })
  if (start.clock !== clock) setStart({ clock, now })
  const gameMs = start.clock.timestamp * SECOND_MS + Math.max(0, now - start.now)
  return (
    <CardCell label={t('server.clock')} size="wide">
      <time dateTime={new Date(gameMs).toISOString()}>{formatInstant(gameMs, clock.zone)}</time>{' '}
      {clock.offset === 0 ? null : <Tag tone="warn">{offsetText(t, clock.offset)}</Tag>}
    </CardCell>
  )
}
