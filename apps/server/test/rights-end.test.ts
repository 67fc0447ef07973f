import { accessMigrations, createAccessFeature } from '@qd/access/server'
import { createTestApp, recordingAudit } from '@qd/server-kit/testing'
import { createSessionFeature, sessionMigrations } from '@qd/session/server'
import type { LoginReply, UserInfo } from '@qd/session/contract'
import { describeOnBothDatabases } from '@qd/store/testing'
import type { AnyTx, Store } from '@qd/store'
import { expect, test } from 'vitest'

const HOUR_MS = 3_600_000
const START = 1_800_000_000_000
const PASSWORD = 'long enough for anybody'

/** Sessions over the real rights: one node. */
function openNode(store: Store<never>, clock: { nowMs: number }) {
  const nowMs = () => clock.nowMs
  const access = createAccessFeature({
    store: store.as(),
    audit: recordingAudit(store),
    usage: { seen: () => new Set(), lastUses: async () => [] },
    accounts: () => session.accounts,
    previews: () => session.previews,
    catalogue: () => [],
    resources: () => [],
    titleOf: (_language, permission) => permission,
    nowMs,
  })
  const session = createSessionFeature({
    store: store.as(),
    audit: recordingAudit(store),
    access: access.access,
    secretBox: { isOpen: true, digest: (text) => text, seal: (text) => text, open: (text) => text },
    catalogue: () => [],
    loginGet: false,
    passwordMin: 6,
    nowMs,
    notifications: { tell: async () => {} },
    hashCost: { memoryKib: 64, passes: 1 },
  })
  const { app } = createTestApp({ features: [session, access], session: session.session, store })
  const ask = async <T>(method: 'GET' | 'POST', url: string, token = '', body?: object) => {
    const headers = { token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const answer = await app.inject({ method, url, headers, ...(body && { payload: JSON.stringify(body) }) })
    return answer.json<{ data: T }>().data
  }
  return { access, session, ask, close: async () => (await app.close(), await session.stop()) }
}

describeOnBothDatabases('rights that end', [...accessMigrations, ...sessionMigrations], (open) => {
  test('[T27] a right ends in sessions that live, and for work in their name, on every node', async () => {
    const store = await open<never>()
    const clock = { nowMs: START }
    const [node, other] = [openNode(store, clock), openNode(store, clock)]
    await node.access.access.ensureBuiltInRoles([])
    const commit = <T>(change: (tx: AnyTx) => Promise<T>) => store.write(change)
    const lin = { username: 'lin', name: 'lin', password: PASSWORD, grants: [] }
    const userId = await node.session.administration.createUser(commit, lin)
    const boss = {
      ...lin,
      username: 'boss',
      grants: [{ role: 'ROLE_ADMIN', scope: '*', environment: '*' as const }],
    }
    await node.session.administration.createUser(commit, boss)
    const signIn = async (username: string, at = node) => {
      const given = { username, password: PASSWORD }
      return (await at.ask<LoginReply>('POST', '/api/auth/login', '', given)).token
    }
    const until = START + HOUR_MS
    const give = [{ role: 'ROLE_ADMIN', scope: '*', environment: '*', until }]
    await node.ask('POST', '/platform/user/grants', await signIn('boss'), { userId, give, take: [] })
    const tokens = [await signIn('lin'), await signIn('lin', other)]
    const rolesOn = async (at: typeof node, token: string) =>
      (await at.ask<UserInfo>('GET', '/adjust/userInfo', token)).roles
    const seen = async () => [
      await rolesOn(node, tokens[0]!),
      await rolesOn(other, tokens[0]!),
      await rolesOn(other, tokens[1]!),
      (await other.session.callers.of(userId))?.roles,
    ]
    // What both nodes then remember is seconds old when the right ends.
    clock.nowMs = until - 1
    expect(await seen()).toEqual([['ROLE_ADMIN'], ['ROLE_ADMIN'], ['ROLE_ADMIN'], ['ROLE_ADMIN']])
    clock.nowMs = until
    expect(await seen()).toEqual([[], [], [], []])
    // An open page hears of it when what is over is taken away, whichever node does that.
    let heard = 0
    node.session.session.onRightsChanged(userId, () => heard++)
    for (const { run } of other.access.cleanUps ?? []) await run()
    await expect.poll(() => heard).toBe(1)
    await Promise.all([node.close(), other.close()])
  })
})
