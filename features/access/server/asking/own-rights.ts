import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { CallContext, Caller } from '@qd/server-kit'
import { accessErrors } from '../../contract/index.ts'
import type { RoleGrant, giveBackRight, ownRights, rolesToAskFor } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import { administer } from '../administer.ts'
import { changedGrants, inWords, writeGrantChange } from '../change-grants.ts'
import { loadModel } from '../model/load-model.ts'
import { sameGrant } from '../model/held-rights.ts'
import { rightsChanged } from '../rights-changed.ts'
import { inOrder } from '../roles/list-roles.ts'
import { actorOf } from '../rules/actor.ts'
import { sourcesInSight } from '../users/users-in-sight.ts'

/** Everything the caller holds and why. */
export async function showOwnRights(
  deps: UseCaseDeps,
  caller: Caller,
): Promise<RouteReply<typeof ownRights>> {
  const model = await loadModel(deps)
  return sourcesInSight(model, actorOf(model, caller), caller.userId).map((source) => ({
    ...source,
    mayGiveBack: source.group === null && source.until !== undefined,
  }))
}

/** How much a role gives; everything comes last. */
const sizeOf = (codes: readonly string[]) => (codes.includes('*') ? Infinity : codes.length)

/** Names of roles, for whoever may not read what is in them. Where something is missing, the least that gives it is first. */
export async function listRolesToAskFor(
  deps: UseCaseDeps,
  { permission }: RouteInput<typeof rolesToAskFor>['body'],
): Promise<RouteReply<typeof rolesToAskFor>> {
  const model = await loadModel(deps)
  const roles = inOrder(model)
  const least = () =>
    roles.toSorted(
      (one, other) =>
        Number(sizeOf(one.codes) > sizeOf(other.codes)) - Number(sizeOf(one.codes) < sizeOf(other.codes)),
    )
  return (permission === undefined ? roles : least()).map(({ code, name, isBuiltIn, codes }) => ({
    code,
    name,
    isBuiltIn,
    givesIt: permission !== undefined && (codes.includes('*') || codes.includes(permission)),
  }))
}

/** Ends a right of the caller's own that has an end; one without an end is taken by whoever gives such. */
export async function giveBack(
  deps: UseCaseDeps,
  asked: RouteInput<typeof giveBackRight>['body'],
  ctx: CallContext,
): Promise<null> {
  const { userId } = ctx.caller
  await administer(deps, ctx, async ({ model, commit }) => {
    const held = model.userGrants.get(userId) ?? []
    const ends = (grant: RoleGrant) => sameGrant(grant, asked) && grant.until !== undefined
    const found = held.find(ends)
    if (found === undefined) throw new AppError(accessErrors.grant_not_ending, { field: 'role' })
    const change = { give: [], take: [found] }
    ctx.changed({ grants: inWords(held) }, { grants: inWords(changedGrants(held, change)) })
    await commit(async (tx) => {
      await writeGrantChange(tx, model, { holder: { userId }, ...change, atMs: deps.nowMs() })
      await rightsChanged(deps, ctx, { tx, userIds: [userId] })
    })
  })
  return null
}
