import type { RouteReply } from '@qd/contract-kit'
import { formatMoment, useTexts } from '@qd/web-base'
import { useSend } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { Banner } from '@qd/web-controls'
import { Button } from 'antd'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { syncItems } from '../../contract/index.ts'
import type { lineItems } from '../../contract/index.ts'
import styles from './items-page.module.css'

type LineItems = RouteReply<typeof lineItems>

/** Servers whose failure is told in words. */
const MOST_TOLD = 5

/** Which servers did not tell their items, why, and when they last did. */
export function SilentServers({ servers }: Pick<LineItems, 'servers'>): ReactNode {
  const t = useTexts('properties')
  const silent = servers.filter(({ hasAnswered }) => !hasAnswered)
  const told = silent.filter(({ fault }) => fault !== '').slice(0, MOST_TOLD)
  if (silent.length === 0) return null
  return (
    <Banner tone="warn" icon={<TriangleAlert size={15} aria-hidden />}>
      {t('silent', { servers: silent.map(({ sId }) => `S${sId}`).join(', ') })}
      {told.map(({ sId, fault, heardAt }) => (
        <div key={sId}>
          {`S${sId}: ${fault} `}
          {heardAt === null ? t('sync.neverHeard') : t('sync.heardAt', { at: formatMoment(heardAt) })}
        </div>
      ))}
    </Banner>
  )
}

/** When the items were read last, and a button that reads them now. */
export function SyncState(props: {
  line: LineRef
  data: Pick<LineItems, 'syncedAt' | 'everyMinutes'> | undefined
  onSynced: () => void
}): ReactNode {
  const { line, data, onSynced } = props
  const t = useTexts('properties')
  const sync = useSend(syncItems, { tag: 'properties:sync.now', told: 'toast' })
  const at = data?.syncedAt ?? null
  return (
    <>
      {data === undefined ? null : (
        <span className={styles.day}>
          {at === null ? t('sync.never') : t('sync.at', { at: formatMoment(at) })}
          {' · '}
          {data.everyMinutes === 0 ? t('sync.off') : t('sync.every', { count: data.everyMinutes })}
        </span>
      )}
      <Button
        icon={<RefreshCw size={14} aria-hidden />}
        loading={sync.isPending}
        onClick={() => sync.mutate({ body: { ...line } }, { onSettled: onSynced })}
      >
        {t('sync.now')}
      </Button>
    </>
  )
}
