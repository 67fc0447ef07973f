import { AppError } from '@qd/contract-kit'
import { errorText, loadTexts } from '@qd/server-kit'
import type { Caller, SessionPort } from '@qd/server-kit'
import { aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { redisErrors, redisResource } from '../../contract/index.ts'
import type { ConnectionConfig } from '../../contract/index.ts'
import { CommandLog } from '../guard/command-log.ts'
import { GuardedDatabase } from '../guard/guarded-database.ts'
import { DatabasePool } from '../link/pool/database-pool.ts'
import type { GuardLink, PoolLimits } from '../link/pool/database-pool.ts'
import type { FoundConnection } from '../link/pool/pool-entry.ts'
import { serveLinks } from '../link/pool/serve-links.ts'
import type { LinkSecrets } from '../link/redis-link.ts'
import { testConfig, testDialer } from './link-config.ts'

export const LINE = 'northwind-test'
const TEXTS = new URL('../../contract/locales/', import.meta.url)

const log = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)
const guard: GuardLink = (asking, connection, link) => new GuardedDatabase({ asking, connection, link, log })

/** A pool behind its routes, with connections, sessions and rights that a test changes; `main` leads to the port. */
export function poolWorld(port: number, limits: Partial<PoolLimits> = {}) {
  const stored = new Map<string, FoundConnection>()
  const changes = new Set<(id: string | null) => void>()
  const ends = new Map<string, Set<() => void>>()
  const rights = new Map<string, Set<() => void>>()
  const callers = new Map<string, Caller>()
  let finding: Promise<void> | null = null
  const listen = (to: Map<string, Set<() => void>>, id: string, listener: () => void) => {
    to.set(id, (to.get(id) ?? new Set()).add(listener))
    return () => void to.get(id)?.delete(listener)
  }
  const session: SessionPort = {
    authenticate: (token) => callers.get(token) ?? null,
    endReason: async () => null,
    redeemTicket: async () => null,
    onEnded: (id, listener) => listen(ends, id, () => listener('logout')),
    onRightsChanged: (id, listener) => listen(rights, id, listener),
    current: async (id) => [...callers.values()].find(({ sessionId }) => sessionId === id) ?? null,
  }
  const link = { dialer: testDialer(), pauseMs: () => 20 }
  const pool = new DatabasePool({
    connections: {
      async findConnection(lineId, id) {
        const found = stored.get(id)
        await finding
        if (found?.lineId !== lineId) throw new AppError(redisErrors.redis_connection_not_found)
        return found
      },
      whenChanged(listener) {
        changes.add(listener)
        return () => void changes.delete(listener)
      },
    },
    session,
    guard,
    link,
    limits,
  })
  const texts = loadTexts([TEXTS])
  const routes = serveLinks({
    pool,
    isConnection: async (lineId, id) => stored.get(id)?.lineId === lineId,
    link,
    asGiven: async ({ config, secrets }) => ({ config, secrets }),
    say: (error, lang) => errorText(error, texts, lang),
  })
  const app = createTestApp({
    features: [{ name: 'redis', resources: [redisResource], texts: TEXTS, routes }],
    session,
    scope: fixedScope([aServer()]),
  })
  const save = (id: string, config: ConnectionConfig, secrets: LinkSecrets = { password: 'right-pass' }) => {
    const revision = (stored.get(id)?.revision ?? 0) + 1
    stored.set(id, { id, lineId: LINE, revision, config, secrets })
    for (const listener of changes) listener(id)
  }
  save('main', testConfig({ port, name: 'main' }))
  const as = (caller: Caller) => {
    callers.set(caller.username, caller)
    const speaker = app.withToken(caller.username)
    const post = (path: string, body: object) =>
      speaker.post<never>(`/adjust/redis/connection/${path}`, { lineId: LINE, ...body })
    return {
      open: (db = 0, of: object = {}) => post('open', { connectionId: 'main', db, ...of }),
      close: () => post('close', { connectionId: 'main' }),
      test: (config: ConnectionConfig, secrets: object = {}) => post('test', { config, secrets }),
      database: (db = 0) =>
        pool.of({ caller, place: { lineId: LINE } as never }, { lineId: LINE, connectionId: 'main', db }),
    }
  }
  const tell = (to: Map<string, Set<() => void>>, id: string) => {
    for (const listener of to.get(id) ?? []) listener()
  }
  return {
    pool,
    async stop() {
      pool.stop()
      await app.close()
    },
    save,
    /** Connections are read and not told until what it answers is called. */
    holdFinding() {
      const held = Promise.withResolvers<void>()
      finding = held.promise
      return () => {
        finding = null
        held.resolve()
      }
    },
    as,
    callers,
    anonymous: app.anonymous,
    remove: (id: string) => stored.delete(id) && [...changes].forEach((listener) => listener(id)),
    endSession: ({ sessionId }: Caller) => tell(ends, sessionId),
    changeRights: ({ userId }: Caller) => tell(rights, userId),
  }
}
