import { defineJob, defineRoute, schemas, z } from '@qd/contract-kit'
import { releaseApproval } from './approvals.ts'
import { codeLimit } from './limits.ts'
import { editCodes, exportCodes, releaseCodes, seeCodes, voidCodes } from './permissions.ts'
import { batchDetail, batchDraft, batchState, batchView, redemptionView, refusal } from './views.ts'

const lineId = z.string().check(z.minLength(1), z.maxLength(64))
const batchId = z.string().check(z.minLength(1), z.maxLength(64))
const limit = z.optional(z.int().check(z.gte(1), z.lte(200)))
const typedCode = z.string().check(z.minLength(1), z.maxLength(64))
const atLine = {
  method: 'POST',
  level: 2,
  target: ({ body }: { body: { lineId: string } }) => ({ lineId: body.lineId }),
} as const
const onBatch = {
  ...atLine,
  subject: ({ body }: { body: { batchId: string } }) => body.batchId,
} as const
const read = { ...atLine, permission: seeCodes, risk: 'R0' } as const

/** Batches of a line, newest first. */
export const batchList = defineRoute({
  ...read,
  path: '/partner/codes/list',
  title: 'redemption-codes.list',
  body: z.object({
    lineId,
    state: z.optional(batchState),
    /** Part of a name, or a number. */
    search: z.optional(z.string().check(z.maxLength(80))),
    before: z.optional(z.string()),
    limit,
  }),
  reply: z.object({ list: z.array(batchView), next: z.nullable(z.string()) }),
})

export const batchGet = defineRoute({
  ...read,
  path: '/partner/codes/get',
  title: 'redemption-codes.get',
  body: z.object({ lineId, batchId }),
  reply: batchDetail,
})

/** A draft with many long limits; the longest of everything at once is no batch anybody makes. */
const SAVED_BYTES = 262_144

/** Makes a draft, or changes one. */
export const batchSave = defineRoute({
  ...atLine,
  path: '/partner/codes/save',
  title: 'redemption-codes.save',
  permission: editCodes,
  risk: 'R2',
  bodyLimit: SAVED_BYTES,
  body: z.object({
    lineId,
    batchId: z.nullable(batchId),
    /** The one the change started from; 0 for a new one. */
    revision: schemas.revision,
    draft: batchDraft,
  }),
  subject: ({ body }) => body.batchId ?? undefined,
  reply: batchDetail,
})

export const batchDelete = defineRoute({
  ...onBatch,
  path: '/partner/codes/delete',
  title: 'redemption-codes.delete',
  permission: editCodes,
  risk: 'R2',
  body: z.object({ lineId, batchId }),
  reply: schemas.nothing,
})

/** From here on the batch stays as it is, and its codes are made. */
export const batchRelease = defineRoute({
  ...onBatch,
  path: '/partner/codes/release',
  title: 'redemption-codes.release',
  approval: releaseApproval,
  permission: releaseCodes,
  risk: 'R3',
  confirms: 'named',
  body: z.object({ lineId, batchId, revision: schemas.revision, ...schemas.confirmation }),
  reply: batchDetail,
})

/** Pauses, resumes or ends it. What is reserved stays so. */
export const batchMove = defineRoute({
  ...onBatch,
  path: '/partner/codes/move',
  title: 'redemption-codes.move',
  permission: releaseCodes,
  risk: 'R2',
  audit: ({ body }) => ({ to: body.moveTo }),
  body: z.object({ lineId, batchId, moveTo: z.enum(['paused', 'active', 'ended']) }),
  reply: batchDetail,
})

/** Voids one code, or without `code` all that is left of the batch. What is reserved of it is lost. */
export const codesVoid = defineRoute({
  ...onBatch,
  path: '/partner/codes/void',
  title: 'redemption-codes.void',
  permission: voidCodes,
  risk: 'R3',
  confirms: 'named',
  needsReason: true,
  body: z.object({ lineId, batchId, code: z.optional(typedCode), ...schemas.confirmation }),
  reply: batchDetail,
})

export const EXPORT_FORMATS = ['csv', 'zip'] as const
const fileFormat = z.enum(EXPORT_FORMATS)

/** A link under which somebody who may export fetches the codes within 24 hours. */
export const codesExport = defineRoute({
  ...onBatch,
  path: '/partner/codes/export',
  title: 'redemption-codes.export',
  permission: exportCodes,
  risk: 'R2',
  audit: ({ body }) => ({ fileFormat: body.fileFormat }),
  body: z.object({ lineId, batchId, fileFormat }),
  reply: z.object({ url: z.string(), expiresAt: z.number() }),
})

