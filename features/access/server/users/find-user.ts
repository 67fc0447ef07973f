import { AppError } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import { accessErrors } from '../../contract/index.ts'
import type { AccountView } from '@qd/session/contract'
import type { AccountsPort } from '../accounts-port.ts'
import type { AccessModel } from '../model/access-model.ts'
import { isOwnAccount } from '../rules/actor.ts'
import type { Actor } from '../rules/actor.ts'
import { mayManageUser, maySeeUser } from '../rules/user-rules.ts'

interface Seeing {
  model: AccessModel
  actor: Actor
}

/** The account; one out of sight is as missing as one that is not there. */
export async function findUser(
  accounts: AccountsPort,
  { model, actor }: Seeing,
  userId: string,
): Promise<AccountView> {
  const account = maySeeUser(model, actor, userId) ? await accounts.find(userId) : null
  if (account === null) throw new AppError(accessErrors.account_not_found, { field: 'userId' })
  return account
}

/** The account, if the actor may change it: not their own, and holding nothing that they do not. */
export async function findManagedUser(
  accounts: AccountsPort,
  seeing: Seeing,
  { userId, permission }: { userId: string; permission: PermissionTriple },
): Promise<AccountView> {
  const account = await findUser(accounts, seeing, userId)
  if (isOwnAccount(seeing.actor, account)) throw new AppError(accessErrors.account_own, { field: 'userId' })
  if (!mayManageUser(seeing.model, seeing.actor, { userId, permission })) {
    throw new AppError(accessErrors.rights_exceeded, { field: 'userId' })
  }
  return account
}
