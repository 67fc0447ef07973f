import { parseJsonText } from '@qd/canonical-json'
import type { JobTitle, Notice, NotificationKind } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { JobMove } from '../contract/index.ts'
import type { StoredJob } from './job-tables.ts'
import type { UseCaseDeps } from './jobs-deps.ts'

export const JOB_HAS_ENDED: NotificationKind = { name: 'jobs.ended', level: 'info' }
export const JOB_PAUSED: NotificationKind = { name: 'jobs.paused', level: 'warning' }

/** Its name by the key of its words where it has one, so that each reader gets them in their own language. */
function namedFor({ name, title }: StoredJob): Notice['params'][string] {
  const given = title === null ? name : (parseJsonText(title) as JobTitle)
  return typeof given === 'object' && 'key' in given ? { text: given.key, params: given.params } : name
}

function tell(deps: UseCaseDeps, tx: AnyTx, kind: NotificationKind, job: StoredJob): Promise<void> {
  const params = {
    name: namedFor(job),
    done: job.done_rows,
    failed: job.failed_rows,
    unknown: job.unknown_rows,
    total: job.total_rows,
  }
  const page = `/jobs/${encodeURIComponent(job.id)}`
  const notice = { kind, params, page, scope: job.scope, key: `${job.id}:${job.updated_at}` }
  return deps.notifications.tell(tx, notice, [job.owner_id])
}

/** That it stands still by itself: its owner is the one to look. */
export const tellPaused = (deps: UseCaseDeps, tx: AnyTx, job: StoredJob): Promise<void> =>
  tell(deps, tx, JOB_PAUSED, job)

/** That it has ended; an owner who has given up its rest themselves knows. */
export async function tellEnded(
  deps: UseCaseDeps,
  tx: AnyTx,
  { job, move }: { job: StoredJob; move: JobMove },
): Promise<void> {
  if (move === 'drop' && job.cancelled_by === job.owner_id) return
  await tell(deps, tx, JOB_HAS_ENDED, job)
}
