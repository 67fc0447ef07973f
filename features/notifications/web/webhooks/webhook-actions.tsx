import { textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import type { MenuItem } from '@qd/web-controls'
import { openConfirm, toast } from '@qd/web-frame'
import { KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { webhookRemove, webhookRenew, webhookTest } from '../../contract/index.ts'
import type { WebhookView } from '../../contract/index.ts'
import type { NotificationsTexts } from '../texts.ts'
import { refreshWebhooks } from './refresh-webhooks.ts'
import { showSecret } from './secret-dialog.tsx'
import { openWebhookDialog } from './webhook-dialog.tsx'
import type { KindOption } from './webhook-dialog.tsx'

function askRenewal({ id, name, version }: WebhookView): void {
  openConfirm({
    title: textOf('notifications', 'webhooks.renew'),
    text: textOf('notifications', 'webhooks.renewAsk', { name }),
    action: textOf('notifications', 'webhooks.renew'),
    run: async () => {
      const args = { body: { id, version } }
      const { secret } = await call(webhookRenew, args, { tag: 'notifications:webhooks.renew', told: 'form' })
      refreshWebhooks()
      showSecret(secret)
    },
  })
}

function askRemoval({ id, name, version }: WebhookView): void {
  openConfirm({
    title: textOf('notifications', 'webhooks.remove'),
    text: textOf('notifications', 'webhooks.removeAsk', { name }),
    action: textOf('notifications', 'webhooks.remove'),
    run: async () => {
      const args = { body: { id, version } }
      await call(webhookRemove, args, { tag: 'notifications:webhooks.remove', told: 'form' })
      toast.success(textOf('notifications', 'webhooks.removed', { name }))
      refreshWebhooks()
    },
  })
}

/** Sends a test and leads to what came of it. */
export async function sendTest({ id }: WebhookView): Promise<void> {
  await call(webhookTest, { body: { id } }, { tag: 'notifications:webhooks.test', told: 'toast' })
  toast.success(textOf('notifications', 'webhooks.testSent'))
  refreshWebhooks()
}

/** What can be done with one webhook. */
export function webhookActions(
  t: NotificationsTexts,
  webhook: WebhookView,
  options: { kinds: readonly KindOption[]; onTest: () => void },
): MenuItem[] {
  return [
    {
      key: 'edit',
      label: t('webhooks.edit'),
      icon: <Pencil size={14} aria-hidden />,
      onSelect: () => openWebhookDialog(webhook, options.kinds),
    },
    {
      key: 'test',
      label: t('webhooks.test'),
      icon: <Send size={14} aria-hidden />,
      onSelect: options.onTest,
    },
    ...(webhook.shape === 'json'
      ? [
          {
            key: 'renew',
            label: t('webhooks.renew'),
            icon: <KeyRound size={14} aria-hidden />,
            onSelect: () => askRenewal(webhook),
          },
        ]
      : []),
    {
      key: 'remove',
      label: t('webhooks.remove'),
      icon: <Trash2 size={14} aria-hidden />,
      isSeparated: true,
      onSelect: () => askRemoval(webhook),
    },
  ]
}
