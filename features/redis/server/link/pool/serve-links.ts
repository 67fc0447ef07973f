import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import { closeConnection, openConnection, redisErrors, testConnection } from '../../../contract/index.ts'
import type { ConnectionConfig } from '../../../contract/index.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import { reachesRedis, rightsOf } from '../../guard/redis-rights.ts'
import { ServerRefusal } from '../link-errors.ts'
import { listDatabases } from '../list-databases.ts'
import type { LinkOptions } from '../open-link.ts'
import type { LinkSecrets, RedisLink } from '../redis-link.ts'
import { testWay } from '../test-way.ts'
import type { DatabasePool } from './database-pool.ts'

export interface ServeLinksDeps {
  readonly pool: DatabasePool
  /** The connection a form describes, checked as a save checks it, with stored secrets where none are given. */
  asGiven(
    given: RouteInput<typeof testConnection>['body'],
    ctx: CallContext,
  ): Promise<{ config: ConnectionConfig; secrets: LinkSecrets }>
  isConnection(lineId: string, connectionId: string): Promise<boolean>
  readonly link: Omit<LinkOptions, 'db' | 'signal' | 'onStep'>
  /** An error in a language. */
  say(error: AppError, lang: Language): string
}

async function pingMs(link: RedisLink): Promise<number> {
  const startedMs = performance.now()
  await link.send(['PING']).catch((error: unknown) => {
    if (!(error instanceof ServerRefusal)) throw error
  })
  return Math.round((performance.now() - startedMs) * 100) / 100
}

/** Whether the server has the commands of RediSearch, whatever the caller may do with them. */
async function hasSearch(database: RedisDatabase): Promise<boolean> {
  try {
    await database.check(['FT.SEARCH', '', ''])
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.def.code !== redisErrors.redis_command_unknown.code
  }
}

/** Routes of open connections and of the test of one. */
export function serveLinks(deps: ServeLinksDeps): ServedRoute[] {
  const { pool } = deps
  return [
    serve(testConnection, async ({ body }, ctx) => {
      const { config, secrets } = await deps.asGiven(body, ctx)
      return testWay(config, secrets, {
        ...deps.link,
        signal: ctx.signal,
        say: (error) => deps.say(error, ctx.lang),
      })
    }),
    serve(openConnection, async ({ body }, ctx) => {
      const { lineId, connectionId, db, password } = body
      const asking = { caller: ctx.caller, place: ctx.place }
      const { link, config, database } = await pool.open(asking, { lineId, connectionId, db }, password)
      const list = await listDatabases(link)
      // Who may read some keys alone does not learn how many others there are, nor of databases they cannot open.
      const databases = list.databases
        .filter((each) => reachesRedis(asking, [config.name, String(each.db)]))
        .map((each) => {
          const { readable } = rightsOf(asking, database.connection, each.db)
          return readable() === null ? each : { ...each, keys: null }
        })
      return {
        version: link.version,
        mode: config.mode,
        isClusterNode: link.isClusterNode,
        databases,
        isAssumed: list.isAssumed,
        hasSearch: await hasSearch(database),
        ms: await pingMs(link),
      }
    }),
    serve(closeConnection, async ({ body: { lineId, connectionId } }, ctx) => {
      // First: one that was deleted meanwhile may still be open here.
      const wasOpen = pool.isOpen(ctx.caller.sessionId, connectionId)
      pool.close(ctx.caller.sessionId, connectionId)
      if (!wasOpen && !(await deps.isConnection(lineId, connectionId)))
        throw new AppError(redisErrors.redis_connection_not_found, { field: 'connectionId' })
      return {}
    }),
  ]
}
