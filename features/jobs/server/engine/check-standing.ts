import type { Caller, CataloguePlace, ScopePort } from '@qd/server-kit'
import { holds, intersectGrants, permissionKey, scopePath } from '@qd/contract-kit'
import type { Grant, PermissionTriple, TargetRef } from '@qd/contract-kit'
import type { JobRooms } from '../jobs-deps.ts'
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

interface OwnerLimits {
  label: string
  grants: Grant[]
}

/** What of a caller limits his job for good: an API token gives it no more than it has itself. */
export function limitsOf(caller: Caller): string | null {
  if (caller.kind !== 'token') return null
  return JSON.stringify({ label: caller.label ?? '', grants: [...caller.grants] } satisfies OwnerLimits)
}

async function ownerOf(rooms: JobRooms, job: StoredJob): Promise<Caller | null> {
  const owner = await rooms.callers.of(job.owner_id)
  if (owner === null) return null
  const caller = { ...owner, sessionId: `job:${job.id}` }
  if (job.owner_limits === null) return caller
  const { label, grants } = JSON.parse(job.owner_limits) as OwnerLimits
  return { ...caller, roles: [], grants: intersectGrants(caller.grants, grants), kind: 'token', label }
}

/** Looks at the owner's account and rights and at the place anew; done before each chunk. */
export async function checkStanding(
  rooms: JobRooms,
  job: StoredJob,
  permission: PermissionTriple,
): Promise<Standing> {
  const place = findPlace(rooms.scope, job)
  if (place === null) return { why: 'place_gone' }
  const caller = await ownerOf(rooms, job)
  if (caller === null || !holdsAt(caller, permission, place)) return { why: 'rights_lost' }
  return { place, caller }
}
