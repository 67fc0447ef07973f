import { formatInstant } from '@qd/web-base'
import { Time } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import type { WebhookView } from '../../contract/index.ts'
import type { NotificationsTexts } from '../texts.ts'
import { WebhookState, webhookStateText } from './webhook-state.tsx'

/** Names of the place, or that it is everywhere. */
export const placeText = (t: NotificationsTexts, { scope, place }: WebhookView): string =>
  scope === '*' ? t('webhooks.everywhere') : place.length === 0 ? scope : place.join(' / ')

export function webhookColumns(
  t: NotificationsTexts,
  kindNames: ReadonlyMap<string, string>,
): DataColumn<WebhookView>[] {
  const kinds = (webhook: WebhookView) => webhook.kinds.map((kind) => kindNames.get(kind) ?? kind).join(', ')
  return [
    {
      key: 'name',
      title: t('webhooks.name'),
      holds: 'name',
      isFixed: true,
      text: ({ name }) => name,
      render: ({ name }) => <strong>{name}</strong>,
    },
    {
      key: 'state',
      title: t('webhooks.stateTitle'),
      holds: 'status',
      text: (webhook) => webhookStateText(t, webhook),
      render: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      key: 'place',
      title: t('webhooks.place'),
      holds: 'name',
      text: (webhook) => placeText(t, webhook),
      render: (webhook) => placeText(t, webhook),
    },
    {
      key: 'kinds',
      title: t('webhooks.kinds'),
      isGrowing: true,
      text: kinds,
      render: (webhook) => <span title={kinds(webhook)}>{kinds(webhook)}</span>,
    },
    {
      key: 'origin',
      title: t('webhooks.receiver'),
      text: ({ shape, origin }) => `${t(`webhooks.shape.${shape}`)} ${origin}`,
      render: ({ shape, origin }) => (
        <span title={origin}>
          {t(`webhooks.shape.${shape}`)} · <code>{origin}</code>
        </span>
      ),
    },
    {
      key: 'lastSentAt',
      title: t('webhooks.lastSent'),
      holds: 'time',
      text: ({ lastSentAt }) => (lastSentAt === null ? '' : formatInstant(lastSentAt)),
      render: ({ lastSentAt }) => <Time at={lastSentAt} />,
    },
    {
      key: 'savedBy',
      title: t('webhooks.savedBy'),
      holds: 'name',
      text: ({ savedBy }) => savedBy,
      render: ({ savedBy }) => savedBy,
    },
    {
      key: 'waiting',
      title: t('webhooks.waiting'),
      holds: 'number',
      align: 'right',
      text: ({ waiting }) => String(waiting),
      render: ({ waiting }) => waiting,
    },
  ]
}
