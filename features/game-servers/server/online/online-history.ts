import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { callerReaches, createKeptAnswers } from '@qd/server-kit'
import type { CallContext, CatalogueServer, ServerRecord } from '@qd/server-kit'
import { sql } from 'kysely'
import type { onlineHistory as route } from '../../contract/index.ts'
import type { UseCaseDeps } from '../game-servers-deps.ts'
import { MINUTE_MS, minuteOf } from './keep-online.ts'

const DAY_MINUTES = 1_440
/** Of a list, where a day has some ninety points of width, and of one server beside the day before. */
const IN_LISTS = { minutes: DAY_MINUTES, step: 15 }
const OF_ONE = { minutes: 2 * DAY_MINUTES, step: 5 }
/** The last point of a list is a quarter of an hour that still goes on: a minute more or less is not seen. */
const LIST_FRESH_MS = MINUTE_MS
const KEYS_A_READ = 500

export function placeOf({ game, operator, lineId, sId, environment }: CatalogueServer) {
  return { game, operator, lineId, sId, environment }
}

/** Servers that are switched on and that the caller reaches, of the place asked for. */
export function serversAt(deps: UseCaseDeps, ctx: CallContext): ServerRecord[] {
  const { game, operator, lineId, sId } = ctx.place
  return deps.catalogue
    .current()
    .servers.filter(
      (server) =>
        server.game === game &&
        (operator === undefined || server.operator === operator) &&
        (lineId === undefined || server.lineId === lineId) &&
        (sId === undefined || server.sId === sId) &&
        callerReaches(ctx.caller, placeOf(server)),
    )
}

/** Mean values of steps by server; what nobody knows anything of is null. */
interface Curves {
  /** The first step, in steps since 1970. */
  from: number
  byKey: ReadonlyMap<string, (number | null)[]>
}

interface Span {
  minutes: number
  step: number
}

/** The curves of these servers, by the index of their minutes. */
async function readCurves(
  { store, nowMs }: UseCaseDeps,
  keys: readonly string[],
  { minutes, step }: Span,
): Promise<Curves> {
  // The present step is the last one.
  const end = Math.floor(minuteOf(nowMs()) / step) + 1
  const steps = minutes / step
  const from = end - steps
  const byKey = new Map<string, (number | null)[]>()
  for (let at = 0; at < keys.length; at += KEYS_A_READ) {
    const rows = await store.read
      .selectFrom('game_server_online')
      .select((eb) => [
        'key',
        sql<number>`minute / ${sql.lit(step)}`.as('at'),
        eb.fn.sum<number>('online').as('sum'),
        eb.fn.countAll<number>().as('count'),
      ])
      .where('key', 'in', keys.slice(at, at + KEYS_A_READ))
      .where('minute', '>=', from * step)
      .where('minute', '<', end * step)
      .groupBy(['key', 'at'])
      .execute()
    for (const row of rows) {
      const points = byKey.get(row.key) ?? Array.from<number | null>({ length: steps }).fill(null)
      points[Number(row.at) - from] = Math.round(Number(row.sum) / Number(row.count))
      byKey.set(row.key, points)
    }
  }
  return { from, byKey }
}

/**
 * Shows players online as one value a step. Lists are read once for all who look at a game, and cut to what each of
 * them reaches.
 */
export function createOnlineHistory(deps: UseCaseDeps) {
  const lists = createKeptAnswers<Curves>({ freshMs: LIST_FRESH_MS, now: deps.nowMs })

  function listOf(game: string): Promise<Curves> {
    const { servers } = deps.catalogue.current()
    const keys = servers.filter((server) => server.game === game).map(({ key }) => key)
    return lists.get(game, () => readCurves(deps, keys, IN_LISTS))
  }

  return async (
    { body }: RouteInput<typeof route>,
    ctx: CallContext,
  ): Promise<RouteReplyGiven<typeof route>> => {
    const servers = serversAt(deps, ctx)
    const span = body.sId === undefined ? IN_LISTS : OF_ONE
    const keys = servers.map(({ key }) => key)
    const isList = body.sId === undefined && keys.length > 0
    const { from, byKey } = isList ? await listOf(servers[0]!.game) : await readCurves(deps, keys, span)
    const unknown = Array.from<null>({ length: span.minutes / span.step }).fill(null)
    return {
      from: from * span.step * MINUTE_MS,
      stepMs: span.step * MINUTE_MS,
      servers: servers.map(({ key, lineId, sId }) => ({ lineId, sId, points: byKey.get(key) ?? unknown })),
    }
  }
}
