import { AppError } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { sessionErrors, setup } from '../../contract/index.ts'
import { hasAccounts, insertAccount } from './accounts.ts'
import { callEntry } from '../call-entry.ts'
import type { CallSource } from '../call-entry.ts'
import { hashToken, isTokenShaped, newToken } from '../tokens/opaque-token.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { SessionTables } from '../session-tables.ts'

/** One-time code for the first administrator; null once an account exists. Each call replaces the code before. */
export async function announceSetup(deps: UseCaseDeps): Promise<{ code: string; path: string } | null> {
  const code = newToken()
  const row = { id: 1, code_hash: hashToken(code), created_at: deps.nowMs() }
  const isOpen = await deps.store.write(
    async (tx) => {
      if (await hasAccounts(tx)) return false
      await tx
        .insertInto('setup_code')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ code_hash: row.code_hash, created_at: row.created_at }),
        )
        .execute()
      return true
    },
    { inReserve: true },
  )
  return isOpen ? { code, path: `/#/setup?code=${code}` } : null
}

export async function isSetupOpen(deps: UseCaseDeps, code: string): Promise<boolean> {
  const { read } = deps.store
  if (!isTokenShaped(code) || (await hasAccounts(read))) return false
  const row = await read
    .selectFrom('setup_code')
    .select('id')
    .where('code_hash', '=', hashToken(code))
    .executeTakeFirst()
  return row !== undefined
}

interface FirstAccount {
  code: string
  username: string
  password: string
}

/** Makes the first administrator; of parallel calls the one that takes the code's row away wins. */
export async function setUpFirstAccount(
  deps: UseCaseDeps,
  { code, username, password }: FirstAccount,
  source: CallSource,
): Promise<void> {
  // Before anything costly: without the code nobody makes this server hash.
  if (!(await isSetupOpen(deps, code))) throw new AppError(sessionErrors.setup_closed)
  deps.policy.checkLength(password)
  deps.policy.checkGuessable(password, username)
  const passwordHash = await deps.hasher.hash(password)
  await deps.audit.commit(callEntry(source, setup.title, { target: username }), async (tx) => {
    const db: Kysely<SessionTables> = tx
    const { numDeletedRows } = await db
      .deleteFrom('setup_code')
      .where('code_hash', '=', hashToken(code))
      .executeTakeFirstOrThrow()
    if (numDeletedRows !== 1n || (await hasAccounts(db))) throw new AppError(sessionErrors.setup_closed)
    const userId = await insertAccount(db, {
      username,
      name: username.trim(),
      passwordHash,
      atMs: deps.nowMs(),
    })
    await deps.access.assignRoles(tx, userId, [
      { role: 'ROLE_ADMIN', scope: '*', environment: '*' },
      { role: 'admin', scope: '*', environment: '*' },
    ])
  })
}
