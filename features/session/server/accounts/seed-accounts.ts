import { skeletonsOf } from '@qd/look-alikes'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { insertAccount } from './accounts.ts'
import { callEntry } from '../call-entry.ts'
import type { RoleAssignment } from '../session-deps.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { SessionTables } from '../session-tables.ts'

/** An account as the sandbox world describes it; roles without a grant of their own are held everywhere. */
export interface SeedAccount {
  username: string
  name: string
  department: string
  roles: readonly string[]
  grants: readonly RoleAssignment[]
}

function assignmentsOf({ roles, grants }: SeedAccount): RoleAssignment[] {
  const everywhere = roles.filter((role) => !grants.some((grant) => grant.role === role))
  return [...grants, ...everywhere.map((role): RoleAssignment => ({ role, scope: '*', environment: '*' }))]
}

/** Creates the accounts that are missing, all with one password; existing ones stay as they are. Gives the new names. */
export async function seedAccounts(
  deps: UseCaseDeps,
  accounts: readonly SeedAccount[],
  password: string,
): Promise<string[]> {
  // Somebody may have been given such a name, or one that looks like it: theirs stays, the sandbox goes without.
  const rows = await deps.store.read.selectFrom('username_look').select('look').execute()
  const known = new Set(rows.map((row) => row.look))
  const missing = accounts.filter(({ username }) => !skeletonsOf(username).some((look) => known.has(look)))
  if (missing.length === 0) return []
  const passwordHash = await deps.hasher.hash(password)
  const usernames = missing.map(({ username }) => username)
  const source = { requestId: '', address: '' }
  const create = async (tx: AnyTx) => {
    for (const account of missing) await seedOne(deps, tx, { account, passwordHash })
  }
  const entry = callEntry(source, 'session.seed', { detail: { usernames } })
  await deps.audit.commit(entry, create, { inReserve: true })
  return usernames
}

async function seedOne(
  { access, nowMs }: UseCaseDeps,
  tx: AnyTx,
  { account, passwordHash }: { account: SeedAccount; passwordHash: string },
): Promise<void> {
  const { username, name, department } = account
  const db: Kysely<SessionTables> = tx
  const userId = await insertAccount(db, { username, name, department, passwordHash, atMs: nowMs() })
  await access.assignRoles(tx, userId, assignmentsOf(account))
  await access.joinGroup(tx, await access.ensureGroup(tx, department, null), userId)
}
