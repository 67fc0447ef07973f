import type { Store } from '@qd/store'
import type { SessionTables } from './session-tables.ts'

/** Ended sessions stay a week, for whoever looks into an incident. */
const KEEP_ENDED_MS = 7 * 86_400_000

/** After a flood of made-up names there may be very many: each write takes so few that others do not wait for it. */
const MOST_FAILURES_AT_ONCE = 1_000

async function sweepFailures(store: Store<SessionTables>, nowMs: number): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await store.write((tx) =>
      tx
        .deleteFrom('login_throttle')
        .where('key', 'in', (from) =>
          from
            .selectFrom('login_throttle')
            .select('key')
            .where('expires_at', '<=', nowMs)
            .limit(MOST_FAILURES_AT_ONCE),
        )
        // A name guessed at again meanwhile counts on.
        .where('expires_at', '<=', nowMs)
        .executeTakeFirstOrThrow(),
    )
    if (numDeletedRows < BigInt(MOST_FAILURES_AT_ONCE)) return
  }
}

/** Removes rows whose time is over. */
export async function sweep(store: Store<SessionTables>, nowMs: number): Promise<void> {
  await sweepFailures(store, nowMs)
  await store.write(async (tx) => {
    await tx.deleteFrom('live_ticket').where('expires_at', '<=', nowMs).execute()
    await tx.deleteFrom('one_time_link').where('expires_at', '<=', nowMs).execute()
    await tx.deleteFrom('step_up_proof').where('expires_at', '<=', nowMs).execute()
    await tx.deleteFrom('known_device').where('expires_at', '<=', nowMs).execute()
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
