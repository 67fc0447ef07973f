import { parseJsonText } from '@qd/canonical-json'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import type { Caller } from '@qd/server-kit'
import { stateAfter } from '../../contract/index.ts'
import type { JobDetail, JobView } from '../../contract/index.ts'
import { workedRows } from '../failure-limit.ts'
import { countersOf, newsOf } from '../job-news.ts'
import { holdsEverywhere, placeName, placesOf } from '../job-places.ts'
import type { StoredJob } from '../job-tables.ts'
import { titleOfJob, titleOfKind } from '../job-title.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { isBetweenStages, needsGo, stagesOf } from '../stages.ts'
import { mayControl } from './visible-jobs.ts'

export interface Viewer {
  caller: Caller
  lang: Language
}

export function viewOf(deps: UseCaseDeps, { caller, lang }: Viewer, job: StoredJob): JobView {
  return {
    id: job.id,
    kind: job.kind,
    kindTitle: titleOfKind(deps, job.kind, lang),
    name: titleOfJob(deps, job, lang),
    state: job.state,
    why: job.why,
    counters: countersOf(job),
    isPreparing: job.is_ready === 0,
    stage: job.stage,
    ownerId: job.owner_id,
    owner: job.owner,
    isMine: job.owner_id === caller.userId,
    scope: job.scope,
    placeName: placeName(deps, job.scope),
    environment: newsOf(job).environment,
    createdAt: job.created_at,
    startedAt: job.started_at,
    endedAt: job.ended_at,
    updatedAt: job.updated_at,
  }
}

/** Whether rows are left that somebody could go on with. */
export const hasRest = (job: StoredJob) => job.is_ready === 0 || workedRows(job) < job.total_rows

/** Whether it can stand still and go on: another node could take it up. */
export const isResumable = (deps: Pick<UseCaseDeps, 'kindOf'>, { kind }: StoredJob): boolean =>
  deps.kindOf(kind)?.runner.resumable !== false

/** Who retries becomes the owner: they must hold what the kind asks for where it works. */
export function mayRetry(deps: UseCaseDeps, caller: Caller, job: StoredJob): boolean {
  const served = deps.kindOf(job.kind)
  return served !== undefined && holdsEverywhere(deps, caller, served.job.permission, job)
}

/** Between two stages it goes on instead. */
export const canResume = (deps: Pick<UseCaseDeps, 'kindOf'>, job: StoredJob): boolean =>
  stateAfter(job.state, 'resume') !== null && hasRest(job) && isResumable(deps, job) && !needsGo(job)

/** When it goes on by itself after a wait for a server, or between two stages. */
function nextTryAt({ state, tries, why, not_before }: StoredJob): number | null {
  return state === 'queued' && (tries > 0 || why === 'stage_wait') ? not_before : null
}

/** Its stages with the rest, and the places its rows lie at. */
function partsOf(deps: UseCaseDeps, job: StoredJob): Pick<JobDetail, 'stages' | 'places' | 'lostPlaces'> {
  const stages = stagesOf(job).map(({ rows, waitMs = 0, needsGo = false, mostFailedPercent = null }) => ({
    rows,
    waitMs,
    needsGo,
    mostFailedPercent,
  }))
  const rest = { rows: null, waitMs: 0, needsGo: false, mostFailedPercent: null }
  const places = placesOf(job).map(({ scope }) => ({ scope, name: placeName(deps, scope) }))
  const lost = job.lost_places === null ? [] : (parseJsonText(job.lost_places) as number[])
  return {
    stages: stages.length === 0 ? [] : [...stages, rest],
    places,
    lostPlaces: lost.flatMap((index) => (places[index] === undefined ? [] : [places[index].name])),
  }
}

/** Throws where it was vetoed: then nobody wakes it, whatever it may still do. */
export async function refuseVetoed(deps: UseCaseDeps, { id }: StoredJob): Promise<void> {
  if (await deps.isVetoed(id)) throw new AppError(coreErrors.approval_vetoed, { field: 'jobId' })
}

export async function detailOf(deps: UseCaseDeps, viewer: Viewer, job: StoredJob): Promise<JobDetail> {
  const { caller, lang } = viewer
  const isControlled = mayControl(deps, caller, job) && caller.isReadOnly !== true
  const canWake = caller.isReadOnly !== true && !(await deps.isVetoed(job.id))
  const canRetry = canWake && stateAfter(job.state, 'retry') !== null && mayRetry(deps, caller, job)
  const text = (key: string, params?: Record<string, string | number>) => deps.texts.text(lang, key, params)
  const facts = deps.kindOf(job.kind)?.runner.facts?.(parseJsonText(job.params) as never, text) ?? []
  return {
    ...viewOf(deps, viewer, job),
    reason: job.reason,
    requestId: job.request_id,
    fault: job.fault,
    stopPercent: job.stop_percent,
    expectedRows: job.is_ready === 1 ? null : job.expected_rows,
    ...partsOf(deps, job),
    nextTryAt: nextTryAt(job),
    facts: [...facts],
    may: {
      pause: isControlled && stateAfter(job.state, 'askPause') !== null && isResumable(deps, job),
      resume: canWake && isControlled && canResume(deps, job),
      goOn: canWake && isControlled && isBetweenStages(job),
      cancel: isControlled && stateAfter(job.state, 'askCancel') !== null,
      retryFailed: canRetry && job.failed_rows > 0,
      askUnknown: canRetry && job.unknown_rows > 0,
    },
  }
}
