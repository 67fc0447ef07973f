import { AppError } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { acceptInvitation, sessionErrors } from '../../contract/index.ts'
import type { InvitationState, LoginReply } from '../../contract/index.ts'
import { callEntry } from '../call-entry.ts'
import { forgetDevices } from '../devices/known-devices.ts'
import { findLink, linkHash, useLink } from './one-time-links.ts'
import { tellAccepted } from './tell-accepted.ts'
import { openSession } from '../sign-in/open-session.ts'
import type { SignInSource } from '../sign-in/open-session.ts'
import { hasSecondFactor } from '../second-factor/second-factor.ts'
import { revokeSessions } from '../sessions/session-endings.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { SessionTables } from '../session-tables.ts'
import { replyFor } from '../sessions/user-info.ts'

/** What the page behind a one-time link shows before a password is set. */
export async function invitationState(deps: UseCaseDeps, code: string): Promise<InvitationState> {
  const hash = linkHash(code)
  const account = hash === null ? null : await findLink(deps.store.read, hash, deps.nowMs())
  return {
    isOpen: account !== null,
    isInvitation: account?.isInvited ?? false,
    username: account?.username ?? '',
    passwordMin: deps.policy.min,
  }
}

interface Acceptance {
  code: string
  password: string
}

/**
 * Sets the password behind a one-time link and signs in. Null when the user still has to give their second
 * factor: a link someone read over a shoulder must not be enough then.
 */
export async function acceptLink(
  deps: UseCaseDeps,
  { code, password }: Acceptance,
  source: SignInSource,
): Promise<LoginReply | null> {
  const codeHash = linkHash(code)
  // Before anything costly: without the code nobody makes this server hash.
  const linked = codeHash === null ? null : await findLink(deps.store.read, codeHash, deps.nowMs())
  if (codeHash === null || linked === null) throw new AppError(sessionErrors.invitation_closed)
  deps.policy.checkLength(password)
  deps.policy.checkGuessable(password, linked.username)
  const passwordHash = await deps.hasher.hash(password)
  const take = async (tx: Kysely<SessionTables>) => {
    const atMs = deps.nowMs()
    const found = await findLink(tx, codeHash, atMs)
    if (found === null || !(await useLink(tx, codeHash, atMs))) {
      throw new AppError(sessionErrors.invitation_closed)
    }
    await tx
      .updateTable('user_account')
      .set({ password_hash: passwordHash, password_changed_at: atMs, invited: 0 })
      .where('id', '=', found.id)
      .execute()
    await revokeSessions(tx, { userId: found.id }, { reason: 'password', atMs })
    await forgetDevices(tx, found.id)
    if (found.isInvited) await tellAccepted(deps, tx, found.id)
  }
  const account = await deps.store.read
    .selectFrom('user_account')
    .select(['id', 'username', 'must_use_second_factor'])
    .where('id', '=', linked.id)
    .executeTakeFirstOrThrow()
  if (await hasSecondFactor(deps.store.read, account.id)) {
    const actor = { userId: account.id, username: account.username, sessionId: '' }
    const entry = callEntry(source, acceptInvitation.title, { actor })
    await deps.audit.commit(entry, take)
    return null
  }
  const opened = await openSession(deps, { account, source, action: acceptInvitation.title, take })
  return replyFor(deps, opened)
}
