import type { CallContext, Caller } from '@qd/server-kit'
import type { AccountView } from '@qd/session/contract'
import type { AnyTx } from '@qd/store'
import { editUser } from '../../contract/index.ts'
import type { UseCaseDeps } from '../access-deps.ts'
import type { AccountCommit } from '../accounts-port.ts'
import { administer } from '../administer.ts'
import { keepAnAdmin } from '../keep-an-admin.ts'
import { loadModel } from '../model/load-model.ts'
import { actorOf } from '../rules/actor.ts'
import { findManagedUser, findUser } from './find-user.ts'
import { firstRights } from './first-rights.ts'
import { showUser } from './show-user.ts'
import { sourcesInSight, usersInSight } from './users-in-sight.ts'
import type { RightsFilter } from './users-in-sight.ts'

/** A change of accounts, decided on the rights of one moment. */
interface Decision {
  /** Commits only while these rights still stand; otherwise everything is decided anew. */
  commit: AccountCommit
  /** The account, if the caller may change it; throws otherwise. */
  findManaged(userId: string): Promise<AccountView>
  /** What a new account is to hold; throws unless the caller may give all of it. */
  firstRights(asked: Omit<Parameters<typeof firstRights>[1], 'atMs'>): ReturnType<typeof firstRights>
  /** At the end of a write that disables somebody: throws when nobody is left who may do everything. */
  keepAnAdmin(tx: AnyTx): Promise<void>
}

/** What the administration of accounts asks of the rights: who may see and change whom, and what to show of it. */
export function createUserRights(deps: Pick<UseCaseDeps, 'store' | 'accounts' | 'narrowing' | 'nowMs'>) {
  const { accounts, nowMs } = deps
  return {
    async seenBy(caller: Caller) {
      const model = await loadModel(deps)
      const actor = actorOf(model, caller)
      return {
        /** The ids to look among; undefined: all accounts. */
        among: (filter: RightsFilter) => usersInSight(model, actor, filter),
        /** The account; one out of sight is as missing as one that is not there. */
        find: (userId: string) => findUser(accounts(), { model, actor }, userId),
        show: (account: AccountView) => showUser(model, actor, account),
        sourcesOf: (userId: string) => sourcesInSight(model, actor, userId),
      }
    },
    administer: <T>(
      ctx: Pick<CallContext, 'caller' | 'commit'>,
      decide: (decision: Decision) => Promise<T>,
    ): Promise<T> =>
      administer(deps, ctx, ({ model, actor, commit }) =>
        decide({
          commit,
          findManaged: (userId) =>
            findManagedUser(accounts(), { model, actor }, { userId, permission: editUser }),
          firstRights: (asked) => firstRights({ model, actor }, { ...asked, atMs: nowMs() }),
          keepAnAdmin: (tx) => keepAnAdmin(tx, accounts()),
        }),
      ),
  }
}

export type UserRights = ReturnType<typeof createUserRights>
