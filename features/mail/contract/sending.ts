import { defineJob, defineRoute, effects, schemas, worth, z } from '@qd/contract-kit'
import { mailSendApproval, mailTakeBackApproval } from './approvals.ts'
import { at, giftEntry, lineOf, mailId } from './mail.ts'
import { recallMail, seeMail, sendMail } from './permissions.ts'

const see = { method: 'POST', permission: seeMail, level: 2, risk: 'R0', query: at, target: lineOf } as const
const ofMail = ({ body }: { body: { id: string } }) => body.id
const revision = z.int().check(z.gte(1), z.lte(2_147_483_647))

/** A failed check blocks the release, a warning travels with it; `unknown`: a server could not be asked. */
export const checkState = z.enum(['ok', 'warn', 'fail', 'unknown'])
export const mailCheck = z.object({
  /** `items`, `limits`, `texts`, …: the pages keep its row by this. */
  key: z.string(),
  state: checkState,
  text: z.string(),
  detail: z.nullable(z.string()),
})
export type MailCheck = z.infer<typeof mailCheck>

/** Everything that is looked at before a mail goes, and what it gives in all. */
export const mailChecks = defineRoute({
  ...see,
  path: '/partner/mail/check',
  title: 'mail.check',
  body: z.object({ id: mailId }),
  reply: z.object({
    checks: z.array(mailCheck),
    /** The first cause in words while it may not be released; null: it may. */
    blockedBy: z.nullable(z.string()),
    /** Of a mail to everybody about how many there are; null: nobody can say. */
    players: z.nullable(z.int()),
    isEstimate: z.boolean(),
    /** What a policy weighs of it, for `/platform/approvals/approvers` of `mail.send`. */
    risk: z.literal('R3'),
    value: z.object({ rows: z.int(), hasMoreRows: z.boolean(), worth }),
    effects,
    totals: z.array(
      z.extend(giftEntry, { name: z.string(), total: z.string(), limit: z.nullable(z.string()) }),
    ),
    languages: z.array(
      z.object({
        code: z.string(),
        state: z.enum(['complete', 'no_title', 'no_body', 'missing']),
        /** Language that is read in its place. */
        standsIn: z.nullable(z.string()),
      }),
    ),
  }),
})

/** Sends the mail as it stands now to test accounts of the line. */
export const mailTest = defineRoute({
  ...see,
  permission: sendMail,
  path: '/partner/mail/test',
  title: 'mail.test',
  risk: 'R2',
  body: z.object({
    id: mailId,
    revision,
    uIds: z.array(z.string().check(z.regex(/^\d{1,19}$/))).check(z.maxLength(50)),
  }),
  subject: ofMail,
  audit: ({ body }) => ({ accounts: body.uIds.length }),
  reply: z.object({
    contentHash: z.string(),
    results: z.array(z.object({ uId: z.string(), isSent: z.boolean(), msg: z.string() })),
  }),
})

/** Sends it to its players as a job; from then on nothing of it changes. */
export const mailRelease = defineRoute({
  ...see,
  permission: sendMail,
  path: '/partner/mail/release',
  title: 'mail.release',
  approval: mailSendApproval,
  risk: 'R3',
  needsReason: true,
  body: z.object({
    id: mailId,
    revision,
    /** What the caller has seen: its content, and of a list its players. */
    contentHash: z.string().check(z.maxLength(64)),
    recipientsHash: z.optional(z.string().check(z.maxLength(64))),
    ...schemas.confirmation,
    idempotencyKey: schemas.idempotencyKey,
  }),
  subject: ofMail,
  audit: ({ body }) => ({
    revision: body.revision,
    contentHash: body.contentHash,
    recipientsHash: body.recipientsHash,
  }),
  reply: z.object({ jobId: z.string(), players: z.nullable(z.int()), replayed: z.boolean() }),
})

const again = {
  method: 'POST',
  level: 2,
  risk: 'R3',
  needsReason: true,
  query: at,
  target: lineOf,
  subject: ofMail,
  body: z.object({ id: mailId, ...schemas.confirmation, idempotencyKey: schemas.idempotencyKey }),
} as const

/** Sends it once more to the players who could not be reached; nobody gets it twice. */
export const mailRetry = defineRoute({
  ...again,
  permission: sendMail,
  path: '/partner/mail/retry',
  title: 'mail.retry',
  reply: z.object({ jobId: z.string(), players: z.int(), replayed: z.boolean() }),
})

/** Takes it out of mailboxes as far as nobody has claimed it. */
export const mailRecall = defineRoute({
  ...again,
  permission: recallMail,
  path: '/partner/mail/recall',
  title: 'mail.recall',
  reply: z.object({ jobId: z.string(), replayed: z.boolean() }),
})

/** The same, and takes claimed items back as far as players still have them. */
export const mailTakeBack = defineRoute({
  ...again,
  permission: recallMail,
  path: '/partner/mail/take-back',
  title: 'mail.takeBack',
  approval: mailTakeBackApproval,
  risk: 'R4',
  reply: z.object({ jobId: z.string(), replayed: z.boolean() }),
})

/** One row for each chunk of players, or for each server. */
export const mailSendJob = defineJob({
  name: 'mail.send',
  title: 'mail.sendJob',
  permission: sendMail,
  risk: 'R3',
  params: z.object({ mailId, name: z.string(), round: z.int() }),
  input: z.object({ seq: z.int() }),
})

/** One row for each server. */
export const mailRecallJob = defineJob({
  name: 'mail.recall',
  title: 'mail.recallJob',
  permission: recallMail,
  risk: 'R3',
  params: z.object({ mailId, name: z.string(), takeBack: z.boolean() }),
  input: z.object({ serverKey: z.string() }),
})
