import { FILE_LIMIT_BYTES, defineJob, defineRoute, schemas, z } from '@qd/contract-kit'
import { change, changeVerdict, onlinePolicy } from '@qd/data-edit/contract'
import { bulkApproval } from './approvals.ts'
import { bulkEditPermission, home, paths, place, placeName, targetOf } from './place.ts'

/** Most players a list takes that comes with the call. */
export const BULK_PLAYERS_MAX = 100_000
/** The same of a list that was sent as a file before. */
export const BULK_FILE_PLAYERS_MAX = 2_000_000
/** Further lines and servers of one bulk edit. */
export const BULK_PLACES_MAX = 50
/** Longest wait after the first players, minutes. */
export const BULK_WAIT_MAX = 7 * 24 * 60
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
/** Where else in the game players of the list may be: further lines, or servers of lines. */
const furtherPlace = z.object({ sId: z.optional(schemas.sIdNumber), lineId: schemas.shortText })
export type FurtherPlace = z.infer<typeof furtherPlace>
const listSource = {
  /** A list that was sent as a file; the text of the call is empty then. */
  fileId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  also: z.optional(z.array(furtherPlace).check(z.maxLength(BULK_PLACES_MAX))),
}

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

const serverPlayers = z.object({
  sId: z.int(),
  name: z.string(),
  players: z.int(),
  lineId: z.string(),
  environment: schemas.environment,
})

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
  body: z.object(listSource),
  target: targetOf,
  reply: z.object({
    players: z.int(),
    duplicates: z.int(),
    /** No uId at all. */
    wrong: badLines,
    /** No such server here, or none the caller may edit: the two are not told apart. */
    notFound: badLines,
    servers: z.array(serverPlayers),
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
    ...listSource,
    set: bulkSet,
    samples: z.optional(z.array(schemas.uIdText).check(z.minLength(1), z.maxLength(SAMPLES_MAX))),
  }),
  target: targetOf,
  reply: z.object({
    hash: z.string(),
    players: z.int(),
    /** All servers of the list, with how many of the players are theirs. Samples were read, the others counted. */
    servers: z.array(serverPlayers),
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

const percent = z.int().check(z.gte(0), z.lte(100))
const tryFirst = z.object({
  players: z.int().check(z.gte(1), z.lte(BULK_FILE_PLAYERS_MAX)),
  /** Waits so long and goes on by itself; absent: waits until somebody says so. */
  waitMinutes: z.optional(z.int().check(z.gte(0), z.lte(BULK_WAIT_MAX))),
  /** Goes on only when at most so many per cent of them failed. */
  mostFailedPercent: percent,
})
export type TryFirst = z.infer<typeof tryFirst>

/** Starts the job; refused unless the caller has seen a preview of this very list and set. */
export const bulkStart = defineRoute({
  method: 'POST',
  path: '/adjust/bulk/start',
  title: 'data-edit.bulkStart',
  approval: bulkApproval,
  permission: bulkEditPermission,
  level: 2,
  risk: 'R3',
  needsReason: true,
  bodyLimit: SET_BYTES,
  textLimit: BULK_TEXT_BYTES,
  query: place,
  body: z.object({
    ...listSource,
    set: bulkSet,
    hash: z.string().check(z.maxLength(64)),
    onlinePolicy,
    /** Some players first, and what is looked at before the others come. */
    tryFirst: z.optional(tryFirst),
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
    also: body.also,
    tryFirst: body.tryFirst,
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
    home,
    paths,
  }),
  input: z.object({}),
})
