import { AppError } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import { accessErrors } from '../../contract/index.ts'
import type { AccountView } from '@qd/session/contract'
import type { AccountsPort } from '../accounts-port.ts'
import type { AccessPicture } from '../picture/access-picture.ts'
import type { Actor } from '../rules/actor.ts'
import { mayManageUser, maySeeUser } from '../rules/user-rules.ts'

interface Seeing {
  picture: AccessPicture
  actor: Actor
}

/** The account; one out of sight is as missing as one that is not there. */
export async function findUser(
  accounts: AccountsPort,
  { picture, actor }: Seeing,
  userId: string,
): Promise<AccountView> {
  const account = maySeeUser(picture, actor, userId) ? await accounts.find(userId) : null
  if (account === null) throw new AppError(accessErrors.account_not_found, { field: 'userId' })
  return account
}

/** The account, if the actor may change it: not his own, and holding nothing that he does not. */
export async function findManagedUser(
  accounts: AccountsPort,
  seeing: Seeing,
  { userId, permission }: { userId: string; permission: PermissionTriple },
): Promise<AccountView> {
  const account = await findUser(accounts, seeing, userId)
  if (userId === seeing.actor.userId) throw new AppError(accessErrors.account_own, { field: 'userId' })
  if (!mayManageUser(seeing.picture, seeing.actor, { userId, permission })) {
    throw new AppError(accessErrors.rights_exceeded, { field: 'userId' })
  }
  return account
}
