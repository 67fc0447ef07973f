import { uuidv7 } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { hashToken, newToken } from '../tokens/opaque-token.ts'
import { DEVICE_MS, MOST_DEVICES } from '../sessions/session-limits.ts'
import type { SessionTables } from '../session-tables.ts'

type Db = Kysely<SessionTables>

/** The device one of these tokens stands for, if the account of that name completed a sign-in there. */
export async function findDevice(
  db: Db,
  tokens: readonly string[],
  asked: { usernameLower: string; atMs: number },
): Promise<string | null> {
  if (tokens.length === 0) return null
  const row = await db
    .selectFrom('known_device')
    .innerJoin('user_account', 'user_account.id', 'known_device.user_id')
    .select('known_device.id')
    .where('known_device.token_hash', 'in', tokens.map(hashToken))
    .where('known_device.expires_at', '>', asked.atMs)
    .where('user_account.username_lower', '=', asked.usernameLower)
    .executeTakeFirst()
  return row?.id ?? null
}

/** A device just remembered: its new token, and the one the browser had for this account before. */
export interface RememberedDevice {
  id: string
  token: string
  before: string | null
}

/** Devices beyond the cap, the longest unused first, make room for one more. */
async function forgetOldest(tx: Db, userId: string): Promise<void> {
  const rows = await tx
    .selectFrom('known_device')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const ids = rows.slice(MOST_DEVICES - 1).map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('known_device').where('id', 'in', ids).execute()
}

/**
 * Within the write that completes a sign-in: the account knows this browser for the next 90 days. The token is a new
 * one each time, so a copy of the earlier one is worth nothing from now on.
 */
export async function rememberDevice(
  tx: Db,
  { userId, tokens, atMs }: { userId: string; tokens: readonly string[]; atMs: number },
): Promise<RememberedDevice> {
  const token = newToken()
  const fresh = { token_hash: hashToken(token), last_used_at: atMs, expires_at: atMs + DEVICE_MS }
  for (const before of tokens) {
    const renewed = await tx
      .updateTable('known_device')
      .set(fresh)
      .where('token_hash', '=', hashToken(before))
      .where('user_id', '=', userId)
      .where('expires_at', '>', atMs)
      .returning('id')
      .executeTakeFirst()
    if (renewed !== undefined) return { id: renewed.id, token, before }
  }
  await forgetOldest(tx, userId)
  const id = uuidv7()
  await tx
    .insertInto('known_device')
    .values({ id, user_id: userId, ...fresh })
    .execute()
  return { id, token, before: null }
}

/** Within a write: the account knows no browser any more, except the one of a session where that is named. */
export async function forgetDevices(tx: Db, userId: string, exceptSessionId = ''): Promise<void> {
  const kept = await deviceOf(tx, exceptSessionId)
  await tx
    .deleteFrom('known_device')
    .where('user_id', '=', userId)
    .where('id', '!=', kept ?? '')
    .execute()
}

/** Within a write: the browser of a session that its user ends from another one is known no more. */
export async function forgetDeviceOf(
  tx: Db,
  userId: string,
  sessions: { ended: string; own: string },
): Promise<void> {
  const [gone, kept] = [await deviceOf(tx, sessions.ended), await deviceOf(tx, sessions.own)]
  if (gone === null || gone === kept) return
  await tx.deleteFrom('known_device').where('id', '=', gone).where('user_id', '=', userId).execute()
}

async function deviceOf(tx: Db, sessionId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('session')
    .select('device_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.device_id ?? null
}
