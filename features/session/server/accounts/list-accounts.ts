import { containsFolded, count, foldForSearch } from '@qd/store'
import type { Store } from '@qd/store'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { AccountQuery, AccountView, LinkState } from '../../contract/index.ts'
import type { SessionTables } from '../session-tables.ts'

/** What an account is found by. */
export function searchText(account: { username: string; name: string; department: string }): string {
  return foldForSearch([account.username, account.name, account.department].join('\n'))
}

type Accounts<O> = SelectQueryBuilder<SessionTables, 'user_account', O>

function matching<O>(accounts: Accounts<O>, { search = '', state, ids }: AccountQuery): Accounts<O> {
  let found = accounts
  if (ids !== undefined) found = found.where('user_account.id', 'in', ids.length === 0 ? [''] : [...ids])
  if (state === 'disabled') found = found.where('disabled', '=', 1)
  else if (state !== undefined) {
    found = found.where('disabled', '=', 0).where('invited', '=', state === 'invited' ? 1 : 0)
  }
  return search.trim() === '' ? found : found.where(containsFolded('user_account.search', search.trim()))
}

function withColumns(db: Kysely<SessionTables>) {
  return db
    .selectFrom('user_account')
    .select([
      'id',
      'username',
      'name',
      'department',
      'disabled',
      'invited',
      'must_use_second_factor',
      'created_at',
      'last_login_at',
      'person_id',
    ])
    .select((eb) => [
      eb
        .selectFrom('second_factor')
        .select('confirmed_at')
        .whereRef('second_factor.user_id', '=', 'user_account.id')
        .as('confirmed_at'),
      eb
        .selectFrom('external_identity')
        .select('linked_at')
        .whereRef('external_identity.user_id', '=', 'user_account.id')
        .as('linked_at'),
      eb
        .selectFrom('one_time_link')
        .select('one_time_link.expires_at')
        .whereRef('one_time_link.user_id', '=', 'user_account.id')
        .as('link_until'),
      eb
        .selectFrom('one_time_link')
        .select('voided_at')
        .whereRef('one_time_link.user_id', '=', 'user_account.id')
        .as('link_voided_at'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

function linkOf({ link_until: until, link_voided_at: voidedAt }: Row, nowMs: number): LinkState {
  if (until === null || until <= nowMs) return 'none'
  return voidedAt === null ? 'open' : 'void'
}

function viewOf(row: Row, nowMs: number): AccountView {
  const { id, username, name, department } = row
  return {
    id,
    username,
    name,
    department,
    state: row.disabled === 1 ? 'disabled' : row.invited === 1 ? 'invited' : 'active',
    hasSecondFactor: row.confirmed_at !== null,
    mustUseSecondFactor: row.must_use_second_factor === 1,
    isExternal: row.linked_at !== null,
    link: linkOf(row, nowMs),
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
    personId: row.person_id,
  }
}

/** One page of the accounts, by user name. */
export async function listAccounts(
  store: Store<SessionTables>,
  query: AccountQuery,
  nowMs: number,
): Promise<{ list: AccountView[]; total: number }> {
  const { page, pageSize } = query
  const [rows, total] = await Promise.all([
    matching(withColumns(store.read), query)
      .orderBy('username_lower')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    count(store.read, 'user_account', (accounts) => matching(accounts, query)),
  ])
  return { list: rows.map((row) => viewOf(row, nowMs)), total }
}

export async function findAccount(
  store: Store<SessionTables>,
  userId: string,
  nowMs: number,
): Promise<AccountView | null> {
  const row = await withColumns(store.read).where('id', '=', userId).executeTakeFirst()
  return row === undefined ? null : viewOf(row, nowMs)
}
