import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { readUsers } from '../../contract/index.ts'
import type { userDetail, userList } from '../../contract/index.ts'
import type { AccessRooms } from '../access-deps.ts'
import type { AccessPicture } from '../picture/access-picture.ts'
import { heldByUser, holdersOfRole, membersBelow } from '../picture/held-rights.ts'
import { loadPicture } from '../picture/load-picture.ts'
import { actorOf, holdsEverywhere, seesGrant } from '../rules/actor.ts'
import type { Actor } from '../rules/actor.ts'
import { maySeeUser } from '../rules/user-rules.ts'
import { findUser } from './find-user.ts'
import { showUser } from './show-user.ts'

type Filter = RouteInput<typeof userList>['body']

function visibleUsers(picture: AccessPicture, actor: Actor): Set<string> | null {
  if (holdsEverywhere(actor, readUsers)) return null
  const known = [picture.userGrants, picture.memberships, picture.inviters].flatMap((map) => [...map.keys()])
  return new Set([...known, actor.userId].filter((userId) => maySeeUser(picture, actor, userId)))
}

/** The ids to look among; undefined: all accounts. */
function candidates(picture: AccessPicture, actor: Actor, { role, groupId }: Filter): string[] | undefined {
  const sets = [
    visibleUsers(picture, actor),
    role === undefined ? null : holdersOfRole(picture, role),
    groupId === undefined ? null : membersBelow(picture, groupId),
  ].filter((set) => set !== null)
  const [first, ...others] = sets
  return first === undefined ? undefined : [...first].filter((id) => others.every((set) => set.has(id)))
}

/** One page of the accounts in sight. */
export async function listUsers(
  { store, accounts }: AccessRooms,
  caller: Caller,
  filter: Filter,
): Promise<RouteReply<typeof userList>> {
  const picture = await loadPicture(store.read)
  const actor = actorOf(picture, caller)
  const ids = candidates(picture, actor, filter)
  const { search, state, page, pageSize } = filter
  const { list, total } = await accounts().list({
    page,
    pageSize,
    ...(search === undefined ? {} : { search }),
    ...(state === undefined ? {} : { state }),
    ...(ids === undefined ? {} : { ids }),
  })
  return { list: list.map((account) => showUser(picture, actor, account)), total }
}

/** An account with the reason for each right it holds. */
export async function showUserDetail(
  { store, accounts }: AccessRooms,
  caller: Caller,
  userId: string,
): Promise<RouteReply<typeof userDetail>> {
  const picture = await loadPicture(store.read)
  const actor = actorOf(picture, caller)
  const account = await findUser(accounts(), { picture, actor }, userId)
  const isShown = ({ grant }: ReturnType<typeof heldByUser>[number]) =>
    userId === actor.userId || seesGrant(actor, readUsers, grant)
  return {
    ...showUser(picture, actor, account),
    sources: heldByUser(picture, userId)
      .filter(isShown)
      .map(({ grant, group }) => {
        const role = picture.roles.get(grant.role)
        return {
          ...grant,
          roleName: role?.name ?? grant.role,
          isBuiltIn: role?.isBuiltIn ?? false,
          group: group === null ? null : { id: group.id, name: group.name },
          codes: [...(role?.codes ?? [])],
        }
      }),
  }
}
