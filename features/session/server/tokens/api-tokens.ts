import { parseJsonText } from '@qd/canonical-json'
import { AppError, givesCode, intersectGrants } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { count } from '@qd/store'
import type { Kysely } from 'kysely'
import { sessionErrors } from '../../contract/index.ts'
import { checkOwnPassword } from '../sign-in/guess.ts'
import type { Asker } from '../sign-in/guess.ts'
import { hashToken, newApiToken } from './opaque-token.ts'
import type { Commit } from '../session-deps.ts'
import { announceEnded } from '../sessions/session-endings.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { SessionTables } from '../session-tables.ts'

const YEAR_MS = 366 * 86_400_000
const MOST_TOKENS = 50

export interface NewToken {
  tokenName: string
  expiresAt: number
  grants: readonly Grant[]
  password?: string | undefined
  /** Made for actions that ask people for a step-up proof; its maker gave one for it. */
  actsAlone?: boolean | undefined
}

function live(deps: UseCaseDeps, userId: string) {
  return deps.store.read
    .selectFrom('api_token')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', deps.nowMs())
}

/** The caller's tokens that still open something, newest first. */
export async function listOwnTokens(deps: UseCaseDeps, { userId }: Caller) {
  const rows = await live(deps, userId).selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    grants: parseJsonText(row.limits) as (Grant & { codes: string[] })[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    actsAlone: row.acts_alone === 1,
  }))
}

/** A token never opens more than its maker: rights they do not hold now are refused, those they lose are lost to it. */
function checkRights({ grants: own }: Caller, asked: readonly Grant[]): void {
  for (const [index, grant] of asked.entries()) {
    const field = `grants.${index}`
    if (intersectGrants(own, [grant]).length === 0) {
      throw new AppError(sessionErrors.token_rights_empty, { field })
    }
    const missing = grant.codes.find((code) => !own.some((held) => givesCode(held, code)))
    if (missing !== undefined) {
      throw new AppError(sessionErrors.token_rights_empty, { field: `${field}.codes`, details: { missing } })
    }
  }
}

/**
 * Gives the hash of the password, after it was found right unless `password` is null; empty for who signs in through the
 * identity provider.
 */
async function passwordOf(deps: UseCaseDeps, asker: Asker, password: string | null): Promise<string> {
  const account = await deps.store.read
    .selectFrom('user_account')
    .select('password_hash')
    .where('id', '=', asker.caller.userId)
    .executeTakeFirstOrThrow()
  if (account.password_hash !== '' && password !== null) await checkOwnPassword(deps, asker, password)
  return account.password_hash
}

/** Also makes their parallel calls wait for one another, so that none slips past the count. */
async function holdPassword(tx: Kysely<SessionTables>, userId: string, passwordHash: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('user_account')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirstOrThrow()
  // Changed meanwhile: its change ended all tokens, and this one stands on the old password.
  if (numUpdatedRows !== 1n) throw new AppError(sessionErrors.password_wrong, { field: 'password' })
}

/** Makes a token and gives it, this once. A stolen session makes none: it does not know the password. */
export async function createOwnToken(
  deps: UseCaseDeps,
  { tokenName, expiresAt, grants, password, actsAlone = false }: NewToken,
  asking: Asker & { commit: Commit; askStepUp?: () => Promise<void> },
): Promise<{ id: string; token: string }> {
  const { caller, commit } = asking
  const atMs = deps.nowMs()
  if (expiresAt <= atMs || expiresAt > atMs + YEAR_MS) {
    throw new AppError(sessionErrors.token_expiry_invalid, { field: 'expiresAt' })
  }
  checkRights(caller, grants)
  if (actsAlone) await asking.askStepUp?.()
  // The step-up proof stands for it: nobody is asked twice.
  const passwordHash = await passwordOf(deps, asking, actsAlone ? null : (password ?? ''))
  const [id, token] = [uuidv7(), newApiToken()]
  const row = {
    id,
    token_hash: hashToken(token),
    user_id: caller.userId,
    name: tokenName,
    limits: JSON.stringify(grants),
    created_at: atMs,
    expires_at: expiresAt,
    last_used_at: null,
    revoked_at: null,
    acts_alone: actsAlone ? 1 : 0,
  }
  await commit(async (tx) => {
    await holdPassword(tx, caller.userId, passwordHash)
    const held = await count(tx, 'api_token', (tokens) =>
      tokens
        .where('user_id', '=', caller.userId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', atMs),
    )
    if (held >= MOST_TOKENS) throw new AppError(sessionErrors.token_limit, { params: { most: MOST_TOKENS } })
    await tx.insertInto('api_token').values(row).execute()
  })
  return { id, token }
}

/** Ends one of the caller's tokens on every node. */
export async function revokeOwnToken(
  deps: UseCaseDeps,
  tokenId: string,
  { caller, commit }: { caller: Caller; commit: Commit },
): Promise<void> {
  await commit(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('api_token')
      .set({ revoked_at: deps.nowMs() })
      .where('id', '=', tokenId)
      .where('user_id', '=', caller.userId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new AppError(sessionErrors.token_not_found)
    announceEnded(tx, [tokenId], 'ended')
  })
}
