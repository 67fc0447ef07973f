/** Something in the outbox changed; wakes whoever sends. */
export const OUTBOX_TOPIC = 'notifications.outbox'
