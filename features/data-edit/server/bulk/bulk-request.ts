import type { GameRequest } from '../edit-order.ts'
import { changesOf } from '../edit-row.ts'
import type { PlayerEditRow } from '../tables.ts'

/**
 * The request of an edit that a job has stored, the same words whenever it is made: the row holds all of it, and
 * nothing of the moment goes in.
 */
export function bulkRequest(edit: PlayerEditRow): GameRequest {
  const { id, u_id, job_id, version_before, actor_id, actor, reason, online_policy } = edit
  const operator = { opId: actor_id, user: actor, reason, requestId: job_id ?? id }
  const onlinePolicy = online_policy ?? 'live'
  return { uId: u_id, version: version_before, changes: changesOf(edit), onlinePolicy, operator }
}
