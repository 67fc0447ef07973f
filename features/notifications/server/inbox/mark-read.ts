import type { UpdateQueryBuilder, UpdateResult } from 'kysely'
import { announceUsers } from '../spread/spread-batch.ts'
import type { NotificationTables } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'

type Marking = UpdateQueryBuilder<NotificationTables, 'notification', 'notification', UpdateResult>

async function mark(
  { store, nowMs }: UseCaseDeps,
  userId: string,
  which: (query: Marking) => Marking,
): Promise<null> {
  await store.write(async (tx) => {
    const unread = tx
      .updateTable('notification')
      .set({ read_at: nowMs() })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
    const { numUpdatedRows } = await which(unread).executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) announceUsers(tx, [userId])
  })
  return null
}

export function markRead(deps: UseCaseDeps, userId: string, ids: readonly string[]): Promise<null> {
  return mark(deps, userId, (query) => query.where('notice_id', 'in', [...ids]))
}

/** By when they came: what was told earlier may come later. */
export function markAllRead(deps: UseCaseDeps, userId: string, upTo: number): Promise<null> {
  return mark(deps, userId, (query) => query.where('written_at', '<=', upTo))
}
