import { AppError, permissionKey, scopeCovers } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import type { Caller } from '@qd/server-kit'
import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { controlJobs, jobsErrors, readJobs } from '../../contract/index.ts'
import { tokenOf } from '../engine/check-standing.ts'
import type { JobTables, StoredJob } from '../job-tables.ts'
import type { UseCaseDeps } from '../jobs-deps.ts'

interface Place {
  scope: string
  environment: string | null
}

const grantsOf = (caller: Pick<Caller, 'grants'>, permission: PermissionTriple) => {
  const key = permissionKey(permission)
  return caller.grants.filter(({ codes }) => codes.includes('*') || codes.includes(key))
}

/** Whether somebody holds a permission where a job works; a job above the lines needs a grant for all environments. */
export function holdsForJob(
  caller: Pick<Caller, 'grants'>,
  permission: PermissionTriple,
  job: Place,
): boolean {
  return grantsOf(caller, permission).some(
    ({ scope, environment }) =>
      scopeCovers(scope, job.scope) && (environment === '*' || environment === job.environment),
  )
}

/** Whether a job is the caller's own; of an API token only what was started or resumed with it. */
export function isOwn(caller: Caller, job: Pick<StoredJob, 'owner_id' | 'owner_token'>): boolean {
  const token = tokenOf(caller)
  return job.owner_id === caller.userId && (token === null || job.owner_token === token)
}

/** Own jobs, and those at places where the caller may read jobs: the same rule as SQL. */
export function visibleTo(caller: Caller): (eb: ExpressionBuilder<JobTables, 'job'>) => Expression<SqlBool> {
  return (eb) => {
    const within = grantsOf(caller, readJobs).map(({ scope, environment }) => {
      const parts: Expression<SqlBool>[] = []
      if (scope !== '*') {
        const below = `${scope}/`
        // By whole characters: LIKE ignores case on one database only.
        const isBelow = sql<SqlBool>`substr(scope, 1, ${sql.lit([...below].length)}) = ${below}`
        parts.push(eb.or([eb('scope', '=', scope), isBelow]))
      }
      if (environment !== '*') parts.push(eb('environment', '=', environment))
      return eb.and(parts)
    })
    const token = tokenOf(caller)
    const isMine = eb('owner_id', '=', caller.userId)
    const isOfToken = token === null ? isMine : eb.and([isMine, eb('owner_token', '=', token)])
    return eb.or([isOfToken, ...within])
  }
}

/** A job the caller may see; a foreign one is as missing as one that never was. */
export async function findJob(deps: UseCaseDeps, caller: Caller, jobId: string): Promise<StoredJob> {
  const job = await deps.store.read
    .selectFrom('job')
    .selectAll()
    .where('id', '=', jobId)
    .where(visibleTo(caller))
    .executeTakeFirst()
  if (job === undefined) throw new AppError(jobsErrors.job_not_found, { field: 'jobId' })
  return job
}

export function mayControl(caller: Caller, job: StoredJob): boolean {
  return isOwn(caller, job) || holdsForJob(caller, controlJobs, job)
}
