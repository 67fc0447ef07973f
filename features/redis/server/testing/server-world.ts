import { AppError } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, everything, fixedScope } from '@qd/server-kit/testing'
import { redisErrors, redisResource } from '../../contract/index.ts'
import { CommandLog } from '../guard/command-log.ts'
import type { Databases } from '../guard/databases.ts'
import { GuardedDatabase } from '../guard/guarded-database.ts'
import type { RedisLink } from '../link/redis-link.ts'
import { ScanBudgets } from '../scan/scan-budget.ts'
import { serveServerPages } from '../server/serve-server-pages.ts'
import { startLive } from './live-page.ts'

const texts = new URL('../../contract/locales/', import.meta.url)
const log = new CommandLog(
  { publish: async () => undefined, subscribe: () => () => undefined },
  () => undefined,
)
export const admin = aCaller('admin', [everything])

/** Somebody with these permissions of Redis, maybe for some keys alone. */
export function holder(codes: readonly string[], pattern?: string): Caller {
  const grant = { scope: '*', environment: '*' as const, codes: codes.map((code) => `redis.redis.${code}`) }
  const resource = pattern === undefined ? {} : { resource: { kind: 'redis', pattern } }
  return aCaller(`${codes.join()} ${pattern ?? ''}`, [{ ...grant, ...resource }])
}

/** The pages of the server behind the real guard, on links by the id of their connection; `readOnly` closes all of them. */
export async function serverWorld(links: Record<string, RedisLink>) {
  const world = { readOnly: false }
  const databases: Databases = {
    async of(asking, { lineId, connectionId }) {
      const link = links[connectionId]
      if (link === undefined) throw new AppError(redisErrors.redis_connection_not_found)
      const connection = {
        id: connectionId,
        lineId,
        name: connectionId,
        mode: link.isCluster ? ('cluster' as const) : ('standalone' as const),
        readOnly: world.readOnly,
        separators: [':'],
        scanBudget: 100_000,
        timeoutMs: 5_000,
        isCluster: link.isCluster,
        isClusterNode: link.isClusterNode,
        version: link.version,
      }
      return new GuardedDatabase({ asking, connection, link, log })
    },
  }
  const callers = new Map<string, Caller>()
  const { routes, channels } = serveServerPages({
    databases,
    budgets: new ScanBudgets(),
    session: { current: async (id) => callers.get(id) ?? null },
    say: (error) => error.def.code,
  })
  const app = createTestApp({
    features: [{ name: 'redis', texts, routes, channels, resources: [redisResource] }],
    scope: fixedScope([aServer({ sId: 1, lineId: 'lantern-dev', environment: 'dev' })]),
  })
  const live = await startLive(channels, texts)
  const at = (connectionId: string) => ({ lineId: 'lantern-dev', connectionId, db: 0 })
  return {
    world,
    app,
    /** What a call answers; rejects with status and code of a refusal. */
    async ask<T>(path: string, body: object, { on = 'one', as = admin } = {}): Promise<T> {
      const answer = await app.as(as).post<T>(`/adjust/redis/server/${path}`, { ...at(on), ...body })
      if (answer.http !== 200) throw new Error(`${answer.http} ${answer.body.err?.code}`)
      return answer.body.data
    },
    open(channel: string, open: object, { on = 'one', as = admin } = {}) {
      callers.set(as.sessionId, as)
      return live.open(as, channel, { ...at(on), ...open })
    },
    async stop() {
      live.stop()
      await app.close()
    },
  }
}
