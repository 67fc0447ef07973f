import { formatInstant, useTexts } from '@qd/web-base'
import { useLostServer, useScope } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import '../texts.ts'
import { offsetParts } from './server-clock.ts'
import styles from './server-clock-view.module.css'
import { useServerClock } from './use-server-clock.ts'

/** `20:00:05` at the end of an instant. */
const CLOCK_SIGNS = 8

function useOffsetText(offsetSeconds: number | undefined): string | null {
  const t = useTexts('scope')
  const offset = offsetSeconds === undefined ? null : offsetParts(offsetSeconds)
  if (offset === null) return null
  return `${offset.sign}${offset.parts.map(({ unit, count }) => t(`clock.${unit}`, { count })).join('')}`
}

/** Server id, game time and how far it is from real time; grey, with since when, while nobody confirms it. */
export function ServerClock(): ReactNode {
  const t = useTexts('scope')
  const sId = useScope((state) => state.sId)
  const lineId = useScope((state) => state.lineId)
  const { gameMs, sample } = useServerClock()
  const lost = useLostServer({ lineId, sId })
  const offset = useOffsetText(sample?.offsetSeconds)
  if (sId === 0) return null
  const isStale = lost !== null
  // In the game's own time, as the time above it.
  const since = isStale && sample !== null ? formatInstant(sample.gameMs, sample.zoneMinutes) : null
  const hint =
    since !== null ? t('clock.stale', { time: since }) : isStale ? t('clock.never') : t('clock.label')
  return (
    <div className={styles.clock} data-stale={isStale} title={hint} role="group" aria-label={hint}>
      <span className={styles.server}>S{sId}</span>
      <span className={styles.times}>
        <time className={styles.time}>
          {gameMs === null ? '––:––:––' : formatInstant(gameMs, sample?.zoneMinutes)}
        </time>
        {since === null ? null : (
          <span className={styles.since}>{t('clock.since', { time: since.slice(-CLOCK_SIGNS) })}</span>
        )}
      </span>
      {offset === null ? null : (
        <Tag tone="warn" title={t('clock.offset', { offset })}>
          {offset}
        </Tag>
      )}
    </div>
  )
}
