import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { accessErrors } from '../../contract/index.ts'
import type { OneTimeLinkView, userInvite } from '../../contract/index.ts'
import type { AccessRooms } from '../access-deps.ts'
import type { AccessTables } from '../access-tables.ts'
import { administer } from '../administer.ts'
import { checkGrants, inWords, writeGrantChange } from '../change-grants.ts'
import { mayChangeMembers, visibleGroups } from '../rules/group-rules.ts'

type Invitation = RouteInput<typeof userInvite>['body']

/** Makes an account with its first rights and gives the link by which its owner sets his password. */
export function inviteUser(
  { store, accounts }: AccessRooms,
  ctx: CallContext,
  { grants, groupIds, ...user }: Invitation,
): Promise<OneTimeLinkView> {
  return administer(store, ctx, async ({ picture, actor, commit }) => {
    checkGrants(picture, actor, { grants, field: 'grants' })
    const seen = visibleGroups(picture, actor)
    const groups = [...new Set(groupIds)].map((id, at) => {
      const group = seen.has(id) ? picture.groups.get(id) : undefined
      if (group === undefined) throw new AppError(accessErrors.group_not_found, { field: `groupIds.${at}` })
      if (mayChangeMembers(picture, actor, group)) return group
      throw new AppError(accessErrors.rights_exceeded, { field: `groupIds.${at}` })
    })
    ctx.changed(null, { ...user, grants: inWords(grants), groups: groups.map(({ name }) => name) })
    return accounts().invite(commit, user, async (tx, userId) => {
      const db: Kysely<AccessTables> = tx
      await db.insertInto('user_inviter').values({ user_id: userId, invited_by: actor.userId }).execute()
      await writeGrantChange(tx, picture, { holder: { userId }, give: grants, take: [] })
      for (const { id } of groups) {
        await db.insertInto('user_group_member').values({ group_id: id, user_id: userId }).execute()
      }
    })
  })
}
