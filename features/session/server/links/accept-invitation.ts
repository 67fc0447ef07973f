import { AppError } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { acceptInvitation, sessionErrors } from '../../contract/index.ts'
import type { InvitationState, LoginReply } from '../../contract/index.ts'
import { callEntry } from '../call-entry.ts'
import { forgetDevices } from '../devices/known-devices.ts'
import { findLink, linkHash, useLink } from './one-time-links.ts'
import { openSession } from '../sign-in/open-session.ts'
import type { SignInSource } from '../sign-in/open-session.ts'
import { hasSecondFactor } from '../second-factor/second-factor.ts'
import { revokeSessions } from '../sessions/session-endings.ts'
import type { SessionRooms } from '../session-rooms.ts'
import type { SessionTables } from '../session-tables.ts'
import { replyFor } from '../sessions/user-info.ts'

/** What the page behind a one-time link shows before a password is set. */
export async function invitationState(rooms: SessionRooms, code: string): Promise<InvitationState> {
  const hash = linkHash(code)
  const account = hash === null ? null : await findLink(rooms.store.read, hash, rooms.nowMs())
  return {
    isOpen: account !== null,
    isInvitation: account?.isInvited ?? false,
    username: account?.username ?? '',
    passwordMin: rooms.policy.min,
  }
}

interface Acceptance {
  code: string
  password: string
}

/**
 * Sets the password behind a one-time link and signs in. Null when the user still has to give his second
 * factor: a link someone read over a shoulder must not be enough then.
 */
export async function acceptLink(
  rooms: SessionRooms,
  { code, password }: Acceptance,
  source: SignInSource,
): Promise<LoginReply | null> {
  const codeHash = linkHash(code)
  // Before anything costly: without the code nobody makes this server hash.
  const linked = codeHash === null ? null : await findLink(rooms.store.read, codeHash, rooms.nowMs())
  if (codeHash === null || linked === null) throw new AppError(sessionErrors.invitation_closed)
  rooms.policy.checkLength(password)
  rooms.policy.checkGuessable(password, linked.username)
  const passwordHash = await rooms.hasher.hash(password)
  const take = async (tx: Kysely<SessionTables>) => {
    const atMs = rooms.nowMs()
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
  }
  const account = await rooms.store.read
    .selectFrom('user_account')
    .select(['id', 'username', 'must_use_second_factor'])
    .where('id', '=', linked.id)
    .executeTakeFirstOrThrow()
  if (await hasSecondFactor(rooms.store.read, account.id)) {
    const actor = { userId: account.id, username: account.username, sessionId: '' }
    const entry = callEntry(source, acceptInvitation.title, { actor })
    await rooms.audit.commit(entry, take)
    return null
  }
  const opened = await openSession(rooms, { account, source, action: acceptInvitation.title, take })
  return replyFor(rooms, opened)
}
