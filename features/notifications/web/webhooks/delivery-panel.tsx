import { useCall } from '@qd/web-calls'
import { IconButton, LoadingRows, Panel, Tag, Time } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { Send, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { webhookDeliveries } from '../../contract/index.ts'
import type { DeliveryView, WebhookView } from '../../contract/index.ts'
import { useNotificationsTexts } from '../texts.ts'
import styles from './webhooks.module.css'

const TONES = { waiting: 'theme', sent: 'ok', given_up: 'error' } as const
/** While something waits to be sent. */
const REFRESH_MS = 2_000

function DeliveryRow({ delivery }: { delivery: DeliveryView }): ReactNode {
  const t = useNotificationsTexts()
  const { title, state, tries, createdAt, at, status, fault } = delivery
  const isTriedAgain = state === 'waiting' && tries > 0
  return (
    <li className={styles.delivery}>
      <div className={styles.head}>
        <Tag tone={TONES[state]}>{t(`webhooks.delivery.${state}`)}</Tag>
        <strong>{title}</strong>
      </div>
      {fault === '' ? null : <p className={styles.fault}>{fault}</p>}
      <div className={styles.facts}>
        <Time at={createdAt} />
        {status === null ? null : <span>HTTP {status}</span>}
        {tries > 1 || isTriedAgain ? <span>{t('webhooks.tries', { tries })}</span> : null}
        {isTriedAgain ? (
          <span>
            {t('webhooks.nextTry')} <Time at={at} />
          </span>
        ) : null}
      </div>
    </li>
  )
}

interface PanelProps {
  webhook: WebhookView
  onTest: () => void
  onClose: () => void
}

/** The last deliveries of a webhook and what came of them. */
export function DeliveryPanel({ webhook, onTest, onClose }: PanelProps): ReactNode {
  const t = useNotificationsTexts()
  const deliveries = useCall(
    webhookDeliveries,
    { body: { id: webhook.id } },
    { tag: 'notifications:webhooks.deliveries', told: 'inline', refetchIntervalMs: REFRESH_MS },
  )
  const list = deliveries.data?.list
  return (
    <Panel
      title={webhook.name}
      icon={<Send size={15} aria-hidden />}
      actions={
        <>
          <Button size="small" onClick={onTest}>
            {t('webhooks.test')}
          </Button>
          <IconButton label={t('webhooks.close')} onClick={onClose}>
            <X size={15} aria-hidden />
          </IconButton>
        </>
      }
      status={t('webhooks.deliveries')}
    >
      {deliveries.isError ? (
        <ErrorState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      ) : list === undefined ? (
        <LoadingRows rows={4} />
      ) : list.length === 0 ? (
        <EmptyState title={t('webhooks.noDeliveries')} hint={t('webhooks.noDeliveriesHint')} />
      ) : (
        <ul className={styles.deliveries}>
          {list.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
