import { scopeCovers } from '@qd/contract-kit'
import { foldForSearch } from '@qd/store'
import type { AccountView } from '@qd/session/contract'
import type { RoleGrant } from '../../contract/index.ts'
import type { RightUse, UseCaseDeps } from '../access-deps.ts'
import type { AccessModel } from '../model/access-model.ts'
import { membersBelow, withAncestors } from '../model/held-rights.ts'
import type { ItemRow } from './find-review.ts'
import { givenTimes } from './given-at.ts'
import type { GivenTimes } from './given-at.ts'
import { lastUse, usesOf } from './last-used.ts'
import type { AgedGrant } from './last-used.ts'

const PAGE = 500

/** An item as it is found, before anybody has looked at it. */
export type NewItem = Omit<
  ItemRow,
  'review_id' | 'item' | 'decision' | 'reason' | 'decided_by_id' | 'decided_by' | 'decided_at'
>

async function allAccounts({ accounts }: Pick<UseCaseDeps, 'accounts'>): Promise<AccountView[]> {
  const all: AccountView[] = []
  for (let page = 1; ; page++) {
    const { list, total } = await accounts().list({ page, pageSize: PAGE })
    all.push(...list)
    if (list.length === 0 || all.length >= total) return all
  }
}

interface Found {
  kind: ItemRow['kind']
  account: AccountView | null
  group: { id: string; name: string } | null
  grants: readonly AgedGrant[]
  /** Whose calls tell whether it is used. */
  userIds: Iterable<string>
}

/** Everything that gives somebody something at the place or within it. */
function* findAll(
  model: AccessModel,
  accounts: readonly AccountView[],
  { scope, times }: { scope: string; times: GivenTimes },
): Generator<Found> {
  const within = (grants: readonly RoleGrant[]) => grants.filter((grant) => scopeCovers(scope, grant.scope))
  /** Who joined a group later than it was given something has it since then. */
  const inGroup = (groupId: string, joined: number | null) => (grant: RoleGrant) => {
    const given = times.ofGroup(groupId, grant)
    return { grant, givenAt: given === null ? joined : Math.max(given, joined ?? 0) }
  }
  for (const account of accounts) {
    for (const grant of within(model.userGrants.get(account.id) ?? [])) {
      const grants = [{ grant, givenAt: times.ofUser(account.id, grant) }]
      yield { kind: 'grant', account, group: null, grants, userIds: [account.id] }
    }
    for (const group of model.memberships.get(account.id) ?? []) {
      const joined = times.joined(group.id, account.id)
      const grants = withAncestors(model, group.id).flatMap((from) =>
        within(from.grants).map(inGroup(from.id, joined)),
      )
      if (grants.length > 0) yield { kind: 'membership', account, group, grants, userIds: [account.id] }
    }
  }
  for (const group of model.groups.values()) {
    for (const grant of within(group.grants)) {
      yield {
        kind: 'groupGrant',
        account: null,
        group,
        grants: [inGroup(group.id, null)(grant)],
        userIds: membersBelow(model, group.id),
      }
    }
  }
}

function itemOf(
  model: AccessModel,
  { kind, account, group, grants }: Found,
  used: ReturnType<typeof lastUse>,
): NewItem {
  const told = grants.map(({ grant }) => ({
    ...grant,
    roleName: model.roles.get(grant.role)?.name ?? grant.role,
  }))
  const words = [
    account?.name,
    account?.username,
    group?.name,
    ...told.flatMap(({ role, roleName, scope }) => [role, roleName, scope]),
  ]
  return {
    kind,
    user_id: account?.id ?? null,
    username: account?.username ?? '',
    name: account?.name ?? '',
    account_state: account?.state ?? '',
    group_id: group?.id ?? null,
    group_name: group?.name ?? '',
    grants: JSON.stringify(told),
    words: foldForSearch([...new Set(words)].filter((word) => word !== undefined).join(' ')),
    use: used.use,
    used_at: used.usedAt,
    last_login_at: account?.lastLoginAt ?? null,
  }
}

/** Who holds what at a place now: people by user name, then the grants of groups. */
export async function takeStock(
  deps: Pick<UseCaseDeps, 'accounts' | 'usage' | 'nowMs' | 'store'>,
  model: AccessModel,
  scope: string,
): Promise<NewItem[]> {
  const accounts = (await allAccounts(deps)).toSorted((left, right) =>
    left.username < right.username ? -1 : 1,
  )
  const found = [...findAll(model, accounts, { scope, times: await givenTimes(deps) })]
  const userIds = new Set(found.flatMap((each) => [...each.userIds]))
  const uses = await usesOf(deps, [...userIds])
  const seen = deps.usage.seen()
  const nowMs = deps.nowMs()
  return found.map((each) => {
    const own: RightUse[] = [...each.userIds].flatMap((userId) => uses.get(userId) ?? [])
    return itemOf(model, each, lastUse(model, seen, { grants: each.grants, uses: own, nowMs }))
  })
}
