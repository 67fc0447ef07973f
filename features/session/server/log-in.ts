import { AppError } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { login, sessionErrors } from '../contract/index.ts'
import type { LoginReply } from '../contract/index.ts'
import { foldUsername } from './accounts.ts'
import { addressKey } from './address-key.ts'
import { callEntry } from './call-entry.ts'
import type { CallSource } from './call-entry.ts'
import { accountSubject, addressSubject } from './login-throttle.ts'
import type { Attempt } from './login-throttle.ts'
import { hashToken, newToken } from './opaque-token.ts'
import { LIFETIME_MS } from './session-limits.ts'
import type { SessionRooms } from './session-rooms.ts'
import type { AccountRow, SessionTables } from './session-tables.ts'
import { userInfoOf } from './user-info.ts'

export interface Credentials {
  username: string
  password: string
}

/** Where a login came from, and by which of the two calls. */
export interface LoginSource extends CallSource {
  isByQuery: boolean
}

/** Throttled, hashed, audited login (S4.03, S7.02); an unknown or disabled user gets the answer of a wrong password. */
export function logIn(rooms: SessionRooms, given: Credentials, source: LoginSource): Promise<LoginReply> {
  return rooms.loginQueue(() => logInNow(rooms, given, source))
}

async function logInNow(rooms: SessionRooms, given: Credentials, source: LoginSource): Promise<LoginReply> {
  const usernameLower = foldUsername(given.username)
  const attempt = await takeAttempt(rooms, usernameLower, source)
  const { account, opened } = await tryToOpen(
    rooms,
    { usernameLower, password: given.password },
    source,
  ).catch(async (error: unknown) => {
    // Overload or a failing store decided nothing about the password.
    await attempt.undone()
    throw error
  })
  if (account === undefined || opened === null) {
    await auditFailure(rooms, source, { usernameLower, code: 'login_failed', account })
    throw new AppError(sessionErrors.login_failed)
  }
  await attempt.succeeded()
  const userInfo = await userInfoOf(rooms, account.id)
  if (userInfo === null) throw new AppError(sessionErrors.login_failed)
  return { ...opened, userInfo }
}

async function tryToOpen(
  rooms: SessionRooms,
  given: { usernameLower: string; password: string },
  source: LoginSource,
) {
  const account = await rooms.store.read
    .selectFrom('user_account')
    .selectAll()
    .where('username_lower', '=', given.usernameLower)
    .executeTakeFirst()
  const isRight = await rooms.hasher.verify(given.password, account?.password_hash)
  const opened = isRight && account?.disabled === 0 ? await openSession(rooms, account, source) : null
  return { account, opened }
}

async function takeAttempt(
  rooms: SessionRooms,
  usernameLower: string,
  source: LoginSource,
): Promise<Attempt> {
  try {
    return await rooms.throttle.attempt(accountSubject(usernameLower), addressSubject(source.address))
  } catch (error) {
    const isThrottled = error instanceof AppError && error.def === sessionErrors.login_throttled
    if (isThrottled && rooms.throttledNews.isNew(addressKey(source.address), rooms.nowMs())) {
      await auditFailure(rooms, source, { usernameLower, code: 'login_throttled' })
    }
    throw error
  }
}

/** The session, the login time and the audit row in one transaction; null when the account changed meanwhile. */
async function openSession(rooms: SessionRooms, account: AccountRow, source: LoginSource) {
  const token = newToken()
  const atMs = rooms.nowMs()
  const expiresAt = atMs + LIFETIME_MS
  const session = {
    id: uuidv7(),
    token_hash: hashToken(token),
    user_id: account.id,
    created_at: atMs,
    last_seen_at: atMs,
    expires_at: expiresAt,
    address: source.address,
    revoked_at: null,
    revoked_reason: null,
  }
  const actor = { userId: account.id, username: account.username, sessionId: session.id }
  const entry = callEntry(source, login.title, { actor, detail: { isByQuery: source.isByQuery } })
  try {
    await rooms.audit.commit(entry, async (tx) => {
      const db = tx as unknown as Kysely<SessionTables>
      const { numUpdatedRows } = await db
        .updateTable('user_account')
        .set({ last_login_at: atMs })
        .where('id', '=', account.id)
        .where('disabled', '=', 0)
        .where('password_hash', '=', account.password_hash)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows !== 1n) throw new AppError(sessionErrors.login_failed)
      await db.insertInto('session').values(session).execute()
    })
  } catch (error) {
    if (error instanceof AppError && error.def === sessionErrors.login_failed) return null
    throw error
  }
  return { token, expiresAt }
}

interface Failure {
  usernameLower: string
  code: 'login_failed' | 'login_throttled'
  account?: AccountRow | undefined
}

async function auditFailure(rooms: SessionRooms, source: LoginSource, failure: Failure): Promise<void> {
  const { account, code } = failure
  // An unknown name may be a password typed into the wrong field: only its keyed digest is kept.
  const target = account?.username ?? rooms.secretBox.digest(failure.usernameLower)
  const detail = { isByQuery: source.isByQuery }
  const status =
    code === 'login_failed' ? sessionErrors.login_failed.status : sessionErrors.login_throttled.status
  await rooms.audit.event(callEntry(source, login.title, { target, detail }), { status, code })
}
