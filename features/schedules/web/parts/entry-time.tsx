import { zoneMinutes } from '@qd/i18n'
import { formatInstant, useTimeZone, zoneName } from '@qd/web-base'
import type { ReactNode } from 'react'
import styles from './entry-time.module.css'

/**
 * A due time on the clock of its entry, with the zone's name. Where the clock that the reader chose shows another time, that
 * stands beside it with its own name; a browser that does not know the entry's clock shows that time alone.
 */
export function EntryTime({ at, zone }: { at: number; zone: string }): ReactNode {
  const { minutesAt } = useTimeZone()
  const minutes = zoneMinutes(zone, at)
  const chosen = minutesAt(at)
  return (
    <span className={styles.times}>
      {minutes === null ? null : (
        <span>
          <time className="qd-mono" dateTime={new Date(at).toISOString()}>
            {formatInstant(at, minutes)}
          </time>{' '}
          <span className={styles.zone}>{zone}</span>
        </span>
      )}
      {minutes === chosen ? null : (
        <span className={styles.zone}>
          <span className="qd-mono">{formatInstant(at, chosen)}</span> {zoneName(chosen)}
        </span>
      )}
    </span>
  )
}
