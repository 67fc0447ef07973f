import { formatAgo, formatQuantity } from '@qd/web-base'
import { IconButton, useNow } from '@qd/web-controls'
import { Button } from 'antd'
import { ArrowUpDown, Square, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { shownBytes } from '../detail/model/bytes.ts'
import { useRedisTexts } from '../texts.ts'
import type { KeySession } from './key-session.ts'
import { useKeys } from './key-sessions.ts'
import { isServersOrder } from './key-sort.ts'
import { Notice } from './notice.tsx'
import { bytesId } from './row-ids.ts'

const ICON = { size: 14, 'aria-hidden': true } as const

/** An order this old says so; one that is younger does where keys have come to their end. */
const OLD_MS = 60_000
const LOOK_MS = 10_000

/** How old the order is, and a way to a new one: times and sizes change, and keys end. */
function OrderAged({ session, column }: { session: KeySession; column: string }): ReactNode {
  const t = useRedisTexts()
  const now = useNow(LOOK_MS)
  const age = session.orders.ageAt(now)
  if (age === null || (age.ended === 0 && now - age.readAt < OLD_MS)) return null
  const ago = formatAgo(age.readAt, Math.max(now, age.readAt))
  return (
    <Notice
      tone="info"
      icon={<ArrowUpDown {...ICON} />}
      action={
        <Button size="small" onClick={() => session.sortAgain()}>
          {t('keys.sort.again')}
        </Button>
      }
    >
      {age.ended === 0
        ? t('keys.sort.aged', { column, ago })
        : t('keys.sort.agedEnded', { column, ago, count: age.ended })}
    </Notice>
  )
}

/** How far the reading for a sorting is, how old the order is, and which folders are sorted by a part of their keys. */
export function SortNotices({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const sort = useKeys(session, (state) => state.sort)
  const ordering = useKeys(session, (state) => state.ordering)
  const isRunning = useKeys(session, ({ progress }) => progress?.state === 'running')
  useKeys(session, (state) => state.version)
  if (isServersOrder(sort)) return null
  const column = sort.by === 'ttl' ? 'TTL' : t(`keys.sort.${sort.by}`)
  const named = (prefix: Parameters<typeof bytesId>[0], text: string): string =>
    prefix === '' ? text : `${shownBytes(prefix)} · ${text}`
  return (
    <>
      {isRunning ? (
        <Notice tone="info" icon={<ArrowUpDown {...ICON} />}>
          {t('keys.sort.whenRests')}
        </Notice>
      ) : null}
      {ordering === null ? null : (
        <Notice
          tone="info"
          icon={<ArrowUpDown {...ICON} />}
          action={
            <IconButton isSmall label={t('keys.sort.stop')} onClick={() => session.orders.stop()}>
              <Square size={12} aria-hidden />
            </IconButton>
          }
        >
          {named(
            ordering.prefix,
            t('keys.sort.reading', {
              column,
              done: formatQuantity(ordering.done),
              total: formatQuantity(ordering.total),
            }),
          )}
        </Notice>
      )}
      {ordering === null ? <OrderAged session={session} column={column} /> : null}
      {session.orders.parts.map(({ prefix, done, total, isBound }) => (
        <Notice
          key={bytesId(prefix)}
          tone="warn"
          icon={<TriangleAlert {...ICON} />}
          action={
            isBound ? null : (
              <Button size="small" onClick={() => session.orders.goOn(prefix)}>
                {t('keys.sort.goOn')}
              </Button>
            )
          }
        >
          {named(
            prefix,
            t(isBound ? 'keys.sort.bound' : 'keys.sort.stopped', {
              done: formatQuantity(done),
              total: formatQuantity(total),
            }),
          )}
        </Notice>
      ))}
    </>
  )
}
