import { useCall } from '@qd/web-calls'
import { Panel } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { DataTable, useUrlFilter } from '@qd/web-tables'
import { Button } from 'antd'
import { Plus, Webhook } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { webhookList } from '../../contract/index.ts'
import type { WebhookView } from '../../contract/index.ts'
import { useNotificationsTexts } from '../texts.ts'
import { DeliveryPanel } from './delivery-panel.tsx'
import { sendTest, webhookActions } from './webhook-actions.tsx'
import { webhookColumns } from './webhook-columns.tsx'
import { openWebhookDialog } from './webhook-dialog.tsx'
import styles from './webhooks.module.css'

/** Where events of a place are sent to, and whether they arrive. */
export default function WebhooksPage(): ReactNode {
  const t = useNotificationsTexts()
  const [filter, change] = useUrlFilter({ webhook: '' })
  const query = useCall(webhookList, { body: {} }, { tag: 'notifications:webhooks.title', told: 'inline' })
  const kinds = query.data?.kinds ?? []
  const columns = useMemo(
    () => webhookColumns(t, new Map((query.data?.kinds ?? []).map(({ kind, name }) => [kind, name]))),
    [t, query.data],
  )
  const shown = query.data?.list.find(({ id }) => id === filter.webhook)
  const test = (webhook: WebhookView) => {
    change({ webhook: webhook.id })
    void sendTest(webhook).catch(() => undefined)
  }
  const add = (
    <Button
      type="primary"
      icon={<Plus size={14} aria-hidden />}
      disabled={query.data === undefined}
      onClick={() => openWebhookDialog(null, kinds)}
    >
      {t('webhooks.add')}
    </Button>
  )
  return (
    <div className={styles.columns} data-open={shown !== undefined}>
      <Panel
        title={t('webhooks.title')}
        icon={<Webhook size={15} aria-hidden />}
        count={query.data?.list.length}
        actions={add}
      >
        <DataTable
          name="notifications.webhooks"
          label={t('webhooks.title')}
          columns={columns}
          rows={query.data?.list}
          rowKey={({ id }) => id}
          error={query.error}
          onRetry={() => void query.refetch()}
          empty={<EmptyState title={t('webhooks.none')} hint={t('webhooks.noneHint')} action={add} />}
          selectedKey={filter.webhook}
          onSelect={({ id }) => change({ webhook: id })}
          onOpen={(webhook) => openWebhookDialog(webhook, kinds)}
          rowActions={(webhook) => webhookActions(t, webhook, { kinds, onTest: () => test(webhook) })}
        />
      </Panel>
      {shown === undefined ? null : (
        <DeliveryPanel
          key={shown.id}
          webhook={shown}
          onTest={() => test(shown)}
          onClose={() => change({ webhook: '' })}
        />
      )}
    </div>
  )
}
