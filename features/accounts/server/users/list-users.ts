import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import type { userDetail, userList } from '../../contract/index.ts'
import type { AccountsDeps } from '../accounts-deps.ts'

type Filter = RouteInput<typeof userList>['body']

/** One page of the accounts in sight. */
export async function listUsers(
  { accounts, rights }: AccountsDeps,
  caller: Caller,
  filter: Filter,
): Promise<RouteReply<typeof userList>> {
  const seen = await rights.seenBy(caller)
  const ids = seen.among(filter)
  const { search, state, page, pageSize } = filter
  const { list, total } = await accounts.list({
    page,
    pageSize,
    ...(search === undefined ? {} : { search }),
    ...(state === undefined ? {} : { state }),
    ...(ids === undefined ? {} : { ids }),
  })
  return { list: list.map((account) => seen.show(account)), total }
}

/** An account with the reason for each right it holds. */
export async function showUserDetail(
  { accounts, rights }: AccountsDeps,
  caller: Caller,
  userId: string,
): Promise<RouteReply<typeof userDetail>> {
  const seen = await rights.seenBy(caller)
  const account = await seen.find(userId)
  const inSight = seen.among({})
  const others = await accounts.othersOf(userId)
  const sameAs = others
    .filter(({ id }) => inSight === undefined || inSight.includes(id))
    .map(({ id, username, name }) => ({ id, username, name }))
  return { ...seen.show(account), sources: seen.sourcesOf(userId), sameAs }
}
