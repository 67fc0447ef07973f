import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { parseUId } from '@qd/game-id'
import { callerHolds, inTurns, JobPause } from '@qd/server-kit'
import type { CallContext, ChunkOutcome, JobRow, JobRun, RowOutcome } from '@qd/server-kit'
import { customFunctionErrors, functionJob } from '../../contract/index.ts'
import type { FunctionRef, runFunctionOnList } from '../../contract/index.ts'
import type { FunctionPorts, RunContext } from '../function-ports.ts'
import { serverOf } from '../place.ts'
import { contextOf } from './run-context.ts'
import { runOnce } from './run-once.ts'
import type { OnceAnswer } from './run-once.ts'
import { checkedParams, findRunnable } from './runnable.ts'
import type { Runnable } from './runnable.ts'

interface Params {
  function: FunctionRef
  params: Record<string, unknown>
}

const FOREIGN_TOLD = 100

/** Canonical digits of the players, each once; throws `function_players_foreign` where some are not of this server. */
function* playersOf(ctx: CallContext, uIds: readonly string[]): Generator<undefined, string[]> {
  const { platform, sId } = serverOf(ctx)
  const found = new Set<string>()
  const foreign: string[] = []
  for (const text of uIds) {
    yield
    const parsed = parseUId(text)
    if (parsed.ok && parsed.platform === platform && parsed.sId === sId) found.add(parsed.uId)
    else foreign.push(text)
  }
  const [first] = foreign
  if (first !== undefined) {
    throw new AppError(customFunctionErrors.function_players_foreign, {
      field: 'uIds',
      params: { number: foreign.length, uId: first },
      details: { uIds: foreign.slice(0, FOREIGN_TOLD) },
    })
  }
  return [...found]
}

export async function handleRunOnList(
  ports: FunctionPorts,
  { body }: RouteInput<typeof runFunctionOnList>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof runFunctionOnList>> {
  const runnable = await findRunnable(ports, ctx, body.function)
  if (!runnable.needsPlayer)
    throw new AppError(customFunctionErrors.function_needs_no_player, { field: 'function' })
  const players = await inTurns(playersOf(ctx, body.uIds))
  const onFirst = { ...contextOf(ctx), place: { ...ctx.place, uId: players[0]! } }
  checkedParams(onFirst, runnable, body.params)
  const started = await ports.jobs.start(ctx, {
    job: functionJob,
    params: { function: body.function, params: body.params },
    rows: players.map((uId) => ({ key: uId, input: {} })),
    name: runnable.title,
    reason: body.reason,
    idempotencyKey: body.idempotencyKey,
  })
  return { ...started, players: players.length }
}

function rowContext(run: JobRun<Params>, uId: string): RunContext {
  const { caller, requestId, lang, signal } = run
  const place = { ...run.place, uId }
  return {
    caller,
    requestId,
    lang,
    place,
    signal,
    text: run.text,
    holds: (permission) => callerHolds(caller, permission, place),
  }
}

/** What makes going on with further players pointless. */
const SERVER_AWAY = new Set([coreErrors.upstream_down.code])

function outcomeOf({ status, steps }: OnceAnswer): RowOutcome {
  if (status === 'done') {
    const isIdle = steps.every(
      (step) => step.status === 'skipped' || step.status === 'stopped' || step.kind === 'read',
    )
    return { status: isIdle ? 'skipped' : 'done' }
  }
  const last = steps.at(-1)
  const { code = '', msg = '', step = 0 } = last ?? {}
  if (SERVER_AWAY.has(code)) throw new JobPause('server_down', msg)
  return { status: status === 'failed' ? 'failed' : 'unknown', code, msg, field: `steps.${step}` }
}

async function runRow(
  ports: FunctionPorts,
  run: JobRun<Params>,
  row: JobRow,
  runnable: Runnable,
): Promise<RowOutcome> {
  const ctx = rowContext(run, row.key)
  const params = checkedParams(ctx, runnable, run.params.params)
  const answer = await runOnce(ports, ctx, {
    runnable,
    params,
    reason: run.reason,
    key: row.effectKey,
    jobId: run.jobId,
    waitsOut: SERVER_AWAY,
    plan: async () => null,
  })
  return outcomeOf(answer)
}

/** Works on players one after the other, in the owner's name with the rights he has now. */
export async function runFunctionChunk(
  ports: FunctionPorts,
  rows: readonly JobRow[],
  run: JobRun<Params>,
): Promise<ChunkOutcome> {
  const first = rows[0]
  if (first === undefined) return { outcomes: [] }
  const runnable = await findRunnable(ports, rowContext(run, first.key), run.params.function)
  const outcomes: RowOutcome[] = []
  for (const row of rows) {
    run.signal.throwIfAborted()
    outcomes.push(await runRow(ports, run, row, runnable))
  }
  return { outcomes }
}
