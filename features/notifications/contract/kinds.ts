import { definePermission } from '@qd/contract-kit'

/** Sees and changes webhooks below the place of the grant, and is told when one of them fails. */
export const editWebhooks = definePermission({
  routerName: 'webhooks',
  code: 'edit',
  type: 'menu',
  heldBy: ['developer'],
})

/** A webhook whose deliveries are given up. */
export const WEBHOOK_FAILING = {
  name: 'notifications.webhookFailing',
  level: 'warning',
  heldBy: editWebhooks,
} as const

/** A webhook that was switched off because it failed for days. */
export const WEBHOOK_OFF = {
  name: 'notifications.webhookOff',
  level: 'error',
  heldBy: editWebhooks,
} as const

/** A webhook that was switched off because the person who saved it may no longer see what it sends. */
export const WEBHOOK_RIGHTS = {
  name: 'notifications.webhookRights',
  level: 'error',
  heldBy: editWebhooks,
} as const

/** What "send a test" sends; told to nobody. */
export const WEBHOOK_TEST = { name: 'notifications.test', level: 'info' } as const
