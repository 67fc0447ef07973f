import { JobPause } from '@qd/server-kit'
import type { Caller, CataloguePlace, ScopePort } from '@qd/server-kit'
import { holds, permissionKey, scopePath } from '@qd/contract-kit'
import type { PermissionTriple, TargetRef } from '@qd/contract-kit'
import type { UseCaseDeps } from '../jobs-deps.ts'
import type { StoredJob } from '../job-tables.ts'

/** Where a job works and in whose name, as of now; or why it must not go on. */
export type Standing = { place: CataloguePlace; caller: Caller } | { why: 'rights_lost' | 'place_gone' }

/** The place a job was started at, as the catalogue has it now; null when it is gone. */
export function findPlace(scope: ScopePort, job: Pick<StoredJob, 'target' | 'scope'>): CataloguePlace | null {
  const target = JSON.parse(job.target) as TargetRef
  if (Object.keys(target).length === 0) return {}
  const resolution = scope.resolve(target)
  if (resolution.kind !== 'places' || resolution.missing !== undefined) return null
  return resolution.places.find((place) => scopePath(place) === job.scope) ?? null
}

/** Whether somebody holds a permission at the whole place; one whose environment is open needs a grant for all. */
export function holdsAt(
  caller: Pick<Caller, 'grants'>,
  permission: PermissionTriple,
  place: CataloguePlace,
): boolean {
  const grants = caller.grants.filter(
    ({ environment }) => environment === '*' || place.environment !== undefined,
  )
  return holds(grants, permissionKey(permission), place)
}

/** The API token a caller speaks with, if it is one; what a job of theirs belongs to. */
export function tokenOf({ kind, sessionId }: Caller): string | null {
  return kind === 'token' ? sessionId : null
}

async function ownerOf({ callers }: UseCaseDeps, job: StoredJob): Promise<Caller | null> {
  const { owner_id, owner_token } = job
  const owner = await (owner_token === null ? callers.of(owner_id) : callers.ofToken(owner_token))
  return owner?.userId === owner_id ? { ...owner, sessionId: `job:${job.id}` } : null
}

export interface StandingWatch {
  /** Aborts with a JobPause once the owner lost what the job needs. */
  lost: AbortSignal
  stop(): void
}

/** Looks again whenever the owner's rights change or their token ends, for chunks that take long. */
export function watchStanding(
  deps: UseCaseDeps,
  job: StoredJob,
  permission: PermissionTriple,
): StandingWatch {
  const aborter = new AbortController()
  const look = () =>
    void checkStanding(deps, job, permission).then(
      (standing) =>
        'why' in standing && aborter.abort(new JobPause(standing.why, 'the owner lost his rights')),
      // Looked at before the next chunk in any case.
      () => undefined,
    )
  const disposers = [deps.session.onRightsChanged(job.owner_id, look)]
  if (job.owner_token !== null) disposers.push(deps.session.onEnded(job.owner_token, look))
  return { lost: aborter.signal, stop: () => disposers.forEach((dispose) => dispose()) }
}

/** Looks at the owner's account and rights and at the place anew; done before each chunk. */
export async function checkStanding(
  deps: UseCaseDeps,
  job: StoredJob,
  permission: PermissionTriple,
): Promise<Standing> {
  const place = findPlace(deps.scope, job)
  if (place === null) return { why: 'place_gone' }
  const caller = await ownerOf(deps, job)
  if (caller === null || !holdsAt(caller, permission, place)) return { why: 'rights_lost' }
  return { place, caller }
}
