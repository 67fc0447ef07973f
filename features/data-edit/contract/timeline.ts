import { defineRoute, schemas, z } from '@qd/contract-kit'
import { MAX_NAME_LENGTH } from '@qd/protocol-model'
import { edit, editPlace, editStatus } from './history.ts'
import { readPlayerData } from './protocol.ts'

/** What made an entry: a hand in the editor, a function, a job on many players, or the undo of one of these. */
export const timelineKind = z.enum(['edit', 'function', 'bulk', 'undo'])
export type TimelineKind = z.infer<typeof timelineKind>

const runStatus = z.enum(['done', 'failed', 'unknown', 'running'])

const runStep = z.object({
  /** What it does: `patch`, `command`, `message` or `read`. */
  kind: z.string(),
  title: z.string(),
  status: z.string(),
  /** What the game or the console said of it, cut to a line. */
  text: z.string(),
  /** The edit it made. */
  editId: z.nullable(z.string()),
})

const run = z.object({
  title: z.string(),
  status: runStatus,
  /** Of a run on a list of players. */
  jobId: z.nullable(z.string()),
  steps: z.array(runStep),
})

export type TimelineRun = z.infer<typeof run>

const timelineEdit = z.extend(edit, {
  /** Of an undo: when the edit was made that it took back; null when that is forgotten. */
  undoneAt: z.nullable(z.number()),
  /** Indexes of its changes that undos have taken back. */
  takenBack: z.array(z.int()),
})
export type TimelineEdit = z.infer<typeof timelineEdit>

const jobStanding = z.object({
  /** Its players, and how many of them are done. */
  total: z.int(),
  done: z.int(),
})
export type JobStanding = z.infer<typeof jobStanding>

export const timelineEntry = z.object({
  /** Ids rise with time, whatever the kind. */
  id: z.string(),
  at: z.number(),
  kind: timelineKind,
  actorId: z.string(),
  actor: z.string(),
  reason: z.string(),
  /** Of a function those its steps made, in their order; of any other kind one. */
  edits: z.array(timelineEdit),
  run: z.nullable(run),
  /** How the whole job stands that this was a part of; null without one, or without the right to see it. */
  job: z.nullable(jobStanding),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

const summary = z.object({
  counts: z.record(timelineKind, z.int()),
  /** How many of them have an outcome that nobody knows. */
  unknown: z.int(),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type TimelineSummary = z.infer<typeof summary>

const id = z.string().check(z.minLength(1), z.maxLength(64))

/** What the list is narrowed to; an absent part narrows nothing. */
const timelineFilter = z.object({
  kinds: z.optional(z.array(timelineKind).check(z.minLength(1), z.maxLength(4))),
  diff: z.optional(z.string().check(z.maxLength(MAX_NAME_LENGTH))),
  place: z.optional(editPlace),
  actorId: z.optional(z.string().check(z.maxLength(128))),
  fromMs: z.optional(schemas.momentMs),
  toMs: z.optional(schemas.momentMs),
  status: z.optional(editStatus),
})

/**
 * Edits, function runs, bulk edits and undos of one player in one list, newest first. Runs are those the caller may
 * see; what a run they see has edited stands in its entry and nowhere else. A place or a module has edits only.
 */
export const playerTimeline = defineRoute({
  method: 'POST',
  path: '/adjust/history/timeline',
  title: 'data-edit.timeline',
  permission: readPlayerData,
  level: 3,
  risk: 'R0',
  query: z.object({ uId: schemas.uIdText }),
  body: z.extend(timelineFilter, {
    /** `next` of the page before. */
    before: z.optional(id),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
    /** Only this entry, or the one that holds this edit. */
    entry: z.optional(id),
  }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: z.object({
    list: z.array(timelineEntry),
    next: z.nullable(z.string()),
    /** Of all kinds, whatever kinds are asked for; on the first page, and not of a place. */
    summary: z.nullable(summary),
  }),
})

/** All of it as a file, newest first: JSON lines hold whole entries, CSV a line for each field or step. */
export const timelineExport = defineRoute({
  method: 'POST',
  path: '/adjust/history/export',
  title: 'data-edit.timelineExport',
  permission: readPlayerData,
  level: 3,
  // What leaves the console is in the audit.
  risk: 'R2',
  query: z.object({ uId: schemas.uIdText }),
  body: z.extend(timelineFilter, { fileType: z.enum(['csv', 'jsonl']) }),
  target: ({ query }) => ({ uId: query.uId }),
  audit: ({ body }) => ({ ...body }),
  reply: z.unknown(),
  raw: true,
})

/** What is asked of the function runs of a player. */
export interface RunsAsked {
  ids?: readonly string[]
  /** Only older ones than this id. */
  before?: string
  limit?: number
  actorId?: string
  fromMs?: number
  toMs?: number
  statuses?: readonly PlayerRun['status'][]
}

/** A function run of one player. */
export interface PlayerRun extends z.infer<typeof run> {
  id: string
  at: number
  actorId: string
  actor: string
  reason: string
}

/** How many function runs of one state somebody made. */
export interface RunCount {
  actorId: string
  actor: string
  status: PlayerRun['status']
  runs: number
}
