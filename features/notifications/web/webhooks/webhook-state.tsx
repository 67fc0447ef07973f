import { formatInstant } from '@qd/web-base'
import { Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { WebhookView } from '../../contract/index.ts'
import { useNotificationsTexts } from '../texts.ts'
import type { NotificationsTexts } from '../texts.ts'

const stateOf = ({ isOn, isOffByFailure, isOffByRights, failsSince }: WebhookView) => {
  if (isOn) return failsSince === null ? 'on' : 'failing'
  if (isOffByRights) return 'offByRights'
  return isOffByFailure ? 'offByFailure' : 'off'
}
const TONES = {
  on: 'ok',
  failing: 'warn',
  offByFailure: 'error',
  offByRights: 'error',
  off: 'neutral',
} as const

export const webhookStateText = (t: NotificationsTexts, webhook: WebhookView): string =>
  t(`webhooks.state.${stateOf(webhook)}`)

/** Whether a webhook works; since when it does not is its tooltip. */
export function WebhookState({ webhook }: { webhook: WebhookView }): ReactNode {
  const t = useNotificationsTexts()
  const { failsSince } = webhook
  const since = failsSince === null ? undefined : t('webhooks.since', { time: formatInstant(failsSince) })
  return (
    <Tag tone={TONES[stateOf(webhook)]} title={since}>
      {webhookStateText(t, webhook)}
    </Tag>
  )
}
