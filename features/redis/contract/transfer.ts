import { defineJob, defineRoute, schemas, z } from '@qd/contract-kit'
import { KEY_BYTES, redisBytes } from './bytes.ts'
import { atDatabase, databaseRef } from './connections.ts'
import { keySelection } from './key-jobs.ts'
import { editRedis, readRedis } from './permissions.ts'

/*
 * Keys as files. `commands` is text for redis-cli, `jsonl` one JSON object a line, `csv` a table, `dump` JSON lines with
 * what DUMP writes. Lines of one key that follow each other are one value: a large one is never a single line.
 */

export const TRANSFER_FORMATS = ['jsonl', 'commands', 'csv', 'dump'] as const
export type TransferFormat = (typeof TRANSFER_FORMATS)[number]

/** What files of an import are sent for; its text is `file.redis.import`. */
export const IMPORT_FILE_USE = 'redis.import'

export const TRANSFER_LIMITS = {
  fileBytes: 1_073_741_824,
  /** Of the file of an export job. */
  exportBytes: 4_294_967_296,
  /** Bytes of one line. */
  lineBytes: 33_554_432,
  /** Keys of one import. */
  keys: 1_000_000,
  /** Faulty lines a look at a file names. */
  faults: 100,
  /** Names a look at a file shows. */
  sample: 20,
  /** Keys a second. */
  rate: 2_000,
} as const

const format = z.enum(TRANSFER_FORMATS)

/** The keys of a selection that the caller may read, as a file; the audit tells how many left. */
export const exportKeys = defineRoute({
  method: 'POST',
  level: 2,
  permission: readRedis,
  risk: 'R2',
  path: '/adjust/redis/keys/export',
  title: 'redis.exportKeys',
  bodyLimit: 8 * KEY_BYTES,
  body: z.object({ ...databaseRef, selection: keySelection, format }),
  target: atDatabase,
  subject: ({ body }) => body.connectionId,
  audit: ({ body }) => ({ db: body.db, format: body.format, selection: body.selection.kind }),
  reply: z.unknown(),
  raw: true,
})

/** What the file of an export job is for; its text is `file.redis.export`. */
export const EXPORT_FILE_USE = 'redis.export'

/** Writes keys to a file that its owner fetches later. */
export const exportJob = defineJob({
  name: 'redis.export',
  title: 'redis.exportJob',
  permission: readRedis,
  risk: 'R2',
  params: z.object({ ...databaseRef, selection: z.unknown(), format }),
  input: z.object({ key: redisBytes }),
})

/** Begins an export that goes on without the page; only for who may read all keys of the database. */
export const startExport = defineRoute({
  method: 'POST',
  level: 2,
  permission: readRedis,
  risk: 'R2',
  path: '/adjust/redis/keys/export/start',
  title: 'redis.startExport',
  bodyLimit: 8 * KEY_BYTES,
  body: z.object({
    ...databaseRef,
    selection: keySelection,
    format,
    idempotencyKey: schemas.idempotencyKey,
  }),
  target: atDatabase,
  subject: ({ body }) => body.connectionId,
  audit: ({ body }) => ({ db: body.db, format: body.format, selection: body.selection.kind }),
  reply: z.object({ jobId: z.string(), replayed: z.boolean(), keys: z.int() }),
})

/** The file of an own export that has come to its end. */
export const exportFile = defineRoute({
  method: 'POST',
  level: 2,
  permission: readRedis,
  risk: 'R2',
  path: '/adjust/redis/keys/export/file',
  title: 'redis.exportFile',
  body: z.object({ lineId: databaseRef.lineId, jobId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  target: ({ body }) => ({ lineId: body.lineId }),
  subject: ({ body }) => body.jobId,
  reply: z.unknown(),
  raw: true,
})

const importOf = {
  ...databaseRef,
  /** An uploaded file of the caller's own. */
  fileId: z.string().check(z.minLength(1), z.maxLength(64)),
  format,
  /** Stands before the names. */
  prefix: z.optional(redisBytes),
}

/** A faulty line. */
export const lineFault = z.object({
  /** Of the file, from 1. */
  line: z.int(),
  /** Why, in the caller's language. */
  reason: z.string(),
})

/** What a file would write; nothing is changed. */
export const previewImport = defineRoute({
  method: 'POST',
  level: 2,
  permission: editRedis,
  risk: 'R0',
  path: '/adjust/redis/keys/import/preview',
  title: 'redis.previewImport',
  body: z.object(importOf),
  target: atDatabase,
  reply: z.object({
    keys: z.int(),
    types: z.array(z.object({ type: z.string(), keys: z.int() })),
    /** How many of them are there already. */
    existing: z.int(),
    /** How many have a time to live. */
    ending: z.int(),
    sample: z.array(redisBytes),
    faults: z.array(lineFault),
    /** All of them; `faults` has the first. */
    faultCount: z.int(),
  }),
})
export type ImportPreview = z.output<typeof previewImport.reply>

const choices = {
  /** What happens to a key that is there already. */
  conflict: z.enum(['skip', 'replace', 'fail']),
  /** `keep`: ends when the file says; `left`: after what it had left when it was exported; `none`: no end. */
  ttl: z.enum(['keep', 'left', 'none']),
}

export const importJob = defineJob({
  name: 'redis.import',
  title: 'redis.importJob',
  permission: editRedis,
  risk: 'R3',
  params: z.object({ ...importOf, ...choices }),
  /** Which bytes of the file the key has, and what is wrong with them; empty when nothing is. */
  input: z.object({ line: z.int(), from: z.int(), to: z.int(), fault: z.string(), word: z.string() }),
})

export const startImport = defineRoute({
  method: 'POST',
  level: 2,
  permission: editRedis,
  risk: 'R2',
  riskInProduction: 'R3',
  path: '/adjust/redis/keys/import/start',
  title: 'redis.startImport',
  confirms: 'named',
  body: z.object({
    ...importOf,
    ...choices,
    idempotencyKey: schemas.idempotencyKey,
    ...schemas.confirmation,
  }),
  target: atDatabase,
  subject: ({ body }) => body.connectionId,
  audit: ({ body }) => ({ db: body.db, format: body.format, conflict: body.conflict, ttl: body.ttl }),
  reply: z.object({ jobId: z.string(), replayed: z.boolean(), keys: z.int() }),
})
