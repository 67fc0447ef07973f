import { AppError } from '@qd/contract-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { accessErrors } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import type { AccessTables } from '../access-tables.ts'
import { checkGrants, inWords, writeGrantChange } from '../change-grants.ts'
import type { AccessModel } from '../model/access-model.ts'
import { lastingUntil } from '../rules/actor.ts'
import type { Actor } from '../rules/actor.ts'
import { mayChangeMembers, visibleGroups } from '../rules/group-rules.ts'

interface Asked {
  /** Now. */
  atMs: number
  grants: readonly RoleGrant[]
  groupIds: readonly string[]
}

/** What a new account is to hold, allowed: in the words of the audit, and to be written with the account. */
export function firstRights(
  { model, actor }: { model: AccessModel; actor: Actor },
  { grants, groupIds, atMs }: Asked,
) {
  checkGrants(model, actor, { grants, field: 'grants', atMs })
  const seen = visibleGroups(model, actor)
  const groups = [...new Set(groupIds)].map((id, at) => {
    const group = seen.has(id) ? model.groups.get(id) : undefined
    if (group === undefined) throw new AppError(accessErrors.group_not_found, { field: `groupIds.${at}` })
    if (mayChangeMembers(model, lastingUntil(actor, undefined), group)) return group
    throw new AppError(accessErrors.rights_exceeded, { field: `groupIds.${at}` })
  })
  return {
    words: { grants: inWords(grants), groups: groups.map(({ name }) => name) },
    async write(tx: AnyTx, userId: string): Promise<void> {
      const db: Kysely<AccessTables> = tx
      await db.insertInto('user_inviter').values({ user_id: userId, invited_by: actor.userId }).execute()
      await writeGrantChange(tx, model, { holder: { userId }, give: grants, take: [], atMs })
      for (const { id } of groups) {
        await db
          .insertInto('user_group_member')
          .values({ group_id: id, user_id: userId, given_at: atMs })
          .execute()
      }
    },
  }
}
