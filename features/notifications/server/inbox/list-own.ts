import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import type { notificationList, NotificationView } from '../../contract/index.ts'
import type { NotificationTables } from '../notification-tables.ts'
import type { UseCaseDeps } from '../notifications-deps.ts'
import { wordsOf } from '../words.ts'

const LIMIT = 30

/** One page of the caller's notifications, newest first, in their language. */
export async function listOwn(
  deps: UseCaseDeps,
  { isUnread, before, limit = LIMIT }: RouteInput<typeof notificationList>['body'],
  { caller, lang }: Pick<CallContext, 'caller' | 'lang'>,
): Promise<RouteReply<typeof notificationList>> {
  // Before the rows, so that what comes meanwhile counts as not seen.
  const newest = await lastWritten(deps.store.read, caller.userId)
  let query = deps.store.read
    .selectFrom('notification')
    .innerJoin('notice', 'notice.id', 'notification.notice_id')
    .select([
      'notice.id',
      'notice.kind',
      'notice.level',
      'notice.params',
      'notice.page',
      'notice.scope',
      'notice.at',
      'notification.read_at',
    ])
    .where('notification.user_id', '=', caller.userId)
  if (isUnread === true) query = query.where('notification.read_at', 'is', null)
  if (before !== undefined) query = query.where('notification.notice_id', '<', before)
  const rows = await query
    .orderBy('notification.notice_id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    list: page.map(({ read_at, scope, params, level, ...row }) => ({
      ...row,
      ...wordsOf(deps, { kind: row.kind, params }, lang),
      level: level as NotificationView['level'],
      place: scope === null ? [] : [...deps.namesOf(scope)],
      isRead: read_at !== null,
    })),
    next: rows.length > limit ? page.at(-1)!.id : null,
    newest,
    unread: await countUnread(deps.store.read, caller.userId),
  }
}

async function lastWritten(db: Kysely<NotificationTables>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.max<number | string | null>('written_at').as('at'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.at ?? 0)
}

export async function countUnread(db: Kysely<NotificationTables>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number | string>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.unread)
}
