import { parseJsonText } from '@qd/canonical-json'
import type { JobParams } from '@qd/contract-kit'
import type { Networks } from '@qd/game-contract/adapter'
import { fromGame, JobPause } from '@qd/server-kit'
import type { CatalogueServer, ChunkOutcome, JobRun, RowOutcome } from '@qd/server-kit'
import type { Json, Scenario } from '@qd/scenario'
import type { Kysely } from 'kysely'
import type { botsJob, BotsEnding, BotsReport } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bots-deps.ts'
import type { BotsTables } from '../bots-tables.ts'
import { commandFinder } from '../worker/command-finder.ts'
import type { WorkerOrder } from '../worker/messages.ts'
import { foreignStep, mayBeAnybody } from './bot-devices.ts'
import { commandsOf } from './read-order.ts'
import { environmentOf, lockedClients } from './may-play.ts'
import { play } from './play.ts'
import { endingOf } from './ending-of.ts'
import { checkProduction, watchProduction } from './watch-production.ts'

type Run = JobRun<JobParams<typeof botsJob>>

const ADDRESS_MS = 10_000
/** How a run may end that did what it was asked for. */
const GOOD: readonly BotsEnding[] = ['time', 'passes']

function keepReport(jobId: string, report: BotsReport, nowMs: number) {
  return async (tx: Kysely<BotsTables>): Promise<void> => {
    await tx
      .updateTable('bots_run')
      .set({ ended_at: nowMs, ended: report.ended, report: JSON.stringify(report) })
      .where('job_id', '=', jobId)
      .execute()
  }
}

function outcomeOf({ ended, text, passed, failed }: BotsReport, run: Run): RowOutcome {
  const msg = run.text(`bots.ended.${ended}`, { passed, failed, text })
  if (!GOOD.includes(ended)) return { status: 'failed', code: ended, msg }
  // Whoever reads that it went well takes it for a test of the server.
  if (passed + failed === 0) return { status: 'failed', code: 'no_passes', msg: run.text('bots.noPasses') }
  return failed > 0 ? { status: 'failed', code: 'failures', msg } : { status: 'done', msg }
}

/** The game of a run as it is now. */
interface Game {
  name: string
  url: string
  networks: Networks
  order: Pick<WorkerOrder, 'codec' | 'nested' | 'commands' | 'protocol' | 'sId' | 'enter'>
  hashKey: string
}

/** How the game's player data is read; undefined where it has no definition. */
async function protocolOf({ reach }: UseCaseDeps, server: CatalogueServer, signal: AbortSignal) {
  try {
    const { protocol, target } = await reach.reach(server)
    return (await protocol.read(target, { signal })).protocol
  } catch {
    // The players stand beside the figures: without them the run is the same.
    return undefined
  }
}

async function gameOf(deps: UseCaseDeps, run: Run, signal: AbortSignal): Promise<Game> {
  const { recordId } = run.params
  if (recordId !== undefined) {
    const { name, url, networks, layout, nested, cmds, enter } = await deps.records(
      run.caller,
      run.place,
      recordId,
    )
    const order = { codec: layout, nested, commands: commandsOf({ cmds }), sId: 0, enter }
    return { name, url, networks, order, hashKey: '' }
  }
  const { server } = run.place
  if (server === undefined) throw new JobPause('place_gone', 'the server is not in the catalogue')
  const { target, proto } = await deps.reach.reach(server)
  const [definition, protocol] = await Promise.all([
    fromGame(proto.read(target, { signal })),
    protocolOf(deps, server, signal),
  ])
  const { ws: url, networks, codec, hashKey } = target
  const { sId } = server
  const commands = commandsOf(definition)
  const order = {
    codec,
    nested: definition.nested,
    commands,
    ...(protocol === undefined ? {} : { protocol }),
    sId,
    enter: 'signed' as const,
  }
  return { name: `S${sId}`, url, networks, order, hashKey }
}

