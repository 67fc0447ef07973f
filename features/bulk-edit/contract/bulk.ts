import { FILE_LIMIT_BYTES, defineJob, definePermission, defineRoute, schemas, z } from '@qd/contract-kit'
import { change, changeVerdict, onlinePolicy, undoEditPermission } from '@qd/data-edit/contract'

/** Most players one bulk edit takes. */
export const BULK_PLAYERS_MAX = 100_000
/** Largest list, bytes of UTF-8 (S5.02). */
export const BULK_TEXT_BYTES = FILE_LIMIT_BYTES
/** A set is typed into an editor: whole rows are large, a hundred thousand players are below it as text. */
const SET_BYTES = 1_048_576
/** Longest name a job is given, characters. */
export const BULK_NAME_MAX = 100
const SAMPLES_MAX = 3
/** Largest list that is sent as a file before, bytes: an export of a database with a column of uIds. */
export const BULK_FILE_BYTES = 256 * 1_048_576
/** What the files of lists are sent for. */
export const BULK_FILE_USE = 'bulk-edit.list'
/** A list that was sent as a file; the text of the call is empty then. */
const listFile = { fileId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))) }

/** Change many players by one set of changes. */
export const bulkEditPermission = definePermission({
  routerName: 'index',
  code: 'data.bulk',
  type: 'job',
  heldBy: ['operator', 'developer'],
})

/** A change for every player of a list; with `by` a whole number is added to what stands there. */
export const bulkChange = z.extend(change, { by: z.optional(schemas.int64Text) })
export type BulkChange = z.infer<typeof bulkChange>

export const bulkSet = z.object({
  changes: z.array(bulkChange).check(z.minLength(1), z.maxLength(200)),
  /** Only players in whom every changed place still holds `old`; the others are left out. */
  onlyUnchanged: z.boolean(),
  /** What becomes of a player who already has a row that is to be added. */
  existing: z.enum(['skip', 'refuse']),
})
export type BulkSet = z.infer<typeof bulkSet>

/** A line holds players of several servers; `sId` keeps the job to one of them. */
const place = z.object({ sId: z.optional(schemas.sIdNumber), lineId: schemas.shortText })
const targetOf = ({ query }: { query: z.infer<typeof place> }) => ({ sId: query.sId, lineId: query.lineId })
const placeName = ({ query }: { query: z.infer<typeof place> }) =>
  query.sId === undefined ? query.lineId : undefined

/** Lines of the list that cannot be worked on; at most the first hundred are told. */
const badLines = z.object({
  count: z.int(),
  lines: z.array(z.object({ line: z.int(), text: z.string() })),
})

/** Reads a list of players, the text of the call: which of them can be edited here, and what is wrong with the others. */
export const bulkPlayers = defineRoute({
  method: 'POST',
  path: '/adjust/bulk/players',
  title: 'data-edit.bulkPlayers',
  permission: bulkEditPermission,
  level: 2,
  risk: 'R0',
  textLimit: BULK_TEXT_BYTES,
  query: place,
  body: z.object(listFile),
  target: targetOf,
  reply: z.object({
    players: z.int(),
    duplicates: z.int(),
    /** No uId at all. */
    wrong: badLines,
    /** No such server here, or none the caller may edit: the two are not told apart. */
    notFound: badLines,
    servers: z.array(z.object({ sId: z.int(), name: z.string(), players: z.int() })),
    /** How every server of the list can treat players who are online. */
    policies: z.array(onlinePolicy),
    /** First, middle and last player. */
    samples: z.array(z.string()),
  }),
})

export const bulkSample = z.object({
  uId: z.string(),
  sId: z.int(),
  outcome: z.enum(['changes', 'skipped', 'refused']),
  /** Why nothing is changed; empty for `changes`. */
  msg: z.string(),
  changes: z.array(change),
  refused: z.array(changeVerdict),
  actions: z.array(z.object({ text: z.string(), code: z.string() })),
  warnings: z.array(z.object({ text: z.string(), code: z.string() })),
})
export type BulkSample = z.infer<typeof bulkSample>

