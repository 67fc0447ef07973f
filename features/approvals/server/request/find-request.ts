import { AppError } from '@qd/contract-kit'
import { holdsAtPath } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import {
  bypassApprovals,
  approvalErrors,
  decideApprovals,
  seeApprovals,
  vetoApprovals,
} from '../../contract/index.ts'
import type { StoredRequest, StoredRevision, StoredVote } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'

type StoreDeps = Pick<UseCaseDeps, 'store'>

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

/** A draft is its author's alone; anything else is seen where it lies, and by those who were asked to watch it. */
export async function maySee(deps: StoreDeps, caller: Caller, request: StoredRequest): Promise<boolean> {
  if (request.owner_id === caller.userId) return true
  if (request.status === 0) return false
  const { scope, environment } = request
  if (SEEN_BY.some((permission) => holdsAtPath(caller, permission, { scope, environment }))) return true
  return isWatchedBy(deps, request.id, caller.userId)
}

/** A request the caller may see; throws `approval_not_found` for any other. */
export async function findSeen(deps: StoreDeps, caller: Caller, id: string): Promise<StoredRequest> {
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
