import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { AccountView } from '@qd/session/contract'
import type { OneTimeLinkView, userDisable, userTie, userUpdate } from '../../contract/index.ts'
import type { AccountCommit, AccountsDeps, AccountsPort, Decision } from '../accounts-deps.ts'

interface Managed extends Pick<Decision, 'commit' | 'keepAnAdmin'> {
  accounts: AccountsPort
  account: AccountView
}

/** Runs a change of an account the caller may manage; the audit names the account. */
function manage<T>(
  { accounts, rights }: AccountsDeps,
  ctx: CallContext,
  userId: string,
  change: (managed: Managed) => Promise<T>,
): Promise<T> {
  return rights.administer(ctx, async ({ commit, findManaged, keepAnAdmin }) => {
    const account = await findManaged(userId)
    ctx.note({ username: account.username })
    return change({ accounts, account, commit, keepAnAdmin })
  })
}

export async function updateUser(
  deps: AccountsDeps,
  { userId, ...values }: RouteInput<typeof userUpdate>['body'],
  ctx: CallContext,
): Promise<null> {
  await manage(deps, ctx, userId, ({ accounts, account, commit }) => {
    const { name, department, mustUseSecondFactor } = account
    ctx.changed({ name, department, mustUseSecondFactor }, values)
    return accounts.update(commit, userId, values)
  })
  return null
}

/** Disabling ends all sessions; the last administrator who can sign in stays. */
export async function disableUser(
  deps: AccountsDeps,
  { userId, isDisabled }: RouteInput<typeof userDisable>['body'],
  ctx: CallContext,
): Promise<null> {
  await manage(deps, ctx, userId, ({ accounts, account, commit, keepAnAdmin }) => {
    ctx.changed({ disabled: account.state === 'disabled' }, { disabled: isDisabled })
    const keeping: AccountCommit = (change) =>
      commit(async (tx) => {
        const result = await change(tx)
        if (isDisabled) await keepAnAdmin(tx)
        return result
      })
    return accounts.setDisabled(keeping, userId, isDisabled)
  })
  return null
}

export async function renewUserLink(
  deps: AccountsDeps,
  userId: string,
  ctx: CallContext,
): Promise<OneTimeLinkView> {
  const link = await manage(deps, ctx, userId, ({ accounts, commit }) => accounts.renewLink(commit, userId))
  return { userId, path: link.path, expiresAt: link.expiresAt }
}

export async function dropUserSecondFactor(
  deps: AccountsDeps,
  userId: string,
  ctx: CallContext,
): Promise<null> {
  await manage(deps, ctx, userId, ({ accounts, account, commit }) => {
    ctx.changed({ hasSecondFactor: account.hasSecondFactor }, { hasSecondFactor: false })
    return accounts.dropSecondFactor(commit, userId)
  })
  return null
}

export async function endUserSessions(deps: AccountsDeps, userId: string, ctx: CallContext): Promise<null> {
  await manage(deps, ctx, userId, ({ accounts, commit }) => accounts.endSessions(commit, userId))
  return null
}

/** Both accounts are the caller's to change: who ties them decides what counts as a second person. */
export async function tieUsers(
  { accounts, rights }: AccountsDeps,
  { userId, otherId }: RouteInput<typeof userTie>['body'],
  ctx: CallContext,
): Promise<null> {
  await rights.administer(ctx, async ({ commit, findManaged }) => {
    const [account, other] = [await findManaged(userId), await findManaged(otherId)]
    ctx.note({ username: account.username, other: other.username })
    await accounts.tie(commit, userId, otherId)
  })
  return null
}

export async function untieUser(deps: AccountsDeps, userId: string, ctx: CallContext): Promise<null> {
  const others = (await deps.accounts.othersOf(userId)).map(({ username }) => username)
  await manage(deps, ctx, userId, ({ accounts, commit }) => {
    ctx.changed({ sameAs: others }, { sameAs: [] })
    return accounts.untie(commit, userId)
  })
  return null
}
