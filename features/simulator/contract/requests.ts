import { defineRoute, schemas, z } from '@qd/contract-kit'
import { readDefinitions } from './definitions.ts'
import { simulatorConnect } from './permissions.ts'

/*
 * Saved requests, of a game: they serve on each line of it. The owner changes theirs; members of the groups named see
 * them, open them and keep copies of their own.
 */

/** Requests somebody keeps of a game. */
export const REQUESTS_MAX = 500
/** Characters of a body. */
export const REQUEST_CHARS = 65_536
/** JSON inside JSON: escapes make it longer. */
const REQUEST_BYTES = 4 * REQUEST_CHARS
/** Folders inside each other. */
export const FOLDER_DEPTH = 4
const SEGMENT_CHARS = 60

/** Names of folders with `/` between, without empty ones: ` bag / use ` is `bag/use`. */
export function normalFolder(text: string): string {
  return text
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .join('/')
}

const savedId = z.string().check(z.minLength(1), z.maxLength(64))
const { revision } = schemas
const target = ({ body }: { body: { lineId: string } }) => ({ lineId: body.lineId })
const reading = { method: 'POST', level: 2, permission: readDefinitions, risk: 'R0', target } as const
const changing = { method: 'POST', level: 2, permission: simulatorConnect, risk: 'R1', target } as const

/** Where a request is found: what the dialog for it asks. */
export const requestPlace = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  /** Empty: in no folder. */
  folder: z.pipe(z.string(), z.transform(normalFolder)).check(
    z.refine((folder: string) => {
      const names = folder.split('/')
      return names.length <= FOLDER_DEPTH && names.every((name) => name.length <= SEGMENT_CHARS)
    }),
  ),
  groups: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)),
}

export const savedRequest = z.object({
  savedId: z.string(),
  name: z.string(),
  folder: z.string(),
  /** Full name. */
  message: z.string(),
  groups: z.array(z.string()),
  owner: z.string(),
  isMine: z.boolean(),
  revision: z.int(),
  updatedAt: z.number(),
})
export type SavedRequest = z.infer<typeof savedRequest>

/** Own requests of the game and those shared with a group of the caller, without their bodies. */
export const requestList = defineRoute({
  ...reading,
  path: '/platform/simulator/request/list',
  title: 'simulator.requestList',
  body: z.object({ lineId: schemas.shortText }),
  reply: z.object({
    list: z.array(savedRequest),
    /** Those the caller may share with. */
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

export const requestGet = defineRoute({
  ...reading,
  path: '/platform/simulator/request/get',
  title: 'simulator.requestGet',
  body: z.object({ lineId: schemas.shortText, savedId }),
  reply: z.object({
    saved: savedRequest,
    /** The JSON as it was written: every digit is there. */
    body: z.string(),
  }),
})

/** Saves a request, or an own one anew (`savedId` with the `revision` it was opened at). */
export const requestSave = defineRoute({
  ...changing,
  path: '/platform/simulator/request/save',
  title: 'simulator.requestSave',
  bodyLimit: REQUEST_BYTES,
  body: z.object({
    lineId: schemas.shortText,
    savedId: z.optional(savedId),
    revision: z.optional(revision),
    ...requestPlace,
    message: z.string().check(z.regex(/^[A-Za-z_][\w.]*$/), z.maxLength(300)),
    /** A JSON object, as text. Texts in fields that look like secrets are emptied before it is kept. */
    body: z.string().check(z.maxLength(REQUEST_CHARS)),
  }),
  audit: ({ body }) => ({
    name: body.name,
    folder: body.folder,
    message: body.message,
    groups: body.groups,
  }),
  subject: ({ body }) => body.savedId,
  reply: z.object({
    saved: savedRequest,
    /** Fields that were emptied, by name. */
    emptied: z.array(z.string()),
  }),
})

/** Renames an own request, moves it to another folder or shares it with other groups. */
export const requestMove = defineRoute({
  ...changing,
  path: '/platform/simulator/request/move',
  title: 'simulator.requestMove',
  body: z.object({ lineId: schemas.shortText, savedId, revision, ...requestPlace }),
  audit: ({ body }) => ({ name: body.name, folder: body.folder, groups: body.groups }),
  subject: ({ body }) => body.savedId,
  reply: z.object({ saved: savedRequest }),
})

/** Deletes an own one as it was seen (`revision`): what was saved since is not lost unseen. */
export const requestDelete = defineRoute({
  ...changing,
  path: '/platform/simulator/request/delete',
  title: 'simulator.requestDelete',
  body: z.object({ lineId: schemas.shortText, savedId, revision }),
  subject: ({ body }) => body.savedId,
  reply: schemas.nothing,
})
