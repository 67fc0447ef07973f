import { formatInstant, useTexts } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import '../texts.ts'
import { STALE_AFTER, offsetParts } from './server-clock.ts'
import styles from './server-clock-view.module.css'
import { useServerClock } from './use-server-clock.ts'

function useOffsetText(offsetSeconds: number | undefined): string | null {
  const t = useTexts('scope')
  const offset = offsetSeconds === undefined ? null : offsetParts(offsetSeconds)
  if (offset === null) return null
  return `${offset.sign}${offset.parts.map(({ unit, count }) => t(`clock.${unit}`, { count })).join('')}`
}

/** Server id, game time and how far it is from real time; grey when it was not confirmed lately. */
export function ServerClock(): ReactNode {
  const t = useTexts('scope')
  const sId = useScope((state) => state.sId)
  const { gameMs, sample, failures } = useServerClock()
  const offset = useOffsetText(sample?.offsetSeconds)
  if (sId === 0) return null
  const isStale = failures >= STALE_AFTER
  const hint = isStale ? t('clock.stale', { failures }) : t('clock.label')
  return (
    <div className={styles.clock} data-stale={isStale} title={hint} role="group" aria-label={hint}>
      <span className={styles.server}>S{sId}</span>
      <time className={styles.time}>
        {gameMs === null ? '––:––:––' : formatInstant(gameMs, sample?.zoneMinutes)}
      </time>
      {offset === null ? null : (
        <Tag tone="warn" title={t('clock.offset', { offset })}>
          {offset}
        </Tag>
      )}
    </div>
  )
}
