import type { Kysely } from 'kysely'
import { INVITATION_ACCEPTED } from '../../contract/index.ts'
import type { SessionTables } from '../session-tables.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'

/** Tells who invited them, within the write by which somebody accepts an invitation. */
export async function tellAccepted(
  { access, notifications }: Pick<UseCaseDeps, 'access' | 'notifications'>,
  tx: Kysely<SessionTables>,
  userId: string,
): Promise<void> {
  const inviter = await access.inviterOf(tx, userId)
  if (inviter === null) return
  const { username } = await tx
    .selectFrom('user_account')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const notice = { kind: INVITATION_ACCEPTED, params: { username }, page: '/users', key: userId }
  await notifications.tell(tx, notice, [inviter])
}
