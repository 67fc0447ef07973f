import { FILE_LIMIT_BYTES, defineRoute, schemas, z } from '@qd/contract-kit'
import {
  MAIL_NAMED_MAX,
  at,
  giftEntry,
  lineOf,
  mailCondition,
  mailId,
  playerRef,
  recipientSet,
} from './mail.ts'
import { editMail, seeMail } from './permissions.ts'

/** What files of recipients are sent for. */
export const MAIL_FILE_USE = 'mail.recipients'
/** Of one such file. */
export const MAIL_FILE_BYTES = 256 * 1_048_576
/** Files of one import. */
export const MAIL_FILES_MAX = 20
const COLUMNS_MAX = 64
const SAMPLE_ROWS = 5

const see = { method: 'POST', permission: seeMail, level: 2, risk: 'R0', query: at, target: lineOf } as const
const edit = { ...see, permission: editMail, risk: 'R2' } as const
const column = z.int().check(z.gte(0), z.lt(COLUMNS_MAX))
const revision = z.int().check(z.gte(1), z.lte(2_147_483_647))
const fileId = z.string().check(z.minLength(1), z.maxLength(64))

/** Which column of the files holds what; `uId` or `roleId` has to be there. */
export const columnMap = z.object({
  uId: z.optional(column),
  roleId: z.optional(column),
  serverId: z.optional(column),
  /** The row's own gift, `propId,num|propId,num`, in the place of the mail's. */
  attach: z.optional(column),
  /** By name of the variable, which texts name as `{name}`. */
  vars: z.optional(z.record(z.string().check(z.regex(/^[A-Za-z][\w-]{0,63}$/)), column)),
  /** The first row has names and no player. */
  hasHead: z.boolean(),
})
export type ColumnMap = z.infer<typeof columnMap>

/** Players as somebody typed or picked them, with the names the game knows. */
export const mailPlayers = defineRoute({
  ...see,
  path: '/partner/mail/players',
  title: 'mail.players',
  body: z.object({ players: z.array(playerRef).check(z.maxLength(MAIL_NAMED_MAX)) }),
  reply: z.object({
    list: z.array(
      z.object({
        given: playerRef,
        sId: z.nullable(z.int()),
        uId: z.nullable(z.string()),
        roleId: z.nullable(z.string()),
        name: z.nullable(z.string()),
        level: z.nullable(z.int()),
        /** `asked`: the game knows them; `unasked`: it could not be asked, so the name is missing. */
        state: z.enum(['asked', 'unasked', 'unknown', 'no_server', 'wrong', 'repeated']),
      }),
    ),
  }),
})

/** How many players a condition holds for, asked of the servers, with some of them. */
export const mailEstimate = defineRoute({
  ...see,
  path: '/partner/mail/estimate',
  title: 'mail.estimate',
  body: z.object({
    serverId: z.array(schemas.sIdNumber).check(z.maxLength(2_000)),
    where: mailCondition,
  }),
  reply: z.object({
    count: z.int(),
    /** False where each server counted exactly and every server answered. */
    isEstimate: z.boolean(),
    servers: z.array(
      z.object({
        sId: z.int(),
        name: z.string(),
        count: z.nullable(z.int()),
        /** `not_offered`: the server cannot count by condition. */
        state: z.enum(['counted', 'estimated', 'not_offered', 'away']),
      }),
    ),
    sample: z.array(z.object({ sId: z.int(), uId: z.string(), name: z.string(), level: z.int() })),
  }),
})

/** The first rows of a file, and which of its columns are probably what. */
export const mailColumns = defineRoute({
  ...edit,
  risk: 'R0',
  path: '/partner/mail/import/columns',
  title: 'mail.columns',
  body: z.object({ fileId }),
  reply: z.object({
    columns: z.int(),
    rows: z.array(z.array(z.string())).check(z.maxLength(SAMPLE_ROWS + 1)),
    guess: columnMap,
  }),
})

/**
 * Reads the players of files that were sent before, and freezes them in the place of those the draft had. Lines that are
 * no player here are left out and listed.
 */
export const mailImport = defineRoute({
  ...edit,
  path: '/partner/mail/import',
  title: 'mail.import',
  body: z.object({
    id: mailId,
    revision,
    fileIds: z.array(fileId).check(z.maxLength(MAIL_FILES_MAX)),
    columns: columnMap,
  }),
  subject: ({ body }) => body.id,
  audit: ({ body }) => ({ files: body.fileIds.length, columns: body.columns }),
  reply: z.object({ revision: z.int(), recipients: recipientSet }),
})

/** The same for one file that comes with the call (S5.02); its columns are told by their names. */
export const mailUpload = defineRoute({
  ...edit,
  path: '/partner/mail/upload',
  title: 'mail.upload',
  query: z.extend(at, {
    id: mailId,
    revision: z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)),
    name: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  bytesLimit: FILE_LIMIT_BYTES,
  subject: ({ query }) => query.id,
  audit: ({ query }) => ({ name: query.name }),
  reply: z.object({ revision: z.int(), recipients: recipientSet }),
})

/** Lines of an import that are no recipients, as csv. */
export const mailProblems = defineRoute({
  ...see,
  path: '/partner/mail/import/problems',
  title: 'mail.problems',
  body: z.object({ id: mailId }),
  reply: z.unknown(),
  raw: true,
})

/** Stored players of a list one after the other, with what their rows fill in; to see the mail as each of them does. */
export const mailRecipients = defineRoute({
  ...see,
  path: '/partner/mail/recipients',
  title: 'mail.recipients',
  body: z.object({
    id: mailId,
    from: schemas.position,
    limit: z.int().check(z.gte(1), z.lte(100)),
  }),
  reply: z.object({
    total: z.int(),
    list: z.array(
      z.object({
        sId: z.int(),
        uId: z.nullable(z.string()),
        roleId: z.nullable(z.string()),
        /** In the place of the mail's; null: those of the mail. */
        attach: z.nullable(z.array(giftEntry)),
        vars: z.record(z.string(), z.string()),
      }),
    ),
  }),
})