/** The codes, by such a link. */
export const codesFile = defineRoute({
  method: 'GET',
  level: 2,
  path: '/partner/codes/file',
  title: 'redemption-codes.file',
  permission: exportCodes,
  risk: 'R2',
  target: ({ query }) => ({ lineId: query.lineId }),
  subject: ({ query }) => query.batchId,
  audit: ({ query }) => ({ fileFormat: query.fileFormat }),
  query: z.object({
    lineId,
    batchId,
    fileFormat,
    expires: z.string().check(z.regex(/^\d{13}$/)),
    sign: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
  reply: z.unknown(),
  raw: true,
})

/** What is known of one code: its batch, its state, and who used it. */
export const codeLookUp = defineRoute({
  ...read,
  path: '/partner/codes/lookUp',
  title: 'redemption-codes.lookUp',
  body: z.object({ lineId, code: typedCode }),
  reply: z.object({
    /** As the console reads what was typed. */
    reads: z.string(),
    /** Whether the last character fits those before it; a universal code somebody chose has none such. */
    isCheckRight: z.boolean(),
    found: z.nullable(
      z.object({
        batch: batchView,
        isVoid: z.boolean(),
        used: z.int(),
        /** How often it can be used, by its own limit and that of its batch; null: no limit. */
        most: z.nullable(z.int()),
        uses: z.array(redemptionView),
      }),
    ),
  }),
})

/** What a game server says of a player. */
export const playerAttributes = z.object({
  channel: z.optional(z.string()),
  language: z.optional(z.string()),
  level: z.optional(z.int()),
  vip: z.optional(z.int()),
  recharge: z.optional(z.int()),
  openDay: z.optional(z.int()),
  registeredAt: z.optional(z.int()),
  /** Of the items that limits ask for, those the player has. */
  items: z.optional(z.array(z.string())),
})
export type PlayerAttributes = z.infer<typeof playerAttributes>

/** A limit with what the player has of it; null: the game does not tell. */
export const judgedLimit = z.object({
  limit: codeLimit,
  fits: z.enum(['yes', 'no', 'unknown']),
  value: z.nullable(z.union([z.string(), z.number(), z.array(z.string())])),
})
export type JudgedLimit = z.infer<typeof judgedLimit>

/** Whether a player could redeem a code now, and everything that stands in the way. */
export const codeWhy = defineRoute({
  ...read,
  path: '/partner/codes/why',
  title: 'redemption-codes.why',
  body: z.object({
    lineId,
    code: typedCode,
    uId: z.string().check(z.minLength(1), z.maxLength(40)),
    sId: schemas.sIdNumber,
  }),
  reply: z.object({
    refusals: z.array(
      z.object({
        refusal,
        /** Number of the game contract. */
        code: z.int(),
        /** Index in the limits of the batch. */
        limit: z.nullable(z.int()),
        /** Attribute that was not given and is asked for. */
        missing: z.nullable(z.string()),
      }),
    ),
    batch: z.nullable(batchView),
    /** Every limit of the batch, in its order. */
    limits: z.array(judgedLimit),
    /** What the game told of the player; null: nothing had to be asked. */
    game: z.nullable(
      z.object({
        player: z.enum(['found', 'unknown', 'not_offered', 'away']),
        /** Why it could not be asked. */
        cause: z.nullable(z.string()),
      }),
    ),
  }),
})

/** Who used codes of a batch, newest first. */
export const redemptionList = defineRoute({
  ...read,
  path: '/partner/codes/redemptions',
  title: 'redemption-codes.redemptions',
  body: z.object({
    lineId,
    batchId,
    uId: z.optional(z.string().check(z.maxLength(40))),
    before: z.optional(z.string()),
    limit,
  }),
  reply: z.object({ list: z.array(redemptionView), next: z.nullable(z.string()) }),
})

/** Makes the codes of a batch. */
export const generateJob = defineJob({
  name: 'redemption-codes.generate',
  title: 'redemption-codes.generate',
  permission: releaseCodes,
  risk: 'R2',
  params: z.object({ batchId: z.string(), number: z.int(), name: z.string(), quantity: z.int() }),
  input: z.object({ first: z.int(), count: z.int() }),
})
