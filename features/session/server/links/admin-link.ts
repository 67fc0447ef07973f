import { foldUsername } from '../accounts/accounts.ts'
import type { AccountsPort } from '../accounts/accounts-port.ts'
import { callEntry } from '../call-entry.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'

/** What stands in the way, said to the person at the terminal. */
export class AdminLinkError extends Error {}

export interface AdminLinkRequest {
  username: string
  /** For who lost phone and recovery codes. */
  dropsSecondFactor: boolean
}

/** The path holds a code of one use; it is shown once. */
export interface AdminLink {
  path: string
  expiresAt: number
  isNew: boolean
}

const EVERYWHERE = { scope: '*', environment: '*' } as const
const ADMIN_ROLES = ['ROLE_ADMIN', 'admin'].map((role) => ({ role, ...EVERYWHERE }))

/**
 * The way back in for administrators, asked for on the server itself: a link for a new password of the one named, who is
 * enabled where they were not, or an invitation that makes a new one. Each step is one write with its audit row.
 */
export async function makeAdminLink(
  deps: UseCaseDeps,
  accounts: AccountsPort,
  { username, dropsSecondFactor }: AdminLinkRequest,
): Promise<AdminLink> {
  const { access, audit, store } = deps
  const commitAs = (step: string) => {
    const source = { requestId: '', address: 'terminal' }
    const entry = callEntry(source, 'session.adminLink', { target: username, detail: { step } })
    return <T>(change: (tx: never) => Promise<T>) => audit.commit(entry, (tx) => change(tx as never))
  }
  const found = await store.read
    .selectFrom('user_account')
    .select('id')
    .where('username_lower', '=', foldUsername(username))
    .executeTakeFirst()
  if (found === undefined) {
    const user = { username, name: username, department: '', mustUseSecondFactor: false }
    const invited = await accounts.invite(commitAs('invite'), user, async (tx, userId) => {
      await access.assignRoles(tx, userId, ADMIN_ROLES)
      access.announceChange(tx, userId)
    })
    return { path: invited.path, expiresAt: invited.expiresAt, isNew: true }
  }
  const account = await accounts.find(found.id)
  const { roles } = await access.rightsOf(found.id)
  if (account === null || !roles.includes('ROLE_ADMIN')) {
    throw new AdminLinkError(`${username} is no administrator: name one, or a new user name`)
  }
  if (account.isExternal) {
    throw new AdminLinkError(`${username} signs in with a company account: name a new user name`)
  }
  if (account.state === 'disabled') await accounts.setDisabled(commitAs('enable'), found.id, false)
  if (dropsSecondFactor) await accounts.dropSecondFactor(commitAs('second factor'), found.id)
  return { ...(await accounts.renewLink(commitAs('link'), found.id)), isNew: false }
}
