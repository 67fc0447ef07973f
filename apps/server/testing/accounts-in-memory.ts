import type { AnyTx } from '@qd/store'
import type { AccountState, AccountView } from '@qd/session/contract'
import type { AccountsPort } from '@qd/accounts/server'

/** Accounts as the session feature would keep them; ids are `id-<username>`. */
export function accountsInMemory(usernames: readonly string[]) {
  const known = new Map<string, AccountView>()
  const add = (username: string, state: AccountState = 'active') => {
    const account: AccountView = {
      id: `id-${username}`,
      username,
      name: username.toUpperCase(),
      department: '',
      state,
      hasSecondFactor: false,
      mustUseSecondFactor: false,
      isExternal: false,
      link: state === 'invited' ? 'open' : 'none',
      createdAt: 1,
      lastLoginAt: null,
      personId: `person-${username}`,
    }
    known.set(account.id, account)
    return account.id
  }
  for (const username of usernames) add(username)
  const change = (userId: string, values: Partial<AccountView>) => {
    const account = known.get(userId)
    if (account !== undefined) known.set(userId, { ...account, ...values })
  }
  const nothing = async (tx: AnyTx) => void tx
  const link = { path: '/#/invitation?code=once', expiresAt: 2 }
  const port: AccountsPort = {
    async list({ search = '', state, ids, page, pageSize }) {
      const found = [...known.values()].filter(
        (account) =>
          account.username.includes(search) &&
          (state === undefined || account.state === state) &&
          (ids === undefined || ids.includes(account.id)),
      )
      return { list: found.slice((page - 1) * pageSize, page * pageSize), total: found.length }
    },
    find: async (userId) => known.get(userId) ?? null,
    activeAmong: async (_tx, userIds) => userIds.filter((userId) => known.get(userId)?.state === 'active'),
    invite: (commit, user, also) =>
      commit(async (tx) => {
        const userId = add(user.username, 'invited')
        await also(tx, userId)
        return { userId, ...link }
      }),
    renewLink: async (commit, userId) => {
      await commit(nothing)
      change(userId, { link: 'open' })
      return link
    },
    async voidLinks(_tx, userIds) {
      const open = [...known.values()].filter(({ id, link }) => userIds.includes(id) && link === 'open')
      for (const { id } of open) change(id, { link: 'void' })
      return open.map(({ username }) => username)
    },
    async update(commit, userId, values) {
      await commit(nothing)
      change(userId, values)
    },
    async setDisabled(commit, userId, isDisabled) {
      const before = known.get(userId)
      try {
        await commit(async () => change(userId, { state: isDisabled ? 'disabled' : 'active' }))
      } catch (error) {
        // What the store would roll back.
        if (before !== undefined) known.set(userId, before)
        throw error
      }
    },
    dropSecondFactor: (commit) => commit(nothing),
    endSessions: (commit) => commit(nothing),
    async othersOf(userId) {
      const person = known.get(userId)?.personId
      return [...known.values()].filter(({ id, personId }) => id !== userId && personId === person)
    },
    async tie(commit, userId, otherId) {
      await commit(nothing)
      change(userId, { personId: known.get(otherId)?.personId ?? otherId })
    },
    async untie(commit, userId) {
      await commit(nothing)
      change(userId, { personId: `alone-${userId}` })
    },
  }
  return port
}
