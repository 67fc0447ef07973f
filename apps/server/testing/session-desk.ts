import { createAccountsFeature } from '@qd/accounts/server'
import type { Envelope, Grant, PermissionTriple } from '@qd/contract-kit'
import { createDefaultGate } from '@qd/server-kit'
import type { AuditPort, Notice } from '@qd/server-kit'
import { createTestApp, recordingAudit } from '@qd/server-kit/testing'
import { publishWith } from '@qd/store'
import type { AnyTx, Store } from '@qd/store'
import type { LoginReply } from '@qd/session/contract'
import { createSessionFeature } from '@qd/session/server'
import type { AccessPort, RoleAssignment, SessionDeps, SessionTables } from '@qd/session/server'
import { neverAsked } from './never-asked.ts'

/** Stands for a body without the field. */
export const MISSING = Symbol('missing')
export const PASSWORD = 'long enough for anybody'

export const CATALOGUE: PermissionTriple[] = [
  { routerName: 'index', code: 'data.read', type: 'button' },
  { routerName: 'index', code: 'data.edit', type: 'button' },
  { routerName: 'index', code: 'data.edit', type: 'button' },
  { routerName: 'mock', code: 'simulator.hash', type: 'button' },
]

const CODES: Record<string, readonly string[]> = {
  ROLE_ADMIN: ['*'],
  editor: ['index.data.read', 'index.data.edit'],
  reader: ['index.data.read'],
}

/** Roles in memory, shared by the nodes of a test as the database would be; its messages travel by the store. */
export function accessInMemory() {
  const held = new Map<string, readonly RoleAssignment[]>()
  const groups = new Map<string, readonly string[]>()
  const inviters = new Map<string, string>()
  const slow: { until?: Promise<void> } = {}
  const on = (store: Store<SessionTables>): AccessPort => {
    return {
      async rightsOf(userId) {
        await slow.until
        const grants = held.get(userId) ?? []
        return {
          roles: grants.map(({ role }) => role),
          grants: grants.map(({ role, ...place }): Grant => ({ ...place, codes: CODES[role] ?? [] })),
          groups: [],
          endsAt: null,
        }
      },
      async assignRoles(_tx, userId, grants) {
        held.set(userId, grants)
      },
      announceChange: (tx, userId) => publishWith(tx, 'access.changed', userId),
      onChange: (listener) => store.broadcast.subscribe('access.changed', listener),
      inviterOf: async (_tx, userId) => inviters.get(userId) ?? null,
      ensureGroup: async () => 'group',
      joinGroup: async () => {},
      async syncExternalGroups(_tx, userId, names) {
        groups.set(userId, names)
      },
    }
  }
  return { on, slow, groups, inviters }
}

interface DeskOptions extends Partial<
  Pick<SessionDeps, 'loginGet' | 'passwordMin' | 'requiresSecondFactor' | 'oidc' | 'publicUrl'>
> {
  access?: ReturnType<typeof accessInMemory>
  audit?: AuditPort
  clock?: { nowMs: number }
}

interface Ask {
  token?: string
  address?: string
  headers?: Record<string, string>
}

/** One console node on the store, spoken to over its real routes. */
export function openDesk(store: Store<SessionTables>, options: DeskOptions = {}) {
  const clock = options.clock ?? { nowMs: 1_800_000_000_000 }
  const recorded = recordingAudit(store as unknown as Store<never>)
  const told: { notice: Notice; to: readonly string[] | 'holders' }[] = []
  const feature = createSessionFeature({
    store,
    audit: options.audit ?? recorded,
    access: (options.access ?? accessInMemory()).on(store),
    secretBox: {
      isOpen: true,
      digest: (plain) => `hmac:${plain.length}`,
      seal: (plain, place) => `sealed ${place} ${Buffer.from(plain).toString('base64')}`,
      open: (sealed, place) => {
        if (!sealed.startsWith(`sealed ${place} `)) throw new Error('opened elsewhere')
        return Buffer.from(sealed.slice(`sealed ${place} `.length), 'base64').toString()
      },
    },
    notifications: { tell: async (_tx, notice, to) => void told.push({ notice, to }) },
    catalogue: () => CATALOGUE,
    loginGet: options.loginGet ?? false,
    passwordMin: options.passwordMin ?? 12,
    requiresSecondFactor: options.requiresSecondFactor ?? false,
    oidc: options.oidc,
    publicUrl: options.publicUrl,
    nowMs: () => clock.nowMs,
    hashCost: { memoryKib: 64, passes: 1 },
  })
  const { app } = createTestApp({
    features: [
      feature,
      createAccountsFeature({
        accounts: feature.accounts,
        rights: neverAsked('rights'),
        own: feature.ownAccount,
        mail: null,
      }),
    ],
    session: feature.session,
    gate: createDefaultGate(feature.stepUp, () => clock.nowMs),
    audit: options.audit ?? recorded,
  })
  const commit = <T>(change: (tx: AnyTx) => Promise<T>) => store.write(change)
  const ask = async <T = unknown>(
    method: 'GET' | 'POST',
    url: string,
    { token, address, headers }: Ask,
    body?: unknown,
  ) => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress: address ?? '127.0.0.1',
      headers: {
        ...(token === undefined ? {} : { token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return {
      http: answer.statusCode,
      headers: answer.headers,
      raw: answer.body,
      ...answer.json<Envelope<T>>(),
    }
  }
  const get = <T = unknown>(url: string, from: Ask = {}) => ask<T>('GET', url, from)
  const post = <T = unknown>(url: string, body: unknown = {}, from: Ask = {}) =>
    ask<T>('POST', url, from, body)
  /** Sends a call that wants a step-up proof, gives what was typed for it, and sends it again. */
  const proven = async <A extends { err?: { details?: unknown } | undefined }>(
    token: string,
    typed: { code: string } | { password: string },
    send: () => Promise<A>,
  ): Promise<A> => {
    const details = (await send()).err?.details as { stepUp?: { action: string } } | undefined
    const action = details?.stepUp?.action ?? ''
    const given = await post('/api/auth/step-up', { action, ...typed }, { token })
    if (given.http !== 200) throw new Error(`step-up: ${given.raw}`)
    return send()
  }
  const logIn = (username: string, password: unknown = PASSWORD, from: Ask = {}) =>
    post<LoginReply>('/api/auth/login', password === MISSING ? { username } : { username, password }, from)
  return {
    app,
    feature,
    clock,
    told,
    audits: recorded.rows,
    commit,
    get,
    post,
    proven,
    logIn,
    addUser: (username: string, grants: readonly RoleAssignment[] = []) =>
      feature.administration.createUser(commit, { username, name: username, password: PASSWORD, grants }),
    /** As an administrator and the user do it: a link, then a new password. */
    async resetPassword(userId: string, password: string) {
      const { path } = await feature.accounts.renewLink(commit, userId)
      const answer = await post('/api/auth/invitation', { code: path.split('code=')[1], password })
      if (answer.http !== 200) throw new Error(`reset: ${answer.raw}`)
    },
    /** Logs in and gives the token. */
    async tokenOf(username: string, password = PASSWORD, from: Ask = {}) {
      const answer = await logIn(username, password, from)
      if (answer.http !== 200) throw new Error(`login: ${answer.raw}`)
      return answer.data.token
    },
    async isSignedIn(token: string) {
      return (await get('/adjust/userInfo', { token })).http === 200
    },
    async close() {
      await app.close()
      await feature.stop()
    },
  }
}
