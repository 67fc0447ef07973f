import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { callEntry } from '../call-entry.ts'
import type { CallSource } from '../call-entry.ts'
import { browserOf } from '../devices/device-cookie.ts'
import type { Browser } from '../devices/device-cookie.ts'
import { rememberDevice } from '../devices/known-devices.ts'
import { tellNewDevice } from '../devices/tell-new-device.ts'
import { hashToken, newToken } from '../tokens/opaque-token.ts'
import { hasSecondFactor } from '../second-factor/second-factor.ts'
import { revokeSessions } from '../sessions/session-endings.ts'
import { LIFETIME_MS, MOST_SESSIONS, PENDING_MS } from '../sessions/session-limits.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { AccountRow, SessionTables } from '../session-tables.ts'

const MOST_AGENT_LENGTH = 300

/** Where a sign-in came from. */
export interface SignInSource extends CallSource {
  userAgent: string
  browser: Browser
}

export function signInSourceOf(ctx: CallContext, publicUrl: string | undefined): SignInSource {
  const { requestId, address, request } = ctx
  const userAgent = request.headers['user-agent'] ?? ''
  return { requestId, address, userAgent, browser: browserOf(ctx, publicUrl) }
}

export interface Opening {
  account: Pick<AccountRow, 'id' | 'username' | 'must_use_second_factor'>
  source: SignInSource
  /** Audit action and what its row notes. */
  action: string
  detail?: Record<string, unknown>
  /** A second factor was given now. */
  isProven?: boolean
  /** The identity provider answers for the person: it asks for factors itself. */
  isExternal?: boolean
  /** Takes what the sign-in stands on within the same transaction; throws to refuse. */
  take(tx: Kysely<SessionTables>, atMs: number): Promise<void>
}

/** Sessions beyond the cap, oldest first out, make room for one more. */
async function endOldest(tx: Kysely<SessionTables>, userId: string, atMs: number): Promise<void> {
  const open = await tx
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', atMs)
    .where('kind', '!=', 'preview')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  for (const { id } of open.slice(MOST_SESSIONS - 1)) {
    await revokeSessions(tx, { sessionId: id }, { reason: 'too_many', atMs })
  }
}

/** Opens a session: what it stands on, the login time and the audit row in one transaction. */
export async function openSession(
  deps: UseCaseDeps,
  opening: Opening,
): Promise<{ token: string; expiresAt: number }> {
  const { account, source } = opening
  const token = newToken()
  const atMs = deps.nowMs()
  const isForced = deps.requiresSecondFactor || account.must_use_second_factor === 1
  const isPending =
    isForced && opening.isExternal !== true && !(await hasSecondFactor(deps.store.read, account.id))
  const session: SessionTables['session'] = {
    id: uuidv7(),
    token_hash: hashToken(token),
    user_id: account.id,
    created_at: atMs,
    last_seen_at: atMs,
    expires_at: atMs + (isPending ? PENDING_MS : LIFETIME_MS),
    address: source.address,
    revoked_at: null,
    revoked_reason: null,
    kind: isPending ? 'pending' : 'full',
    user_agent: source.userAgent.slice(0, MOST_AGENT_LENGTH),
    label: '',
    second_factor_at: opening.isProven === true ? atMs : null,
    parent_id: null,
    limits: null,
    device_id: null,
  }
  const actor = { userId: account.id, username: account.username, sessionId: session.id }
  const entry = callEntry(source, opening.action, { actor, detail: opening.detail ?? {} })
  const device = await deps.audit.commit(
    entry,
    async (tx) => {
      const db: Kysely<SessionTables> = tx
      await opening.take(db, atMs)
      const { last_login_at: lastLoginAt } = await db
        .selectFrom('user_account')
        .select('last_login_at')
        .where('id', '=', account.id)
        .executeTakeFirstOrThrow()
      await db
        .updateTable('user_account')
        .set({ last_login_at: atMs })
        .where('id', '=', account.id)
        .executeTakeFirstOrThrow()
      await endOldest(db, account.id, atMs)
      // Who still owes a factor is not through.
      const remembered = isPending
        ? null
        : await rememberDevice(db, { userId: account.id, tokens: source.browser.tokens, atMs })
      // The very first sign-in is nobody else's, and no news.
      if (remembered?.before === null && lastLoginAt !== null) {
        const { userAgent, address } = source
        await tellNewDevice(deps, tx, { userId: account.id, userAgent, address, deviceId: remembered.id })
      }
      await db
        .insertInto('session')
        .values({ ...session, device_id: remembered?.id ?? null })
        .execute()
      return remembered
    },
    { inReserve: true },
  )
  if (device !== null) source.browser.keep(device.token, device.before)
  return { token, expiresAt: session.expires_at }
}
