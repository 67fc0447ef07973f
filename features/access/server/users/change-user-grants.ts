import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { objectKey } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { accessErrors } from '../../contract/index.ts'
import type { userGrants } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import { administer } from '../administer.ts'
import { changedGrants, versionOf, checkGrantChange, inWords, writeGrantChange } from '../change-grants.ts'
import { keepAnAdmin } from '../keep-an-admin.ts'
import { rightsFacts } from '../approval-facts.ts'
import { rightsChanged } from '../rights-changed.ts'
import { isOwnAccount } from '../rules/actor.ts'
import { findUser } from './find-user.ts'

/** Gives and takes grants the caller holds; open pages of the user follow at once. */
export async function changeUserGrants(
  deps: UseCaseDeps,
  { userId, ...change }: RouteInput<typeof userGrants>['body'],
  ctx: CallContext,
): Promise<null> {
  const { accounts, nowMs } = deps
  await administer(deps, ctx, async ({ model, actor, commit }) => {
    const account = await findUser(accounts(), { model, actor }, userId)
    if (isOwnAccount(actor, account)) throw new AppError(accessErrors.account_own, { field: 'userId' })
    checkGrantChange(model, actor, { ...change, atMs: nowMs() })
    const held = model.userGrants.get(userId) ?? []
    ctx.note({ username: account.username })
    ctx.changed({ grants: inWords(held) }, { grants: inWords(changedGrants(held, change)) })
    await ctx.approve(
      rightsFacts({
        title: { key: 'access.title.grants', params: { name: account.username } },
        object: objectKey('user', userId),
        version: versionOf(inWords(held)),
        before: { grants: inWords(held) },
        after: { grants: inWords(changedGrants(held, change)) },
        grants: [...change.give, ...change.take],
      }),
    )
    if (change.give.length > 0) await ctx.askStepUp()
    await commit(async (tx) => {
      await writeGrantChange(tx, model, { holder: { userId }, ...change, atMs: nowMs() })
      const hasEnd = change.give.some(({ until }) => until !== undefined)
      if (hasEnd || change.take.length > 0) await keepAnAdmin(tx, accounts())
      await rightsChanged(deps, ctx, { tx, userIds: [userId] })
    })
  })
  return null
}
