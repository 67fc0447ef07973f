import { createHash } from 'node:crypto'
import { z } from '@qd/contract-kit'

/** A backup that can't be used; the message is one line for the person at the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** 2 holds the contents of files besides; 1 is still read. */
export const FORMAT = 2

/**
 * A backup is gzip over lines of JSON: a head, pages of rows, files of the data folder, contents of files in pieces, an end.
 * The end repeats how much there was and the hash of every byte before it, so a cut or changed archive has none that fits.
 */
const headSchema = z.object({
  quarterdeck: z.literal('backup'),
  format: z.union([z.literal(1), z.literal(FORMAT)]),
  version: z.string(),
  /** Milliseconds UTC. */
  createdAt: z.number(),
  dialect: z.enum(['sqlite', 'postgres']),
})
const pageSchema = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
})
const fileSchema = z.object({ file: z.enum(['settings.json']), text: z.string() })
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** A piece of the content of that hash, base64; those of one content follow each other. */
const pieceSchema = z.object({ content: sha256, piece: z.string() })
/** Behind the pieces of a content: how it was found. What is not whole is no content. */
const contentSchema = z.object({ content: sha256, state: z.enum(['whole', 'missing', 'damaged']) })
const keySchema = z.object({ masterKey: z.string() })
const endSchema = z.object({
  end: z.object({
    /** Names of the schema's steps, in order. */
    migrations: z.array(z.string()),
    /** Rows by table. */
    counts: z.record(z.string(), z.number()),
    audit: z.object({ seq: z.number(), hash: z.string() }),
    /** Contents of files by how they were found, and the bytes of the whole ones; absent: made without files. */
    contents: z.optional(
      z.object({ whole: z.number(), missing: z.number(), damaged: z.number(), bytes: z.number() }),
    ),
    /** SHA-256 in hex of all lines before this one, line ends included. */
    sha256: z.string(),
  }),
})
export const lineSchema = z.union([
  headSchema,
  pieceSchema,
  contentSchema,
  pageSchema,
  fileSchema,
  keySchema,
  endSchema,
])

export type ArchiveHead = z.output<typeof headSchema>
export type ArchiveEnd = z.output<typeof endSchema>['end']
export type ArchiveContents = NonNullable<ArchiveEnd['contents']>
export type ArchiveLine = z.output<typeof lineSchema>

/** The running hash over lines, the same for writer and reader. */
export function createLineHash() {
  const hash = createHash('sha256')
  return {
    add: (line: string) => void hash.update(line).update('\n'),
    digest: () => hash.digest('hex'),
  }
}