async function playOn(deps: UseCaseDeps, run: Run, signal: AbortSignal): Promise<BotsReport> {
  checkProduction(run)
  const { name, url, networks, order, hashKey } = await gameOf(deps, run, signal)
  const peer = await deps.dialer.checkSocketPeer(url, { networks, timeoutMs: ADDRESS_MS, signal })
  const { scenario, env, load } = run.params
  const isSigned = order.enter === 'signed'
  const refuseForeign =
    isSigned && !mayBeAnybody(run.caller, run.place) ? run.text('bots.fault.not_a_bot') : null
  // The right may have gone since the start.
  if (refuseForeign !== null && foreignStep(scenario as Scenario, commandFinder(order.commands)) !== null)
    throw new JobPause('rights_lost', refuseForeign)
  run.output(run.text('bots.begins', { clients: load.clients, server: name }))
  return play({
    order: {
      ...order,
      peer,
      scenario: scenario as Scenario,
      env: env as Record<string, Json>,
      load,
      seed: Math.floor(Math.random() * 2 ** 31),
    },
    target: { sId: order.sId, hashKey },
    refuseForeign,
    signal,
    endingOf,
    goneAfterMs: deps.goneAfterMs,
    nowMs: deps.nowMs,
    onTick: (tick) => run.output(tick),
    onTickLost: (error) => deps.log.error({ err: error, job: run.jobId }, 'figures of bots were not told'),
  })
}

type Begun = 'first' | 'before' | { most: number; running: number }

/** Begins it, once: asked again, or tried again, a run is not played a second time. Refused where there are too many. */
async function begin({ nowMs, most }: UseCaseDeps, run: Run): Promise<Begun> {
  const environment = environmentOf(run.place)
  let begun: Begun = 'before'
  await run.write(async (anyTx) => {
    const tx = anyTx as Kysely<BotsTables>
    const change = (set: Partial<BotsTables['bots_run']>) =>
      tx.updateTable('bots_run').set(set).where('job_id', '=', run.jobId).execute()
    const found = await tx
      .selectFrom('bots_run')
      .select(['clients', 'begun_at', 'ended_at'])
      .where('job_id', '=', run.jobId)
      .executeTakeFirst()
    if (found === undefined || found.begun_at !== null) return
    // One that was given up while it waited was not counted since: all others that wait come first.
    const isBegun = found.ended_at === null
    const running = await lockedClients(tx, { environment, jobId: run.jobId, isBegun })
    const isOver = running + found.clients > most[environment]
    begun = isOver ? { most: most[environment], running } : 'first'
    // The environment of its line may be another by now.
    await change(isOver ? { ended_at: nowMs() } : { environment, begun_at: nowMs(), ended_at: null })
  })
  return begun
}

/** What came of the run before. */
async function earlierOutcome({ store }: UseCaseDeps, run: Run): Promise<RowOutcome> {
  const found = await store.read
    .selectFrom('bots_run')
    .select('report')
    .where('job_id', '=', run.jobId)
    .executeTakeFirst()
  const report = found?.report ?? null
  if (report !== null) return outcomeOf(parseJsonText(report) as BotsReport, run)
  return { status: 'failed', code: 'interrupted', msg: run.text('bots.noReport') }
}

/** Plays one run from its beginning to its end, and keeps the report whatever the end was. */
export async function runBotsOf(deps: UseCaseDeps, run: Run): Promise<ChunkOutcome> {
  const begun = await begin(deps, run)
  if (begun === 'before') return { outcomes: [await earlierOutcome(deps, run)] }
  if (begun !== 'first')
    return { outcomes: [{ status: 'failed', code: 'over_limit', msg: run.text('bots.overLimit', begun) }] }
  const { signal, stop } = watchProduction(run)
  const report = await playOn(deps, run, signal).finally(stop)
  run.output(
    run.text(`bots.ended.${report.ended}`, {
      passed: report.passed,
      failed: report.failed,
      text: report.text,
    }),
  )
  const keep = keepReport(run.jobId, report, deps.nowMs())
  if (signal.aborted) {
    // The job is given up by whoever asked for it; its report is kept all the same.
    await run.write((tx) => keep(tx))
    throw signal.reason
  }
  return { outcomes: [outcomeOf(report, run)], commit: (tx) => keep(tx) }
}
