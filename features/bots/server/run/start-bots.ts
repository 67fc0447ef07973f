import { AppError, scopePath } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { fromGame } from '@qd/server-kit'
import type { FrameDescriptor } from '@qd/game-frame'
import type { CallContext, StartContext } from '@qd/server-kit'
import { checkScenario } from '@qd/scenario'
import type { Json, Scenario } from '@qd/scenario'
import type { Kysely } from 'kysely'
import { botsErrors, botsJob } from '../../contract/index.ts'
import type { startBots, startBotsOnRecord } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bots-deps.ts'
import type { BotsTables } from '../bots-tables.ts'
import { environmentOf, forgetOver, lockedClients } from './may-play.ts'
import { refuseFault } from '../scenarios/fault-text.ts'
import { checkAgainstGame, hashOf, readScenario, refuseForeign } from './read-order.ts'
import type { GameMessages } from './read-order.ts'

type Order = Omit<RouteInput<typeof startBotsOnRecord>['body'], 'lineId' | 'record'>
type Find = (name: string) => Promise<Scenario | null>

/** Values a caller gives are of the same kind as those of a scenario. */
function readEnv(ctx: CallContext, env: Record<string, unknown> = {}): Record<string, Json> {
  const checked = checkScenario({ version: 1, name: '', vars: env, steps: [] })
  if (checked.ok) return checked.scenario.vars
  return refuseFault(ctx, checked.faults, 'env')
}

/** The context of a start that keeps the run in the transaction of its job. */
function keeping(
  ctx: CallContext,
  keep: (tx: Kysely<BotsTables>, jobId: string) => Promise<void>,
): StartContext {
  return {
    caller: ctx.caller,
    place: ctx.place,
    lang: ctx.lang,
    requestId: ctx.requestId,
    text: (key, params) => ctx.text(key, params),
    note: (detail) => ctx.note(detail),
    commit: <DB, T>(change: (tx: Kysely<DB>) => Promise<T>) =>
      ctx.commit<DB, T>(async (tx) => {
        const started = await change(tx)
        const { jobId, replayed } = started as { jobId: string; replayed: boolean }
        if (!replayed) await keep(tx as unknown as Kysely<BotsTables>, jobId)
        return started
      }),
  }
}

/** The game that is played: a server of the catalogue, or a record. */
interface Game {
  key: string
  sId: number
  record: string
  recordId?: string
  proto: GameMessages
  format: FrameDescriptor['body']
}

/** Starts a run of bots on a server; refused with the step that is wrong before anything is kept. */
export async function startRun(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof startBots>,
  ctx: CallContext,
  find: Find,
): Promise<RouteReplyGiven<typeof startBots>> {
  const { server } = ctx.place
  if (server === undefined) throw new Error('the route asks for a server')
  const { sId } = server
  const gameOf = async (): Promise<Game> => {
    const { proto, target } = await deps.reach.reach(server)
    const definition = await fromGame(proto.read(target, { signal: ctx.signal }))
    return { key: `S${sId}`, sId, record: '', proto: definition, format: target.codec.body }
  }
  return startOn(deps, { body, find, gameOf }, ctx)
}

/** Starts a run of bots on a game known by its frames and messages alone. */
export async function startRunOnRecord(
  deps: UseCaseDeps,
  { body: { lineId: _lineId, record, ...order } }: RouteInput<typeof startBotsOnRecord>,
  ctx: CallContext,
  find: Find,
): Promise<RouteReplyGiven<typeof startBots>> {
  const gameOf = async (): Promise<Game> => {
    const found = await deps.records(ctx.caller, ctx.place, record)
    const { recordId, name, nested, layout } = found
    return {
      key: name,
      sId: 0,
      record: name,
      recordId,
      proto: { nested, cmds: found.cmds },
      format: layout.body,
    }
  }
  return startOn(deps, { body: order, find, gameOf }, ctx)
}

interface Asked {
  body: Order
  find: Find
  gameOf(): Promise<Game>
}

async function startOn(
  deps: UseCaseDeps,
  { body, find, gameOf }: Asked,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof startBots>> {
  const { place, caller } = ctx
  const scenario = await readScenario(body.scenario, find, ctx)
  const env = readEnv(ctx, body.env)
  const game = await gameOf()
  checkAgainstGame(scenario, game.proto, game.format, ctx)
  if (game.recordId === undefined) refuseForeign(scenario, game.proto, ctx)
  const environment = environmentOf(place)
  const { clients } = body.load
  const most = deps.most[environment]
  await forgetOver(deps, environment)
  const hash = hashOf(scenario, env)
  ctx.note({ hash, scenario: scenario.name, clients, server: game.sId, record: game.record })
  const row = {
    title: scenario.name,
    hash,
    scenario: JSON.stringify(scenario),
    load: JSON.stringify(body.load),
    scope: scopePath(place),
    s_id: game.sId,
    record: game.record,
    line_id: place.lineId ?? '',
    environment,
    clients,
    owner_id: caller.userId,
    owner: caller.username,
    compare_to: body.compareTo ?? '',
    started_at: deps.nowMs(),
    begun_at: null,
    ended_at: null,
    ended: null,
    report: null,
  }
  const context = keeping(ctx, async (tx, jobId) => {
    const running = await lockedClients(tx, { environment, jobId })
    if (running + clients > most)
      throw new AppError(botsErrors.bots_over_limit, { field: 'load.clients', params: { most, running } })
    await tx
      .insertInto('bots_run')
      .values({ job_id: jobId, ...row })
      .execute()
  })
  const started = await deps.jobs.start(context, {
    job: botsJob,
    params: {
      scenario,
      hash,
      env,
      load: body.load,
      compareTo: body.compareTo ?? '',
      ...(game.recordId === undefined ? {} : { recordId: game.recordId }),
    },
    rows: [{ key: game.key, input: null }],
    title: scenario.name === '' ? { key: 'bots.untitled', params: {} } : scenario.name,
    reason: body.reason,
    idempotencyKey: body.idempotencyKey,
    stopAtFailedPercent: 100,
  })
  return { ...started, hash }
}