/** What the set would do with some of the players of the text; its hash opens `bulkStart` for this list and set. */
export const bulkPreview = defineRoute({
  method: 'POST',
  path: '/adjust/bulk/preview',
  title: 'data-edit.bulkPreview',
  permission: bulkEditPermission,
  level: 2,
  risk: 'R0',
  bodyLimit: SET_BYTES,
  textLimit: BULK_TEXT_BYTES,
  query: place,
  body: z.object({
    ...listFile,
    set: bulkSet,
    samples: z.optional(z.array(schemas.uIdText).check(z.minLength(1), z.maxLength(SAMPLES_MAX))),
  }),
  target: targetOf,
  reply: z.object({
    hash: z.string(),
    players: z.int(),
    /** As in `bulkPlayers`. */
    policies: z.array(onlinePolicy),
    samples: z.array(bulkSample),
    /** The servers of the list by the definition they have. */
    versions: z.array(
      z.object({
        md5: z.string(),
        servers: z.array(z.object({ sId: z.int(), name: z.string() })),
      }),
    ),
  }),
})

/** Starts the job; refused unless the caller has seen a preview of this very list and set. */
export const bulkStart = defineRoute({
  method: 'POST',
  path: '/adjust/bulk/start',
  title: 'data-edit.bulkStart',
  permission: bulkEditPermission,
  level: 2,
  risk: 'R3',
  needsReason: true,
  bodyLimit: SET_BYTES,
  textLimit: BULK_TEXT_BYTES,
  query: place,
  body: z.object({
    ...listFile,
    set: bulkSet,
    hash: z.string().check(z.maxLength(64)),
    onlinePolicy,
    /** What the job is called; absent: what it changes. */
    name: z.optional(z.string().check(z.trim(), z.maxLength(BULK_NAME_MAX))),
    ...schemas.confirmation,
    idempotencyKey: schemas.idempotencyKey,
  }),
  target: targetOf,
  subject: placeName,
  audit: ({ body }) => ({
    set: body.set,
    onlinePolicy: body.onlinePolicy,
    idempotencyKey: body.idempotencyKey,
  }),
  reply: z.object({ jobId: z.string(), players: z.int(), replayed: z.boolean() }),
})

export const bulkJob = z.object({
  jobId: z.string(),
  kind: z.enum(['edit', 'undo']),
  at: z.number(),
  actor: z.string(),
  reason: z.string(),
  /** What it is called, or what it changes in the words of the game. */
  name: z.string(),
  sId: z.nullable(z.int()),
  players: z.int(),
  /** Edits by how they stand now. */
  applied: z.int(),
  refused: z.int(),
  unknown: z.int(),
  undone: z.int(),
  undoOf: z.nullable(z.string()),
})
export type BulkJob = z.infer<typeof bulkJob>

/** Bulk edits of a line or of one of its servers, newest first. */
export const bulkJobs = defineRoute({
  method: 'POST',
  path: '/adjust/bulk/list',
  title: 'data-edit.bulkJobs',
  permission: bulkEditPermission,
  level: 2,
  risk: 'R0',
  query: place,
  body: z.object({ limit: z.optional(z.int().check(z.gte(1), z.lte(100))) }),
  target: targetOf,
  reply: z.object({ list: z.array(bulkJob) }),
})

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

/** One row per player, keyed by their uId. */
export const bulkEditJob = defineJob({
  name: 'data-edit.bulk',
  title: 'data-edit.bulkJob',
  permission: bulkEditPermission,
  risk: 'R3',
  params: z.object({
    set: bulkSet,
    onlinePolicy,
    name: z.string(),
    /** The changed places in the words of the game, as far as they are shown. */
    words: z.optional(z.array(z.string())),
    players: z.int(),
  }),
  input: z.object({}),
})

/** One row per edit of the job `of`. */
export const bulkUndoJob = defineJob({
  name: 'data-edit.bulk-undo',
  title: 'data-edit.bulkUndoJob',
  permission: bulkEditPermission,
  risk: 'R3',
  params: z.object({ of: z.string(), name: z.string(), players: z.int() }),
  input: z.object({ editId: z.string() }),
})
