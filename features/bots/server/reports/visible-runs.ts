import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { readPlayerData } from '@qd/data-edit/contract'
import { holdsAtPath, tokenOf } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { botsErrors, runBots } from '../../contract/index.ts'
import type { BotsLoad, BotsReport, BotsRun } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bots-deps.ts'
import type { BotsTables } from '../bots-tables.ts'

type StoredRun = BotsTables['bots_run']
export type ListedRun = Omit<StoredRun, 'scenario' | 'report' | 'begun_at'>

/** Columns of a list: scenario and report are large. */
export const LISTED = [
  'job_id',
  'title',
  'hash',
  'load',
  'scope',
  's_id',
  'record',
  'line_id',
  'environment',
  'clients',
  'owner_id',
  'owner',
  'compare_to',
  'started_at',
  'ended_at',
  'ended',
] as const

export function viewOf(run: ListedRun, caller: Caller, state: string): BotsRun {
  return {
    jobId: run.job_id,
    title: run.title,
    hash: run.hash,
    sId: run.s_id,
    record: run.record,
    lineId: run.line_id,
    environment: run.environment as BotsRun['environment'],
    owner: run.owner,
    isMine: run.owner_id === caller.userId && tokenOf(caller) === null,
    load: parseJsonText(run.load) as BotsLoad,
    startedAt: run.started_at,
    ended: run.ended,
    state,
  }
}

/** A run where the caller may run bots; a foreign one is as missing as one that never was. */
export async function findRun({ store }: UseCaseDeps, caller: Caller, jobId: string): Promise<StoredRun> {
  const run = await store.read
    .selectFrom('bots_run')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  if (run === undefined || !holdsAtPath(caller, runBots, run))
    throw new AppError(botsErrors.bots_run_not_found, { field: 'jobId' })
  return run
}

/** A run, and the one it is compared with where that has a report and may be seen. */
export async function findCompared(
  deps: UseCaseDeps,
  caller: Caller,
  { jobId, compareTo }: { jobId: string; compareTo?: string | undefined },
): Promise<{ run: StoredRun; before: { run: StoredRun; report: BotsReport } | null }> {
  const run = await findRun(deps, caller, jobId)
  const otherId = compareTo ?? run.compare_to
  const other = otherId === '' ? null : await findRun(deps, caller, otherId).catch(() => null)
  const report = other === null ? null : reportOf(other, caller)
  return { run, before: other === null || report === null ? null : { run: other, report } }
}

/** Its report; the players of it for those alone who may read players there. */
export function reportOf(run: StoredRun, caller: Caller): BotsReport | null {
  if (run.report === null) return null
  const { players, ...report } = parseJsonText(run.report) as BotsReport
  const isShown = players !== undefined && holdsAtPath(caller, readPlayerData, run)
  return isShown ? { ...report, players } : report
}
