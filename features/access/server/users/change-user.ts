import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { editUser } from '../../contract/index.ts'
import type { OneTimeLinkView, userDisable, userUpdate } from '../../contract/index.ts'
import type { AccessRooms } from '../access-deps.ts'
import type { AccountView } from '@qd/session/contract'
import type { AccountCommit, AccountsPort } from '../accounts-port.ts'
import { administer } from '../administer.ts'
import { keepAnAdmin } from '../keep-an-admin.ts'
import { findManagedUser } from './find-user.ts'

interface Managed {
  accounts: AccountsPort
  account: AccountView
  commit: AccountCommit
}

/** Runs a change of an account the caller may manage; the audit names the account. */
function manage<T>(
  rooms: AccessRooms,
  ctx: CallContext,
  userId: string,
  change: (managed: Managed) => Promise<T>,
): Promise<T> {
  return administer(rooms.store, ctx, async ({ picture, actor, commit }) => {
    const accounts = rooms.accounts()
    const account = await findManagedUser(accounts, { picture, actor }, { userId, permission: editUser })
    ctx.note({ username: account.username })
    return change({ accounts, account, commit })
  })
}

export async function updateUser(
  rooms: AccessRooms,
  ctx: CallContext,
  { userId, ...values }: RouteInput<typeof userUpdate>['body'],
): Promise<null> {
  await manage(rooms, ctx, userId, ({ accounts, account, commit }) => {
    const { name, department, mustUseSecondFactor } = account
    ctx.changed({ name, department, mustUseSecondFactor }, values)
    return accounts.update(commit, userId, values)
  })
  return null
}

/** Disabling ends all sessions; the last administrator who can sign in stays. */
export async function disableUser(
  rooms: AccessRooms,
  ctx: CallContext,
  { userId, isDisabled }: RouteInput<typeof userDisable>['body'],
): Promise<null> {
  await manage(rooms, ctx, userId, ({ accounts, account, commit }) => {
    ctx.changed({ disabled: account.state === 'disabled' }, { disabled: isDisabled })
    const keeping: AccountCommit = (change) =>
      commit(async (tx) => {
        const result = await change(tx)
        if (isDisabled) await keepAnAdmin(tx, accounts)
        return result
      })
    return accounts.setDisabled(keeping, userId, isDisabled)
  })
  return null
}

export async function renewUserLink(
  rooms: AccessRooms,
  ctx: CallContext,
  userId: string,
): Promise<OneTimeLinkView> {
  const link = await manage(rooms, ctx, userId, ({ accounts, commit }) => accounts.renewLink(commit, userId))
  return { userId, path: link.path, expiresAt: link.expiresAt }
}

export async function dropUserSecondFactor(
  rooms: AccessRooms,
  ctx: CallContext,
  userId: string,
): Promise<null> {
  await manage(rooms, ctx, userId, ({ accounts, account, commit }) => {
    ctx.changed({ hasSecondFactor: account.hasSecondFactor }, { hasSecondFactor: false })
    return accounts.dropSecondFactor(commit, userId)
  })
  return null
}

export async function endUserSessions(rooms: AccessRooms, ctx: CallContext, userId: string): Promise<null> {
  await manage(rooms, ctx, userId, ({ accounts, commit }) => accounts.endSessions(commit, userId))
  return null
}
