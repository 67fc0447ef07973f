import type { Store } from '@qd/store'
import type { SessionTables } from './session-tables.ts'

/** Ended sessions stay a week, for whoever looks into an incident. */
const KEEP_ENDED_MS = 7 * 86_400_000

/** Removes rows whose time is over. */
export async function sweep(store: Store<SessionTables>, nowMs: number): Promise<void> {
  await store.write(async (tx) => {
    await tx.deleteFrom('login_throttle').where('expires_at', '<=', nowMs).execute()
    await tx.deleteFrom('live_ticket').where('expires_at', '<=', nowMs).execute()
    await tx.deleteFrom('one_time_link').where('expires_at', '<=', nowMs).execute()
    await tx.deleteFrom('oidc_transaction').where('expires_at', '<=', nowMs).execute()
    await tx.deleteFrom('oidc_handover').where('expires_at', '<=', nowMs).execute()
    await tx
      .deleteFrom('api_token')
      .where('expires_at', '<=', nowMs - KEEP_ENDED_MS)
      .execute()
    await tx
      .deleteFrom('session')
      .where('expires_at', '<=', nowMs - KEEP_ENDED_MS)
      .execute()
  })
}
