import { AppError } from '@qd/contract-kit'
import type { Kysely } from 'kysely'
import { sessionErrors } from '../../contract/index.ts'
import { insertAccount } from '../accounts/accounts.ts'
import type { ExternalPerson } from './identity-provider.ts'
import { findLink, useLink } from '../links/one-time-links.ts'
import type { SessionTables } from '../session-tables.ts'

export interface ExternalUser {
  id: string
  username: string
  /** Linked or made just now, for the audit. */
  isNew: boolean
  /** By the invitation the sign-in began with. */
  hasAccepted: boolean
}

interface Finding {
  person: ExternalPerson
  /** Hash of the invitation's code the sign-in began with. */
  linkHash: string | null
  createsUsers: boolean
  atMs: number
}

async function link(tx: Kysely<SessionTables>, userId: string, { person, atMs }: Finding): Promise<void> {
  const { issuer, subject } = person
  await tx
    .insertInto('external_identity')
    .values({ issuer, subject, user_id: userId, linked_at: atMs })
    .execute()
}

/** The invited account, now theirs: the invitation is used up, and no password ever leads in. */
async function acceptByProvider(tx: Kysely<SessionTables>, finding: Finding): Promise<ExternalUser | null> {
  if (finding.linkHash === null) return null
  const invited = await findLink(tx, finding.linkHash, finding.atMs)
  if (invited?.isInvited !== true || !(await useLink(tx, finding.linkHash, finding.atMs))) return null
  await tx.updateTable('user_account').set({ invited: 0 }).where('id', '=', invited.id).execute()
  await link(tx, invited.id, finding)
  return { id: invited.id, username: invited.username, isNew: true, hasAccepted: true }
}

/**
 * The account of a person the provider vouches for, within a write: by issuer and subject, which no user can
 * choose; else through the invitation the sign-in began with; else a new account where that is switched on.
 * Never by user name or e-mail, which people can change or be given anew. Throws `oidc_unknown_user`, and
 * `oidc_name_refused` for a name that a new account may not have.
 */
export async function findExternalUser(tx: Kysely<SessionTables>, finding: Finding): Promise<ExternalUser> {
  const { person, atMs } = finding
  const known = await tx
    .selectFrom('external_identity')
    .innerJoin('user_account', 'user_account.id', 'external_identity.user_id')
    .select(['user_account.id', 'user_account.username', 'user_account.disabled'])
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .executeTakeFirst()
  if (known !== undefined) {
    if (known.disabled === 1) throw new AppError(sessionErrors.oidc_unknown_user)
    return { id: known.id, username: known.username, isNew: false, hasAccepted: false }
  }
  const accepted = await acceptByProvider(tx, finding)
  if (accepted !== null) return accepted
  if (!finding.createsUsers) throw new AppError(sessionErrors.oidc_unknown_user)
  const { username, name } = person
  const account = { username, name: name === '' ? username : name.slice(0, 64), passwordHash: '', atMs }
  const id = await insertAccount(tx, account).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError(sessionErrors.oidc_name_refused, { cause: error }) : error
  })
  await link(tx, id, finding)
  return { id, username, isNew: true, hasAccepted: false }
}
