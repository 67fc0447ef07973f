import { AppError } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { sessionErrors } from '../../contract/index.ts'
import { insertAccount } from './accounts.ts'
import { voidLinks } from '../links/one-time-links.ts'
import type { Commit, RoleAssignment } from '../session-deps.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { SessionTables } from '../session-tables.ts'

export interface UserToCreate {
  username: string
  name: string
  department?: string
  password: string
  grants: readonly RoleAssignment[]
}

/** Changes to other people's accounts; each runs in the given commit, i.e. with its caller's audit row. */
export interface AccountAdministration {
  /** Gives the new id. */
  createUser(commit: Commit, user: UserToCreate): Promise<string>
  /** Replaces all roles; open sessions go on with the new rights. */
  setRoles(commit: Commit, userId: string, grants: readonly RoleAssignment[]): Promise<void>
}

async function updateAccount(
  tx: Kysely<SessionTables>,
  userId: string,
  values: Partial<SessionTables['user_account']>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('user_account')
    .set(values)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new AppError(sessionErrors.user_not_found)
}

export function createAccountAdministration(deps: UseCaseDeps): AccountAdministration {
  const { access, hasher, policy, nowMs } = deps
  return {
    async createUser(commit, { password, grants, ...account }) {
      policy.checkLength(password)
      policy.checkGuessable(password, account.username)
      const passwordHash = await hasher.hash(password)
      return commit(async (tx) => {
        const userId = await insertAccount(tx, { ...account, passwordHash, atMs: nowMs() })
        await access.assignRoles(tx, userId, grants)
        return userId
      })
    },
    async setRoles(commit, userId, grants) {
      await commit(async (tx) => {
        await updateAccount(tx, userId, { id: userId })
        await access.assignRoles(tx, userId, grants)
        access.announceChange(tx, userId)
        await voidLinks(tx, [userId], nowMs())
      })
    },
  }
}
