import { formatAgo, formatInstant, useTimeZone, zoneName } from '@qd/web-base'
import { Tag, useNow } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { useAccessTexts } from '../texts.ts'

const MINUTE_MS = 60_000
/** From here on it is shown as something to look after. */
const SOON_MS = 86_400_000

/** When something ends by itself: in how long, the moment with its zone in the tooltip; nothing where it does not. */
export function Ends({ until }: { until: number | undefined }): ReactNode {
  const t = useAccessTexts()
  const now = useNow(MINUTE_MS)
  const { minutesAt } = useTimeZone()
  if (until === undefined) return null
  const zone = minutesAt(until)
  return (
    <Tag
      tone={until - now < SOON_MS ? 'warn' : 'neutral'}
      title={`${formatInstant(until, zone)} ${zoneName(zone)}`}
    >
      {until <= now ? t('ends.over') : t('ends.when', { when: formatAgo(until, now) })}
    </Tag>
  )
}
