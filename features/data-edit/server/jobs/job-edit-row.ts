import type { JobEdit } from '../../contract/index.ts'
import type { GameRequest } from '../commit/edit-order.ts'
import { changesOf, resultsOf, undoIndexesOf, writtenOf } from '../history/edit-row.ts'
import type { PlayerEditRow } from '../tables.ts'

export function jobEditOf(row: PlayerEditRow): JobEdit {
  const { id, at, actor, reason, status } = row
  return {
    id,
    jobId: row.job_id ?? id,
    effectKey: row.effect_key ?? '',
    game: row.game,
    uId: row.u_id,
    serverKey: row.server_key,
    actorId: row.actor_id,
    actor,
    at,
    reason,
    onlinePolicy: row.online_policy ?? 'live',
    status,
    ...(row.undo_of === null ? {} : { undo: { of: row.undo_of, indexes: undoIndexesOf(row) } }),
    changes: changesOf(row),
    results: resultsOf(row),
    written: writtenOf(row),
    versionBefore: row.version_before,
    versionAfter: row.version_after,
    ...(row.use_key === null ? {} : { useKey: row.use_key }),
    ...(row.protocol_md5 === null ? {} : { protocolMd5: row.protocol_md5 }),
  }
}

export function rowOfJobEdit(edit: JobEdit): PlayerEditRow {
  const { id, at, actor, reason, status, undo } = edit
  return {
    id,
    game: edit.game,
    u_id: edit.uId,
    server_key: edit.serverKey,
    actor_id: edit.actorId,
    actor,
    at,
    reason,
    status,
    undo_of: undo?.of ?? null,
    undo_indexes: JSON.stringify(undo?.indexes ?? []),
    changes: JSON.stringify(edit.changes),
    results: JSON.stringify(edit.results),
    written: JSON.stringify(edit.written),
    version_before: edit.versionBefore,
    version_after: edit.versionAfter,
    job_id: edit.jobId,
    effect_key: edit.effectKey,
    online_policy: edit.onlinePolicy,
    run_id: null,
    use_key: edit.useKey ?? null,
    protocol_md5: edit.protocolMd5 ?? null,
  }
}

/**
 * The request of an edit that a job has stored, the same words whenever it is made: the edit holds all of it, and
 * nothing of the moment goes in.
 */
export function jobRequest(edit: JobEdit): GameRequest {
  const { uId, jobId, versionBefore, actorId, actor, reason, changes, onlinePolicy, protocolMd5 } = edit
  const operator = { opId: actorId, user: actor, reason, requestId: jobId }
  const rests = protocolMd5 === undefined ? {} : { protocolMd5 }
  return { uId, version: versionBefore, changes, ...rests, onlinePolicy, operator }
}
