import { AppError } from '@qd/contract-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { sessionErrors } from '../../contract/index.ts'
import type { AccountCommit, AccountsPort } from './accounts-port.ts'
import { insertAccount } from './accounts.ts'
import { forgetDevices } from '../devices/known-devices.ts'
import { findAccount, listAccounts, searchText } from './list-accounts.ts'
import { INVITATION_MS, RESET_MS, voidLinks, writeLink } from '../links/one-time-links.ts'
import { otherAccountsOf, tieAccounts, untieAccount } from '../people/people.ts'
import { revokeSessions, revokeTokens } from '../sessions/session-endings.ts'
import type { EndReason } from '../sessions/session-endings.ts'
import type { UseCaseDeps } from '../use-case-deps.ts'
import type { SessionTables } from '../session-tables.ts'

/** Nobody has more accounts than a page shows. */
const MOST_SHOWN = 100

const own = (tx: AnyTx): Kysely<SessionTables> => tx
const notFound = () => new AppError(sessionErrors.user_not_found)

/** The account's row, read within the write that changes it. */
async function accountIn(tx: Kysely<SessionTables>, userId: string) {
  const account = await tx
    .selectFrom('user_account')
    .select(['id', 'username', 'invited', 'disabled'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account === undefined) throw notFound()
  return account
}

async function activeAmong(tx: Kysely<SessionTables>, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await tx
    .selectFrom('user_account')
    .select('id')
    .where('id', 'in', userIds)
    .where('disabled', '=', 0)
    .where('invited', '=', 0)
    .execute()
  return rows.map(({ id }) => id)
}

/** Other people's accounts, for their administration. */
export function createAccountsPort(deps: UseCaseDeps): AccountsPort {
  const { access, nowMs, store } = deps

  /** Changes an account and ends its sessions in one commit, which tells every node. */
  async function endAfter(
    commit: AccountCommit,
    userId: string,
    reason: EndReason,
    change: (tx: Kysely<SessionTables>) => Promise<unknown>,
  ): Promise<void> {
    await commit(async (tx) => {
      await accountIn(own(tx), userId)
      await change(own(tx))
      const ending = { reason, atMs: nowMs() }
      await revokeSessions(own(tx), { userId }, ending)
      await forgetDevices(own(tx), userId)
      // Whoever knew the password that goes could have made tokens by it.
      if (reason === 'password') await revokeTokens(own(tx), userId, ending)
      // Tokens that live on, of an account that is disabled, are forgotten with everything else known of the user.
      access.announceChange(tx, userId)
    })
  }

  const find = (userId: string) => findAccount(store, userId, nowMs())

  return {
    list: (query) => listAccounts(store, query, nowMs()),
    find,
    activeAmong: (tx, userIds) => activeAmong(own(tx), userIds),
    invite(commit, user, also) {
      const account = { ...user, passwordHash: '', atMs: nowMs(), isInvited: true }
      return commit(async (tx) => {
        const userId = await insertAccount(own(tx), account)
        await also(tx, userId)
        return { userId, ...(await writeLink(own(tx), userId, account.atMs + INVITATION_MS)) }
      })
    },
    async renewLink(commit, userId) {
      const found = await find(userId)
      if (found === null) throw notFound()
      if (found.state === 'disabled') throw new AppError(sessionErrors.user_disabled)
      if (found.isExternal) throw new AppError(sessionErrors.user_external)
      if (found.state === 'invited') {
        return commit((tx) => writeLink(own(tx), userId, nowMs() + INVITATION_MS))
      }
      const link = { path: '', expiresAt: 0 }
      await endAfter(commit, userId, 'password', async (tx) => {
        await tx.updateTable('user_account').set({ password_hash: '' }).where('id', '=', userId).execute()
        Object.assign(link, await writeLink(tx, userId, nowMs() + RESET_MS))
      })
      return link
    },
    voidLinks: (tx, userIds) => voidLinks(own(tx), userIds, nowMs()),
    async update(commit, userId, { name, department, mustUseSecondFactor }) {
      await commit(async (tx) => {
        const { username } = await accountIn(own(tx), userId)
        await own(tx)
          .updateTable('user_account')
          .set({
            name,
            department,
            must_use_second_factor: mustUseSecondFactor ? 1 : 0,
            search: searchText({ username, name, department }),
          })
          .where('id', '=', userId)
          .execute()
        access.announceChange(tx, userId)
      })
    },
    async setDisabled(commit, userId, isDisabled) {
      const set = (tx: Kysely<SessionTables>) =>
        tx
          .updateTable('user_account')
          .set({ disabled: isDisabled ? 1 : 0 })
          .where('id', '=', userId)
          .execute()
      if (isDisabled) return endAfter(commit, userId, 'disabled', set)
      await commit(async (tx) => {
        await accountIn(own(tx), userId)
        await set(own(tx))
      })
    },
    dropSecondFactor: (commit, userId) =>
      endAfter(commit, userId, 'second_factor', async (tx) => {
        await tx.deleteFrom('second_factor').where('user_id', '=', userId).execute()
        await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
      }),
    async othersOf(userId) {
      const ids = await otherAccountsOf(store, userId)
      return (await listAccounts(store, { ids, page: 1, pageSize: MOST_SHOWN }, nowMs())).list
    },
    async tie(commit, userId, otherId) {
      await commit(async (tx) => {
        for (const id of await tieAccounts(own(tx), userId, otherId)) access.announceChange(tx, id)
      })
    },
    async untie(commit, userId) {
      await commit(async (tx) => {
        await untieAccount(own(tx), userId)
        access.announceChange(tx, userId)
      })
    },
    endSessions: (commit, userId) => endAfter(commit, userId, 'ended', async () => undefined),
  }
}
