import type { Language } from '@qd/i18n'
import type { Caller } from '@qd/server-kit'
import { stateAfter } from '../../contract/index.ts'
import type { JobDetail, JobView } from '../../contract/index.ts'
import { findPlace, holdsAt } from '../engine/check-standing.ts'
import { workedRows } from '../failure-limit.ts'
import { countersOf, newsOf } from '../job-news.ts'
import type { StoredJob } from '../job-tables.ts'
import { titleOfJob, titleOfKind } from '../job-title.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'
import { mayControl } from './visible-jobs.ts'

export interface Viewer {
  caller: Caller
  lang: Language
}

/** Where it works in words; the game stands everywhere above and is named only where nothing else is. */
function placeNameOf({ namesOf }: Pick<UseCaseDeps, 'namesOf'>, scope: string): string[] {
  if (scope === '*') return []
  const codes = scope.split('/')
  const names = namesOf(scope)
  const shown = codes.map((code, depth) => names[depth] ?? (depth === 3 ? `S${code}` : code))
  return shown.length > 1 ? shown.slice(1) : shown
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
    ownerId: job.owner_id,
    owner: job.owner,
    isMine: job.owner_id === caller.userId,
    scope: job.scope,
    placeName: placeNameOf(deps, job.scope),
    environment: newsOf(job).environment,
    createdAt: job.created_at,
    startedAt: job.started_at,
    endedAt: job.ended_at,
    updatedAt: job.updated_at,
  }
}

/** Whether rows are left that somebody could go on with. */
export const hasRest = (job: StoredJob) => workedRows(job) < job.total_rows

/** Who retries becomes the owner: they must hold what the kind asks for where it works. */
export function mayRetry(deps: UseCaseDeps, caller: Caller, job: StoredJob): boolean {
  const served = deps.kindOf(job.kind)
  const place = findPlace(deps.scope, job)
  return served !== undefined && place !== null && holdsAt(caller, served.job.permission, place)
}

export function detailOf(deps: UseCaseDeps, viewer: Viewer, job: StoredJob): JobDetail {
  const { caller, lang } = viewer
  const isControlled = mayControl(caller, job) && caller.isReadOnly !== true
  const canRetry =
    caller.isReadOnly !== true && stateAfter(job.state, 'retry') !== null && mayRetry(deps, caller, job)
  const text = (key: string, params?: Record<string, string | number>) => deps.texts.text(lang, key, params)
  const facts = deps.kindOf(job.kind)?.runner.facts?.(JSON.parse(job.params) as never, text) ?? []
  return {
    ...viewOf(deps, viewer, job),
    reason: job.reason,
    requestId: job.request_id,
    fault: job.fault,
    stopPercent: job.stop_percent,
    nextTryAt: job.state === 'queued' && job.tries > 0 ? job.not_before : null,
    facts: [...facts],
    may: {
      pause: isControlled && stateAfter(job.state, 'askPause') !== null,
      resume: isControlled && stateAfter(job.state, 'resume') !== null && hasRest(job),
      cancel: isControlled && stateAfter(job.state, 'askCancel') !== null,
      retryFailed: canRetry && job.failed_rows > 0,
      askUnknown: canRetry && job.unknown_rows > 0,
    },
  }
}
