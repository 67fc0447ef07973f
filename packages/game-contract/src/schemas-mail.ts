import { z } from 'zod'
import { byLanguage, sentence } from './local-texts.ts'
import { playerCondition } from './schemas-condition.ts'
import { operatorBlock, rowResult, uIdText } from './schemas-player.ts'

/** The console's own name of a mail or of a chunk of recipients; a game keeps it as it is. */
const consoleId = z.string().regex(/^[A-Za-z0-9._:-]{1,64}$/)

const mailText = (most: number) => z.union([z.string().max(most), byLanguage(most)])

/** Some of an item. */
export const attachRow = z.object({ number: z.int().positive(), quantity: z.int().positive() })
export type AttachRow = z.infer<typeof attachRow>
const attachList = z.array(attachRow).max(100)

/** What a player reads and gets; times are epoch milliseconds of game time, and it is gone at `expireAt`. */
export const mailContent = z.object({
  title: mailText(1000),
  body: mailText(20_000),
  sender: mailText(200),
  attach: attachList,
  sendAt: z.int().nonnegative(),
  expireAt: z.int().positive(),
})
export type MailContent = z.infer<typeof mailContent>

/** One record of the server; who fits it gets it once, at the first login after `sendAt`. */
export const mailGlobalRequest = mailContent.extend({
  mailId: consoleId,
  /** A higher one replaces the content for those who have not got the mail yet. */
  revision: z.int().positive(),
  /** Without `registered`, who registered after `sendAt` does not get it. */
  where: playerCondition,
  exclude: z.array(uIdText).max(10_000).optional(),
  operator: operatorBlock,
})
export type MailGlobalRequest = z.infer<typeof mailGlobalRequest>

export const mailGlobalReply = z.object({ accepted: z.boolean() })
export type MailGlobalReply = z.infer<typeof mailGlobalReply>

/** `attach` stands in the place of the mail's own; `vars` fill `{name}` in title and body. */
export const mailRecipient = z
  .object({
    uId: uIdText.optional(),
    roleId: z.string().min(1).max(64).optional(),
    attach: attachList.optional(),
    vars: z.record(z.string().min(1).max(64), z.string().max(1000)).optional(),
  })
  .refine(({ uId, roleId }) => (uId === undefined) !== (roleId === undefined), {
    error: 'needs either uId or roleId',
  })
export type MailRecipient = z.infer<typeof mailRecipient>

/** One chunk of a mail to named players, at most `meta.limits.maxBatch` of them. */
export const mailBatchRequest = z.object({
  mailId: consoleId,
  batch: consoleId,
  mail: mailContent,
  recipients: z.array(mailRecipient).min(1).max(10_000),
  operator: operatorBlock,
})
export type MailBatchRequest = z.infer<typeof mailBatchRequest>

/** A row for each recipient: 2006 with status 0 had this mail before, 2001 is nobody, 2007 has a full mailbox. */
export const mailBatchReply = z.object({ results: z.array(rowResult).max(10_000) })
export type MailBatchReply = z.infer<typeof mailBatchReply>

/** Whom it is about: the named players, or everybody who got the mail, from where the last answer ended. */
const mailPlace = {
  mailId: consoleId,
  uIds: z.array(uIdText).min(1).max(1000).optional(),
  cursor: z.string().max(256).optional(),
  limit: z.int().positive().max(1000).optional(),
}

/** Without `uIds` a global mail also ends for everybody who has not got it yet. */
export const mailRecallRequest = z.object({
  ...mailPlace,
  /** Takes claimed items back as well, as far as the player has them. */
  takeBack: z.boolean().default(false),
  operator: operatorBlock,
})
export type MailRecallRequest = z.infer<typeof mailRecallRequest>

/** A player who had claimed; `missing` is what was to be taken back and was no longer there. */
export const claimedMail = z.object({
  uId: uIdText,
  claimedAt: z.int().nonnegative(),
  takenBack: attachList.default([]),
  missing: attachList.default([]),
})

export const mailRecallReply = z.object({
  /** Mails taken out of mailboxes by this call. */
  removed: z.int().nonnegative(),
  claimed: z.array(claimedMail).max(1000),
  /** Where to go on; empty: nobody is left. */
  cursor: z.string().max(256).default(''),
})
export type MailRecallReply = z.infer<typeof mailRecallReply>

export const mailStatusRequest = z.object(mailPlace)
export type MailStatusRequest = z.infer<typeof mailStatusRequest>

export const mailState = z.enum(['delivered', 'read', 'claimed', 'expired', 'recalled'])
export type MailState = z.infer<typeof mailState>

/** How far a player is, and since when. */
export const mailStatusRow = z.object({
  uId: uIdText,
  state: mailState,
  at: z.int().nonnegative(),
  /** What the game says about it, for people. */
  note: sentence(500).optional(),
})

export const mailStatusReply = z.object({
  /** Players in each state now, of all who got the mail or of those asked for; a player counts once. */
  counts: z.object({
    delivered: z.int().nonnegative(),
    read: z.int().nonnegative(),
    claimed: z.int().nonnegative(),
    expired: z.int().nonnegative(),
    recalled: z.int().nonnegative(),
  }),
  rows: z.array(mailStatusRow).max(1000),
  cursor: z.string().max(256).default(''),
})
export type MailStatusReply = z.infer<typeof mailStatusReply>

/** What one mail may hold here, and the languages players read; what is absent is not said. */
export const mailLimits = z.object({
  maxAttach: z.int().nonnegative().max(100).optional(),
  maxTitleBytes: z.int().positive().optional(),
  maxBodyBytes: z.int().positive().optional(),
  maxSenderBytes: z.int().positive().optional(),
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/))
    .max(100)
    .optional(),
})
export type MailLimits = z.infer<typeof mailLimits>
