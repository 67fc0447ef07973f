import { defineJob, defineRoute, schemas, z } from '@qd/contract-kit'
import { undoEditPermission } from '@qd/data-edit/contract'
import { bulkUndoApproval } from './approvals.ts'
import { bulkEditPermission, home, paths, place, targetOf } from './place.ts'

const undoneJob = z.object({ jobId: z.string().check(z.maxLength(64)) })

/** What an undo of a bulk edit would touch; nothing is sent. */
export const bulkUndoPreview = defineRoute({
  method: 'POST',
  path: '/adjust/bulk/undo/preview',
  title: 'data-edit.bulkUndoPreview',
  permission: bulkEditPermission,
  also: [undoEditPermission],
  level: 2,
  risk: 'R0',
  query: place,
  body: undoneJob,
  target: targetOf,
  reply: z.object({
    name: z.string(),
    /** Players who still carry something of the edit. */
    players: z.int(),
    /** Some of them, with what was written and what would come back. */
    samples: z.array(
      z.object({
        uId: z.string(),
        changes: z.array(z.object({ place: z.string(), written: z.unknown(), back: z.unknown() })),
      }),
    ),
    /** Jobs that have taken it back already, newest first. */
    undoneBy: z.array(z.string()),
  }),
})

/** Starts a job that takes back what a bulk edit has written, wherever it still stands so. */
export const bulkUndo = defineRoute({
  method: 'POST',
  path: '/adjust/bulk/undo',
  title: 'data-edit.bulkUndo',
  approval: bulkUndoApproval,
  permission: bulkEditPermission,
  also: [undoEditPermission],
  level: 2,
  risk: 'R3',
  needsReason: true,
  query: place,
  body: z.extend(undoneJob, {
    ...schemas.confirmation,
    idempotencyKey: schemas.idempotencyKey,
  }),
  target: targetOf,
  subject: ({ body }) => body.jobId,
  audit: ({ body }) => ({ jobId: body.jobId, idempotencyKey: body.idempotencyKey }),
  reply: z.object({ jobId: z.string(), players: z.int(), replayed: z.boolean() }),
})

/** One row per edit of the job `of`. */
export const bulkUndoJob = defineJob({
  name: 'data-edit.bulk-undo',
  title: 'data-edit.bulkUndoJob',
  permission: bulkEditPermission,
  risk: 'R3',
  // Not how many players: while it works fewer and fewer are left, and the order repeated would be another one.
  params: z.object({ of: z.string(), name: z.string(), home, paths }),
  input: z.object({ editId: z.string() }),
})
