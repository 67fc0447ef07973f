import { hash } from 'node:crypto'
import { AppError, coreErrors, fieldInvalid, higherRisk } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { parseUId } from '@qd/game-id'
import { callerHolds, inTurns, JobPause, turnClock } from '@qd/server-kit'
import type { CallContext, CatalogueServer, ChunkOutcome, JobRow, JobRun, RowOutcome } from '@qd/server-kit'
import { MAX_PLAYERS_OF_JOB, customFunctionErrors, functionJob } from '../../contract/index.ts'
import type { FunctionRef, runFunctionOnList } from '../../contract/index.ts'
import type { UseCaseDeps, RunContext } from '../function-deps.ts'
import { serverOf } from '../place.ts'
import { functionFacts } from './approval-facts.ts'
import { contextOf } from './run-context.ts'
import { runOnce } from './run-once.ts'
import type { OnceAnswer } from './run-once.ts'
import { checkedParams, findRunnable } from './runnable.ts'
import type { Runnable } from './runnable.ts'
import { worthUnplanned } from './worth-of-run.ts'

interface Params {
  function: FunctionRef
  params: Record<string, unknown>
}

const FOREIGN_TOLD = 100
/** More of what is no uId says no more. */
const SHOWN_CHARS = 40
const TOO_MANY = { text: 'problem.length_max', params: { limit: MAX_PLAYERS_OF_JOB } }

interface Listed {
  /** Canonical digits of the players, each once. */
  found: Set<string>
  foreign: string[]
  foreignCount: number
}

type IsHere = (uId: string) => boolean

/** After a merge a player is where the game found them, whatever their number says. */
function hereBy({ scope }: UseCaseDeps, { key }: CatalogueServer): IsHere {
  return (uId) => {
    const resolution = scope.resolve({ uId })
    const isFound = resolution.kind === 'places' && resolution.missing === undefined
    return isFound && resolution.places.some(({ server }) => server?.key === key)
  }
}

function* sorting(isHere: IsHere, lines: readonly string[], list: Listed) {
  for (const line of lines) {
    yield
    const text = line.trim()
    if (text === '') continue
    const parsed = parseUId(text)
    if (parsed.ok && isHere(parsed.uId)) list.found.add(parsed.uId)
    else if (++list.foreignCount <= FOREIGN_TOLD) list.foreign.push(text.slice(0, SHOWN_CHARS))
    if (list.found.size > MAX_PLAYERS_OF_JOB) throw fieldInvalid('text', TOO_MANY)
  }
}

/** The players of the list a call brings; throws `function_players_foreign` where some are not of its server. */
export async function readPlayers(deps: UseCaseDeps, ctx: CallContext): Promise<string[]> {
  const list: Listed = { found: new Set(), foreign: [], foreignCount: 0 }
  const isHere = hereBy(deps, serverOf(ctx))
  const clock = turnClock()
  for await (const lines of ctx.sent.lines()) await inTurns(sorting(isHere, lines, list), clock)
  const [first] = list.foreign
  if (first !== undefined) {
    throw new AppError(customFunctionErrors.function_players_foreign, {
      field: 'text',
      params: { number: list.foreignCount, uId: first },
      details: { uIds: list.foreign },
    })
  }
  if (list.found.size === 0) throw fieldInvalid('text', { text: 'problem.required' })
  return [...list.found]
}

export async function handleRunOnList(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof runFunctionOnList>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof runFunctionOnList>> {
  const runnable = await findRunnable(deps, ctx, body.function)
  if (!runnable.needsPlayer)
    throw new AppError(customFunctionErrors.function_needs_no_player, { field: 'function' })
  const players = await readPlayers(deps, ctx)
  ctx.note({ players: players.length })
  const onFirst = { ...contextOf(ctx), place: { ...ctx.place, uId: players[0]! } }
  checkedParams(onFirst, runnable, body.params)
  const facts = functionFacts(runnable, {
    at: serverOf(ctx),
    params: body.params,
    players,
    worth: worthUnplanned(runnable),
  })
  // On many it weighs R3 at least, whatever it weighs on one.
  await ctx.approve({ ...facts, risk: higherRisk(facts.risk, 'R3') })
  if (runnable.risk === 'R4') await ctx.askStepUp(hash('sha256', players.join('\n')))
  const started = await deps.jobs.start(ctx, {
    job: functionJob,
    params: { function: body.function, params: body.params },
    rows: players.map((uId) => ({ key: uId, input: {} })),
    title: runnable.name,
    reason: body.reason,
    idempotencyKey: body.idempotencyKey,
    needsProof: runnable.risk === 'R4',
  })
  return { ...started, players: players.length }
}

function rowContext(run: JobRun<Params>, { key, input }: JobRow): RunContext {
  const { caller, requestId, lang, signal } = run
  const { onServer } = input as { onServer?: boolean }
  const place = onServer === true ? run.place : { ...run.place, uId: key }
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
  deps: UseCaseDeps,
  run: JobRun<Params>,
  row: JobRow,
  runnable: Runnable,
): Promise<RowOutcome> {
  const ctx = rowContext(run, row)
  const params = checkedParams(ctx, runnable, run.params.params)
  const answer = await runOnce(deps, ctx, {
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

/** Works on players one after the other, in the owner's name with the rights they have now. */
export async function runFunctionChunk(
  deps: UseCaseDeps,
  rows: readonly JobRow[],
  run: JobRun<Params>,
): Promise<ChunkOutcome> {
  const first = rows[0]
  if (first === undefined) return { outcomes: [] }
  const runnable = await findRunnable(deps, rowContext(run, first), run.params.function)
  const outcomes: RowOutcome[] = []
  for (const row of rows) {
    run.signal.throwIfAborted()
    outcomes.push(await runRow(deps, run, row, runnable))
  }
  return { outcomes }
}
