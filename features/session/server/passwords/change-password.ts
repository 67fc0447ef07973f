import { AppError } from '@qd/contract-kit'
import { sessionErrors } from '../../contract/index.ts'
import { checkOwnPassword } from '../sign-in/guess.ts'
import type { Asker } from '../sign-in/guess.ts'
import { forgetDevices } from '../devices/known-devices.ts'
import type { Commit } from '../session-deps.ts'
import { revokeSessions, revokeTokens } from '../sessions/session-endings.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'

interface Change {
  password: string
  oldPassword: string
}

/** What S5.03 asks, in its order; what only the server can know comes after. */
function checkInput(deps: UseCaseDeps, { password, oldPassword }: Change): void {
  for (const [field, value] of Object.entries({ password, oldPassword })) {
    if (value === '') throw new AppError(sessionErrors.password_required, { field })
  }
  if (password === oldPassword) throw new AppError(sessionErrors.password_same, { field: 'password' })
  deps.policy.checkOldLength(oldPassword)
  deps.policy.checkLength(password)
}

/**
 * Changes the caller's own password (S7.07) and ends all their other sessions and their API tokens: whoever knew the
 * old one could have made them.
 */
export async function changeOwnPassword(
  deps: UseCaseDeps,
  change: Change,
  asking: Asker & { commit: Commit },
): Promise<void> {
  const { caller, commit } = asking
  checkInput(deps, change)
  const account = await deps.store.read
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const wrong = new AppError(sessionErrors.password_old_wrong, { field: 'oldPassword' })
  await checkOwnPassword(deps, asking, change.oldPassword, wrong)
  deps.policy.checkGuessable(change.password, account.username)
  const passwordHash = await deps.hasher.hash(change.password)
  const atMs = deps.nowMs()
  await commit(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('user_account')
      .set({ password_hash: passwordHash, password_changed_at: atMs })
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .executeTakeFirstOrThrow()
    // Somebody else changed it while we were hashing: what was checked is no longer the old password.
    if (numUpdatedRows !== 1n) throw new AppError(sessionErrors.password_old_wrong, { field: 'oldPassword' })
    const whose = { userId: account.id, exceptSessionId: caller.sessionId }
    const ending = { reason: 'password', atMs } as const
    await forgetDevices(tx, account.id, caller.sessionId)
    await revokeSessions(tx, whose, ending)
    await revokeTokens(tx, account.id, ending)
  })
}
