import { skeletonsOf } from '@qd/look-alikes'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { insertAccount } from './accounts.ts'
import { callEntry } from '../call-entry.ts'
import { secretPlace } from '../second-factor/second-factor.ts'
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
  /** A second factor that is already there, base32; step-ups ask for it. */
  totpSecret?: string
}

function assignmentsOf({ roles, grants }: SeedAccount): RoleAssignment[] {
  const everywhere = roles.filter((role) => !grants.some((grant) => grant.role === role))
  return [...grants, ...everywhere.map((role): RoleAssignment => ({ role, scope: '*', environment: '*' }))]
}

/**
 * Creates the accounts that are missing, all with one password; existing ones stay as they are, but one that has lost
 * its second factor and still has this password gets it again. Gives the new names.
 */
export async function seedAccounts(
  deps: UseCaseDeps,
  accounts: readonly SeedAccount[],
  password: string,
): Promise<string[]> {
  // Somebody may have been given such a name, or one that looks like it: theirs stays, the sandbox goes without.
  const rows = await deps.store.read.selectFrom('username_look').select('look').execute()
  const known = new Set(rows.map((row) => row.look))
  const missing = accounts.filter(({ username }) => !skeletonsOf(username).some((look) => known.has(look)))
  const usernames = missing.map(({ username }) => username)
  if (missing.length > 0) {
    const passwordHash = await deps.hasher.hash(password)
    const create = async (tx: AnyTx) => {
      for (const account of missing) await seedOne(deps, tx, { account, passwordHash })
    }
    await commitSeed(deps, { usernames }, create)
  }
  for (const account of accounts.filter((each) => !missing.includes(each)))
    await seedFactor(deps, account, password)
  return usernames
}

function commitSeed(
  { audit }: UseCaseDeps,
  detail: Record<string, unknown>,
  write: (tx: AnyTx) => Promise<void>,
): Promise<void> {
  const entry = callEntry({ requestId: '', address: '' }, 'session.seed', { detail })
  return audit.commit(entry, write, { inReserve: true })
}

/** Only for who is still the account of the sandbox: nobody else has its password. */
async function seedFactor(deps: UseCaseDeps, account: SeedAccount, password: string): Promise<void> {
  const { username, totpSecret } = account
  // Nothing can be sealed under a wrong master key; the next start makes up for it.
  if (totpSecret === undefined || !deps.secretBox.isOpen) return
  const row = await deps.store.read
    .selectFrom('user_account')
    .leftJoin('second_factor', 'second_factor.user_id', 'user_account.id')
    .select(['user_account.id', 'password_hash', 'second_factor.user_id as factor'])
    .where('username', '=', username)
    .executeTakeFirst()
  if (row === undefined || row.factor !== null) return
  if (!(await deps.hasher.verify(password, row.password_hash))) return
  const write = (tx: AnyTx) => insertFactor(deps, tx, { userId: row.id, totpSecret })
  await commitSeed(deps, { secondFactorOf: username }, write)
}

async function insertFactor(
  { secretBox, nowMs }: UseCaseDeps,
  tx: AnyTx,
  { userId, totpSecret }: { userId: string; totpSecret: string },
): Promise<void> {
  const db: Kysely<SessionTables> = tx
  const secret = secretBox.seal(totpSecret, secretPlace(userId))
  const steps = { last_step: 0, step_up_step: 0 }
  await db
    .insertInto('second_factor')
    .values({ user_id: userId, secret, ...steps, confirmed_at: nowMs(), asked_at_sign_in: 0 })
    .execute()
}

async function seedOne(
  deps: UseCaseDeps,
  tx: AnyTx,
  { account, passwordHash }: { account: SeedAccount; passwordHash: string },
): Promise<void> {
  const { access, nowMs } = deps
  const { username, name, department, totpSecret } = account
  const db: Kysely<SessionTables> = tx
  const userId = await insertAccount(db, { username, name, department, passwordHash, atMs: nowMs() })
  await access.assignRoles(tx, userId, assignmentsOf(account))
  await access.joinGroup(tx, await access.ensureGroup(tx, department, null), userId)
  if (totpSecret !== undefined && deps.secretBox.isOpen) await insertFactor(deps, tx, { userId, totpSecret })
}
