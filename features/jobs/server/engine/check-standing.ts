import { JobPause, findPlaceAgain, holdsAtPlace } from '@qd/server-kit'
import type { Caller, CataloguePlace } from '@qd/server-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import type { UseCaseDeps } from '../jobs-deps.ts'
import type { StoredJob } from '../job-tables.ts'

/** Where a job works and in whose name, as of now; or why it must not go on. */
export type Standing = { place: CataloguePlace; caller: Caller } | { why: 'rights_lost' | 'place_gone' }

async function ownerOf({ callers }: UseCaseDeps, job: StoredJob): Promise<Caller | null> {
  const { owner_id, owner_token } = job
  const owner = await (owner_token === null ? callers.of(owner_id) : callers.ofToken(owner_token))
  return owner?.userId === owner_id ? { ...owner, sessionId: `job:${job.id}` } : null
}

/** The owner's rights have changed while rows of several places were worked on. */
export class RightsChanged extends Error {}

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
  const lookAgain = async () => {
    const standing = await checkStanding(deps, job, permission)
    if ('why' in standing) aborter.abort(new JobPause(standing.why, 'the owner lost their rights'))
    // Which of its rows may still be worked on is looked at anew.
    else if (job.places !== null) aborter.abort(new RightsChanged())
  }
  // A failure is made up for before the next chunk in any case.
  const look = () => void lookAgain().catch(() => undefined)
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
  const place = findPlaceAgain(deps.scope, job)
  if (place === null) return { why: 'place_gone' }
  const caller = await ownerOf(deps, job)
  // Where rows lie at places of their own the right is asked for there.
  const isHeld = caller !== null && (job.places !== null || holdsAtPlace(caller, permission, place))
  if (!isHeld) return { why: 'rights_lost' }
  return { place, caller }
}
