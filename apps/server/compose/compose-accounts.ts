import type { AccessFeature } from '@qd/access/server'
import { createAccountsFeature } from '@qd/accounts/server'
import type { LinkMail } from '@qd/accounts/server'
import type { NotificationsFeature } from '@qd/notifications/server'
import type { SessionFeature } from '@qd/session/server'

/** Links in a mail need the console's own address; the one a request came by may be anybody's. */
function linkMail(
  publicUrl: string | undefined,
  { sendMail }: Pick<NotificationsFeature, 'sendMail'>,
): LinkMail | null {
  if (publicUrl === undefined || sendMail === null) return null
  return { addressOf: (path) => `${publicUrl.replace(/\/+$/, '')}${path}`, send: sendMail }
}

/** The tables of accounts are the session's, who may change them is known by access. */
export function composeAccounts(
  publicUrl: string | undefined,
  {
    session: { accounts, ownAccount },
    access: { userRights },
    notifications,
  }: {
    session: Pick<SessionFeature, 'accounts' | 'ownAccount'>
    access: Pick<AccessFeature, 'userRights'>
    notifications: Pick<NotificationsFeature, 'sendMail'>
  },
) {
  return createAccountsFeature({
    accounts,
    rights: userRights,
    own: ownAccount,
    mail: linkMail(publicUrl, notifications),
  })
}
