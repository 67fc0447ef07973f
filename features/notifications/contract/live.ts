import { defineChannel, z } from '@qd/contract-kit'

/** How many own notifications are unread, told at once and whenever something about them has changed. */
export const notificationsChannel = defineChannel({
  name: 'notifications',
  title: 'notifications.live',
  permission: 'session',
  level: 0,
  open: z.object({}),
  event: z.object({ unread: z.int() }),
})
