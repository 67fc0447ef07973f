import type { ReactNode } from 'react'
import { formatInstant } from '@qd/web-base'
import { useKitText } from '@qd/web-base'
import { localMinutes, useServerZone, useTimeZone, zoneName } from '@qd/web-base'
import styles from './time.module.css'

/** The instant on every clock one may mean, a line each. */
function useAllClocks(at: number): string {
  const t = useKitText()
  const { minutesEast: serverMinutes, of } = useServerZone()
  const line = (name: string, minutes: number) => `${name} ${formatInstant(at, minutes)} ${zoneName(minutes)}`
  return [
    ...(serverMinutes === null ? [t('time.noServer')] : [line(t(`time.${of}`), serverMinutes)]),
    line(t('time.local'), localMinutes(at)),
    line(t('time.utc'), 0),
    `${t('time.epoch')} ${at}`,
  ].join('\n')
}

function Instant({ at }: { at: number }): ReactNode {
  const { minutesAt, isGuessed } = useTimeZone()
  const title = useAllClocks(at)
  return (
    <time
      dateTime={new Date(at).toISOString()}
      className={`qd-mono ${styles.time}`}
      data-guessed={isGuessed}
      title={title}
    >
      {formatInstant(at, minutesAt(at))}
    </time>
  )
}

/**
 * An instant (milliseconds UTC) in the zone the operator chose, the other zones in its tooltip; null shows a
 * dash. Dotted below: the server's zone is not known, the browser's serves.
 */
export function Time({ at }: { at: number | null }): ReactNode {
  return at === null || !Number.isFinite(new Date(at).getTime()) ? '–' : <Instant at={at} />
}
