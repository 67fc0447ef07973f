import { parseJsonText } from '@qd/canonical-json'
import { AppError, riskAtLeast } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import type {
  Caller,
  CataloguePlace,
  ScheduledOutcome,
  ScheduledRun,
  ServedSchedule,
  StartContext,
} from '@qd/server-kit'
import { isStoreError } from '@qd/store'
import type { Kysely } from 'kysely'
import { SCHEDULE_RAN } from '../../contract/index.ts'
import { nameOfEntry } from '../entry-name.ts'
import { checkStanding } from '../standing.ts'
import { wordsOfError } from '../words.ts'
import { endRun, entryOf, ranDetail, stopEntry } from './end-run.ts'
import type { Running } from './running.ts'

/** Answers that would be the same at each later time. */
const FOR_GOOD = new Set([403, 404, 409, 422])

interface Work {
  running: Running
  served: ServedSchedule
  place: CataloguePlace
  caller: Caller
  params: unknown
}

/** What the work is told; `isNoted` says whether it left an audit row of its own. */
function contextFor({ running, place, caller, params }: Work): { run: ScheduledRun; isNoted: () => boolean } {
  const { deps, entry, run, lease, signal } = running
  const lang = entry.lang as Language
  const noted: Record<string, unknown> = {}
  let isNoted = false
  const text = (key: string, values?: Record<string, string | number>) => deps.texts.text(lang, key, values)
  const scheduled: ScheduledRun = {
    scheduleId: entry.id,
    name: nameOfEntry(deps, entry, lang),
    params,
    place,
    caller,
    lang,
    reason: entry.reason,
    dueAt: run.due_at,
    // A run by hand has no due time of its own.
    key: `schedule.${run.by_name === null ? `${entry.id}.${run.due_at}` : run.id}`,
    signal,
    text,
    ctx: {
      caller,
      place,
      lang,
      requestId: entry.request_id,
      text: text as StartContext['text'],
      note: (detail) => void Object.assign(noted, detail),
      async commit<DB, T>(change: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
        const audited = () => entryOf(deps, entry, SCHEDULE_RAN, { ...ranDetail(run), ...noted })
        const result = await deps.audit.commit(audited, async (tx) => {
          await lease.confirm(tx)
          return change(tx)
        })
        isNoted = true
        return result
      },
    },
  }
  return { run: scheduled, isNoted: () => isNoted }
}

async function fail(running: Running, error: unknown): Promise<void> {
  const { deps, lease, entry } = running
  // Another node has it, or the database is away: what holds is decided there, or at the next try.
  if (lease.signal.aborted || isStoreError(error)) throw error
  if (running.signal.aborted) throw error
  if (!(error instanceof AppError)) {
    deps.log.error(
      { err: error, scheduleId: entry.id, kind: entry.kind },
      'a scheduled run failed by a fault',
    )
  }
  const words = wordsOfError(error)
  const isForGood = error instanceof AppError && FOR_GOOD.has(error.def.status) && entry.is_system === 0
  if (!isForGood) return endRun(running, { state: 'failed', words }, false)
  return stopEntry(running, { why: error.def.status === 403 ? 'rights_lost' : 'refused', words })
}

async function paramsOf({ deps, entry }: Running): Promise<unknown> {
  const row = await deps.store.read
    .selectFrom('schedule_params')
    .select('params')
    .where('schedule_id', '=', entry.id)
    .executeTakeFirstOrThrow()
  return parseJsonText(row.params)
}

const endOf = ({ jobId, msg = '' }: ScheduledOutcome) =>
  jobId === undefined ? ({ state: 'done', msg } as const) : ({ state: 'working', msg, jobId } as const)

/** Whether it weighs R4 by now, and nobody proved that it was them who wanted that. */
async function needsProof(
  { entry, run }: Running,
  { runner }: ServedSchedule,
  { params, signal, ctx }: ScheduledRun,
): Promise<boolean> {
  if (runner.risk === undefined || entry.is_proven === 1 || run.is_proven === 1) return false
  return riskAtLeast(await runner.risk(params as never, { ...ctx, signal }), 'R4')
}

/** Runs an entry of a person, in their name with the rights they have now. */
async function runInName(running: Running, served: ServedSchedule): Promise<void> {
  const { deps, entry } = running
  const standing = await checkStanding(deps, entry, served.schedule.permission)
  if ('why' in standing) {
    const words = { text: `schedules.why.${standing.why}`, params: { owner: entry.owner } }
    return stopEntry(running, { why: standing.why, words })
  }
  const { run, isNoted } = contextFor({ running, served, ...standing, params: await paramsOf(running) })
  try {
    if (await needsProof(running, served, run)) {
      return await stopEntry(running, { why: 'unproved', words: { text: 'schedules.why.unproved' } })
    }
    const outcome = await served.runner.run(run)
    return await endRun(running, endOf(outcome), isNoted())
  } catch (error) {
    return fail(running, error)
  }
}

/** Does the work of a run whose lease this node holds. */
export async function doRun(running: Running): Promise<void> {
  const { deps, entry, signal } = running
  if (entry.is_system === 0) {
    const served = deps.kindOf(entry.kind)
    // A kind of another version of the program is left to it.
    return served === undefined ? undefined : runInName(running, served)
  }
  const system = deps.systemOf(entry.kind)
  if (system === undefined) return
  try {
    await system.run(signal)
    await endRun(running, { state: 'done', msg: '' }, false)
  } catch (error) {
    await fail(running, error)
  }
}
