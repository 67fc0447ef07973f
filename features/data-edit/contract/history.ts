import { undoApproval } from './approvals.ts'
import { definePermission, defineRoute, schemas, z } from '@qd/contract-kit'
import { MAX_NAME_LENGTH } from '@qd/protocol-model'
import { change, changeVerdict } from './change.ts'
import { commitReply, editPlayerData } from './edit.ts'
import { readPlayerData } from './protocol.ts'

const player = z.object({ uId: schemas.uIdText })

export const editStatus = z.enum(['applied', 'partly', 'refused', 'unknown', 'undone'])

export const edit = z.object({
  id: z.string(),
  at: z.number(),
  actor: z.string(),
  reason: z.string(),
  status: editStatus,
  /** Id of the edit this one took back. */
  undoOf: z.nullable(z.string()),
  /** The job it belongs to, for an edit of many players. */
  jobId: z.nullable(z.string()),
  changes: z.array(change),
  results: z.array(changeVerdict),
  versionBefore: z.string(),
  versionAfter: z.string(),
})
export type Edit = z.infer<typeof edit>

/** A field, a column (no key) or a row (no path) whose edits are asked for. */
export const editPlace = z.object({
  diff: z.string().check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH)),
  key: z.optional(z.string().check(z.maxLength(256))),
  path: z.array(z.string().check(z.maxLength(MAX_NAME_LENGTH))).check(z.maxLength(32)),
})

/** Edits of one player, newest first; `before` is an id of the last page, times are milliseconds. */
export const editHistory = defineRoute({
  method: 'POST',
  path: '/adjust/history/list',
  title: 'data-edit.history',
  permission: readPlayerData,
  level: 3,
  risk: 'R0',
  query: player,
  body: z.object({
    before: z.optional(z.string().check(z.maxLength(64))),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
    diff: z.optional(z.string().check(z.maxLength(MAX_NAME_LENGTH))),
    place: z.optional(editPlace),
    actor: z.optional(z.string().check(z.maxLength(128))),
    fromMs: z.optional(schemas.momentMs),
    toMs: z.optional(schemas.momentMs),
    status: z.optional(editStatus),
  }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: z.object({ list: z.array(edit), more: z.boolean() }),
})

/** Rows of one answer of `latestEdits`, and changes of one edit in it. */
export const MOST_LATEST = 50
export const CHANGES_OF_LATEST = 3

export const latestEdit = z.extend(edit, {
  uId: z.string(),
  actorId: z.string(),
  /** How many changes it had; `changes` and `results` hold the first of them. */
  changeCount: z.int(),
})
export type LatestEdit = z.infer<typeof latestEdit>

/** The newest edits of players on a server, newest first; of a job's edits there the newest one stands for all. */
export const latestEdits = defineRoute({
  method: 'POST',
  path: '/adjust/history/latest',
  title: 'data-edit.latest',
  permission: readPlayerData,
  level: 3,
  risk: 'R0',
  query: z.object({ sId: schemas.sIdNumber, lineId: z.optional(schemas.shortText) }),
  body: z.object({
    owner: z.optional(z.enum(['mine', 'all'])),
    limit: z.optional(z.int().check(z.gte(1), z.lte(MOST_LATEST))),
  }),
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  reply: z.object({ list: z.array(latestEdit) }),
})

/** Asks the game again what became of an edit whose answer was lost; it happens at most once. */
export const askEdit = defineRoute({
  method: 'POST',
  path: '/adjust/history/ask',
  title: 'data-edit.ask',
  permission: editPlayerData,
  level: 3,
  risk: 'R2',
  query: player,
  body: z.object({ editId: z.string().check(z.maxLength(64)) }),
  target: ({ query }) => ({ uId: query.uId }),
  subject: ({ body }) => body.editId,
  reply: z.object({ edit }),
})

const indexes = z.optional(z.array(schemas.position).check(z.minLength(1), z.maxLength(1000)))
export const undoEditPermission = definePermission({
  routerName: 'index',
  code: 'data.undo',
  type: 'button',
  heldBy: ['operator', 'developer'],
})

/** Edits that go back in one go. */
export const MOST_UNDONE_AT_ONCE = 50

const undoConflict = z.object({ index: z.int(), written: z.unknown(), current: z.unknown(), change })

/** What an undo would do: only rows whose value is still ours can go back. */
export const undoPreview = defineRoute({
  method: 'POST',
  path: '/adjust/history/undoPreview',
  title: 'data-edit.undoPreview',
  permission: undoEditPermission,
  level: 3,
  risk: 'R0',
  query: player,
  body: z.object({
    editId: z.string().check(z.maxLength(64)),
    /** Only these changes of the edit; all without. */
    indexes,
  }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: z.object({
    version: z.string(),
    changes: z.array(change),
    conflicts: z.array(undoConflict),
  }),
})

/** What undoing several edits would do, newest first: each on what those before it leave. */
export const undoManyPreview = defineRoute({
  method: 'POST',
  path: '/adjust/history/undoManyPreview',
  title: 'data-edit.undoManyPreview',
  permission: undoEditPermission,
  level: 3,
  risk: 'R0',
  query: player,
  body: z.object({
    editIds: z
      .array(z.string().check(z.maxLength(64)))
      .check(z.minLength(1), z.maxLength(MOST_UNDONE_AT_ONCE)),
  }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: z.object({
    edits: z.array(
      z.object({ editId: z.string(), changes: z.array(change), conflicts: z.array(undoConflict) }),
    ),
  }),
})

export const undoEdit = defineRoute({
  method: 'POST',
  path: '/adjust/history/undo',
  title: 'data-edit.undo',
  approval: undoApproval,
  permission: undoEditPermission,
  level: 3,
  risk: 'R2',
  // Sensitive fields.
  risesTo: 'R3',
  needsReason: true,
  query: player,
  body: z.object({
    editId: z.string().check(z.maxLength(64)),
    indexes,
    ...schemas.confirmation,
    idempotencyKey: schemas.idempotencyKey,
  }),
  target: ({ query }) => ({ uId: query.uId }),
  audit: ({ body }) => ({ editId: body.editId, indexes: body.indexes, idempotencyKey: body.idempotencyKey }),
  reply: z.extend(commitReply, {
    conflicts: z.array(undoConflict),
  }),
})
