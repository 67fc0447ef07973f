import type { Kysely } from 'kysely'
import { hashToken, isTokenShaped, newToken } from '../tokens/opaque-token.ts'
import type { SessionTables } from '../session-tables.ts'

const HOUR_MS = 3_600_000
/** Whoever is invited may be on a weekend. */
export const INVITATION_MS = 72 * HOUR_MS
export const RESET_MS = 24 * HOUR_MS

/** Writes a link that replaces the user's earlier one, within a write; only the hash of its code is kept. */
export async function writeLink(
  tx: Kysely<SessionTables>,
  userId: string,
  expiresAt: number,
): Promise<{ path: string; expiresAt: number }> {
  const code = newToken()
  const values = { code_hash: hashToken(code), expires_at: expiresAt, voided_at: null }
  await tx
    .insertInto('one_time_link')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
  return { path: `/#/invitation?code=${code}`, expiresAt }
}

export interface LinkedAccount {
  id: string
  username: string
  isInvited: boolean
}

/** Whose link this is; null when it is unknown, used, void, too old, or its account is disabled. */
export async function findLink(
  db: Kysely<SessionTables>,
  codeHash: string,
  nowMs: number,
): Promise<LinkedAccount | null> {
  const row = await db
    .selectFrom('one_time_link')
    .innerJoin('user_account', 'user_account.id', 'one_time_link.user_id')
    .select(['user_account.id', 'user_account.username', 'user_account.invited'])
    .where('one_time_link.code_hash', '=', codeHash)
    .where('one_time_link.expires_at', '>', nowMs)
    .where('one_time_link.voided_at', 'is', null)
    .where('user_account.disabled', '=', 0)
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, username: row.username, isInvited: row.invited === 1 }
}

/** What the link's row is found by; null for what cannot be a code. */
export function linkHash(code: string): string | null {
  return isTokenShaped(code) ? hashToken(code) : null
}

/** Takes the link away; of parallel calls one is told true. */
export async function useLink(tx: Kysely<SessionTables>, codeHash: string, nowMs: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('one_time_link')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', nowMs)
    .where('voided_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

const ACCOUNTS_AT_ONCE = 500

/** Makes the open links of these accounts void, within a write; gives the user names of those that had one. */
export async function voidLinks(
  tx: Kysely<SessionTables>,
  userIds: readonly string[],
  nowMs: number,
): Promise<string[]> {
  const names: string[] = []
  for (let at = 0; at < userIds.length; at += ACCOUNTS_AT_ONCE) {
    const voided = await tx
      .updateTable('one_time_link')
      .set({ voided_at: nowMs })
      .where('user_id', 'in', userIds.slice(at, at + ACCOUNTS_AT_ONCE))
      .where('expires_at', '>', nowMs)
      .where('voided_at', 'is', null)
      .returning('user_id')
      .execute()
    const ids = voided.map((row) => row.user_id)
    if (ids.length === 0) continue
    const accounts = await tx.selectFrom('user_account').select('username').where('id', 'in', ids).execute()
    names.push(...accounts.map(({ username }) => username))
  }
  return names.sort()
}
