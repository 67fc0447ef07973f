/** As long as game servers remember idempotency keys: after that a copy can no longer be told from a new order. */
export const KEY_LIFETIME_MS = 7 * 86_400_000
