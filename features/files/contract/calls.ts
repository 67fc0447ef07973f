import { WITH_TOKENS, defineRoute, schemas, z } from '@qd/contract-kit'

/** Most bytes of one part. A part that is cut is sent again as a whole. */
export const PART_BYTES = 8 * 1_048_576
/** Longest name of a file, characters. */
const NAME_MAX = 255

const fileId = z.string().check(z.minLength(1), z.maxLength(64))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const own = { permission: 'session', sessionKinds: WITH_TOKENS, level: 0, scopeRule: 'reach' } as const

/** A file and how much of it is here. Times in ms UTC, sizes in bytes. */
export const fileView = z.object({
  fileId: z.string(),
  use: z.string(),
  name: z.string(),
  size: z.int(),
  /** The next part begins here. */
  received: z.int(),
  isDone: z.boolean(),
  /** Of the whole content; null until it is done. */
  sha256: z.nullable(z.string()),
  /** When it is deleted by itself; an upload that stands still before. */
  expiresAt: z.int(),
})

/** Begins an upload. The use says what the file is for, how large it may be and how long it is kept. */
export const fileBegin = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/file/begin',
  title: 'files.begin',
  risk: 'R1',
  body: z.object({
    use: schemas.shortText,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX)),
    size: schemas.position,
  }),
  audit: ({ body }) => ({ use: body.use, name: body.name, size: body.size }),
  reply: z.extend(fileView, { partBytes: z.int() }),
})

/**
 * Takes the next part. One that is here already is answered as it was the first time; one that comes too early is
 * refused with `received`, from where the upload goes on. With `sha256` the part is compared before it counts.
 */
export const filePart = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/file/part',
  title: 'files.part',
  risk: 'R0',
  bytesLimit: PART_BYTES,
  query: z.object({
    fileId,
    offset: z.coerce.number().check(z.int(), z.gte(0), z.lte(999_999_999_999_999)),
    sha256: z.optional(sha256),
  }),
  reply: fileView,
})

/** Ends an upload of which everything is here; with `sha256` the whole content is compared. */
export const fileFinish = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/file/finish',
  title: 'files.finish',
  risk: 'R1',
  body: z.object({ fileId, sha256: z.optional(sha256) }),
  subject: ({ body }) => body.fileId,
  reply: fileView,
})

/** How a file stands: where a cut upload goes on. */
export const fileGet = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/file/get',
  title: 'files.get',
  risk: 'R0',
  body: z.object({ fileId }),
  reply: fileView,
})

/** Every file the caller keeps here, the newest first, and what they may keep. */
export const fileList = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/file/list',
  title: 'files.list',
  risk: 'R0',
  body: z.object({}),
  reply: z.object({
    files: z.array(
      z.extend(fileView, {
        /** What it was sent for, in the caller's language. */
        purpose: z.string(),
        /** The console writes it; others are sent. */
        isMade: z.boolean(),
        createdAt: z.int(),
      }),
    ),
    /** Bytes of all of them at most. */
    mostBytes: z.int(),
  }),
})

/** Deletes an own file, finished or not. */
export const fileDiscard = defineRoute({
  ...own,
  method: 'POST',
  path: '/platform/file/discard',
  title: 'files.discard',
  risk: 'R1',
  body: z.object({ fileId }),
  subject: ({ body }) => body.fileId,
  reply: z.object({}),
})

/** The content of a finished file, or the one range of it that `range` asks for (RFC 9110, 14). */
export const fileContent = defineRoute({
  ...own,
  method: 'GET',
  path: '/platform/file/content',
  title: 'files.content',
  risk: 'R1',
  query: z.object({ fileId }),
  subject: ({ query }) => query.fileId,
  raw: true,
  reply: z.unknown(),
})
