import { AppError } from '@qd/contract-kit'
import type { PermissionTriple } from '@qd/contract-kit'
import { holdsAtPath, isOwnWork, tokenOf } from '@qd/server-kit'
import type { Caller, WorkKinds } from '@qd/server-kit'
import {
  bypassApprovals,
  approvalErrors,
  decideApprovals,
  seeApprovals,
  vetoApprovals,
} from '../../contract/index.ts'
import type { StoredRequest, StoredRevision, StoredVote } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { placesOf } from '../people/asked.ts'

type StoreDeps = Pick<UseCaseDeps, 'store'>
type CallsDeps = Pick<UseCaseDeps, 'calls'>

const SEEN_BY = [seeApprovals, decideApprovals, vetoApprovals, bypassApprovals]

const notFound = () => new AppError(approvalErrors.approval_not_found, { field: 'id' })

export function findRow({ store }: StoreDeps, id: string): Promise<StoredRequest | undefined> {
  return store.read.selectFrom('approval_request').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function isWatchedBy({ store }: StoreDeps, requestId: string, userId: string): Promise<boolean> {
  const row = await store.read
    .selectFrom('approval_watcher')
    .select('user_id')
    .where('request_id', '=', requestId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** What the call of a request asks for; undefined where the program has no such call, or asks for no permission. */
function permissionOf({ calls }: CallsDeps, { route }: Pick<StoredRequest, 'route'>) {
  const permission = calls().routeOf(route)?.permission
  return typeof permission === 'string' ? undefined : (permission as PermissionTriple | undefined)
}

/** Whether the caller is its author; an API token is where it handed it in and may make the call. */
export function isAuthorOf(deps: CallsDeps, caller: Caller, request: StoredRequest): boolean {
  return isOwnWork(caller, request, permissionOf(deps, request))
}

/** What own requests of an API token are told by. */
export function gatedKinds({ calls }: CallsDeps): WorkKinds {
  const kinds = calls().routes.flatMap(({ method, path, permission }) =>
    typeof permission === 'string' ? [] : [{ name: `${method} ${path}`, permission }],
  )
  return { column: 'route', kinds }
}

/**
 * A draft is its author's alone; anything else is seen where it lies, and by those who were asked to watch it. People are
 * asked, and not their API tokens.
 */
export async function maySee(
  deps: StoreDeps & CallsDeps,
  caller: Caller,
  request: StoredRequest,
): Promise<boolean> {
  if (isAuthorOf(deps, caller, request)) return true
  if (request.status === 0) return false
  if (seesAllOf(caller, request)) return true
  return tokenOf(caller) === null && isWatchedBy(deps, request.id, caller.userId)
}

/** Whether somebody may see requests at every place that this one touches: its preview tells of them all. */
export function seesAllOf(caller: Caller, request: Pick<StoredRequest, 'places'>): boolean {
  return SEEN_BY.some((permission) =>
    placesOf(request).every((place) => holdsAtPath(caller, permission, place)),
  )
}

/** A request the caller may see; throws `approval_not_found` for any other. */
export async function findSeen(
  deps: StoreDeps & CallsDeps,
  caller: Caller,
  id: string,
): Promise<StoredRequest> {
  const request = await findRow(deps, id)
  if (request === undefined || !(await maySee(deps, caller, request))) throw notFound()
  return request
}

export function revisionsOf({ store }: StoreDeps, requestId: string): Promise<StoredRevision[]> {
  return store.read
    .selectFrom('approval_revision')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('revision')
    .execute()
}

export function votesOf({ store }: StoreDeps, requestId: string): Promise<StoredVote[]> {
  return store.read
    .selectFrom('approval_vote')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('stage')
    .orderBy('at')
    .orderBy('id')
    .execute()
}
