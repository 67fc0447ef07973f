import { LENGTH, PREFIX_MOST } from '@qd/code-alphabet'
import { giftGiven, schemas, requestStanding, z } from '@qd/contract-kit'
import { codeLimitGiven } from './limits.ts'

export const QUANTITY_MOST = 5_000_000
export const USES_MOST = 1_000_000_000

/** `universal`: one code for everybody; `once`: each code for one use; `times`: each code for several. */
export const batchKind = z.enum(['universal', 'once', 'times'])
export type BatchKind = z.infer<typeof batchKind>

export const batchState = z.enum([
  'draft',
  'pending',
  'approved',
  'generating',
  'active',
  'paused',
  'ended',
  'void',
])
export type BatchState = z.infer<typeof batchState>

const uses = z.nullable(z.int().check(z.gte(1), z.lte(USES_MOST)))
const instant = z.nullable(schemas.momentMs)
export const giftEntry = z.object({
  number: z.string().check(z.regex(/^\d{1,19}$/)),
  quantity: z.string().check(z.regex(/^[1-9]\d{0,18}$/)),
})
export type GiftEntry = z.infer<typeof giftEntry>

/** What people decide about a batch. */
export const batchDraft = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  note: z.string().check(z.maxLength(500)),
  kind: batchKind,
  quantity: z.int().check(z.gte(1), z.lte(QUANTITY_MOST)),
  /** Characters after the prefix. */
  length: z.int().check(z.gte(LENGTH.least), z.lte(LENGTH.most)),
  prefix: z.string().check(z.maxLength(PREFIX_MOST)),
  /** A universal code somebody chose; empty: it is made. */
  word: z.string().check(z.maxLength(40)),
  /** How often each code may be used in all; null: without end. */
  perCode: uses,
  /** How often one player may use one code. */
  perPlayerCode: uses,
  /** How often one player may use codes of this batch. */
  perPlayerBatch: uses,
  /** How often codes of this batch may be used in all. */
  total: uses,
  validFrom: instant,
  validTo: instant,
  /** In which the times were typed. */
  zone: z.string().check(z.minLength(1), z.maxLength(64)),
  gift: giftGiven(z.array(giftEntry).check(z.minLength(1), z.maxLength(50))),
  limits: z.array(codeLimitGiven).check(z.maxLength(20)),
  /** Further lines of the same operator and environment where the codes are good. */
  alsoLines: z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(50)),
  /** The codes can be fetched once and are nowhere afterwards. */
  exportOnce: z.boolean(),
})
export type BatchDraft = z.infer<typeof batchDraft>

export const batchView = z.object({
  id: z.string(),
  number: z.int(),
  name: z.string(),
  kind: batchKind,
  state: batchState,
  /** Its making was given up before all codes were there; it can go on, or the batch is voided. */
  isUnfinished: z.boolean(),
  approval: z.nullable(requestStanding),
  lineId: z.string(),
  environment: schemas.environment,
  quantity: z.int(),
  validFrom: z.nullable(z.number()),
  validTo: z.nullable(z.number()),
  zone: z.string(),
  exportOnce: z.boolean(),
  /** How often the codes were exported. */
  exports: z.int(),
  funnel: z.object({ generated: z.int(), exported: z.int(), redeemed: z.int(), confirmed: z.int() }),
  total: z.nullable(z.int()),
  createdBy: z.string(),
  createdAt: z.number(),
})
export type BatchView = z.infer<typeof batchView>

export const batchDetail = z.extend(batchView, {
  revision: z.int(),
  draft: batchDraft,
  /** The universal code, for who may export it. */
  code: z.nullable(z.string()),
  jobId: z.nullable(z.string()),
  releasedAt: z.nullable(z.number()),
  releasedBy: z.string(),
  /** Whether the codes can still be fetched. */
  isExportable: z.boolean(),
})
export type BatchDetail = z.infer<typeof batchDetail>

export const redemptionState = z.enum(['reserved', 'confirmed', 'cancelled', 'lost'])
export type RedemptionState = z.infer<typeof redemptionState>

export const redemptionView = z.object({
  id: z.string(),
  state: redemptionState,
  /** The end of the code. */
  last4: z.string(),
  uId: z.string(),
  roleId: z.string(),
  sId: z.int(),
  serverName: z.string(),
  channel: z.string(),
  at: z.number(),
  settledAt: z.nullable(z.number()),
})
export type RedemptionView = z.infer<typeof redemptionView>

/** Why a code is refused, by the code of the game contract. */
export const REFUSALS = {
  unknown: 6001,
  used: 6002,
  expired: 6003,
  early: 6004,
  limit: 6005,
  yours: 6006,
  paused: 6007,
  throttled: 6008,
  lost: 6009,
  foreign: 6010,
} as const
export type Refusal = keyof typeof REFUSALS
export const refusal = z.enum(Object.keys(REFUSALS) as [Refusal, ...Refusal[]])
