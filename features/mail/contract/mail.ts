import { giftGiven, schemas, requestStanding, z } from '@qd/contract-kit'

/** S4.02. 1 all servers, 2 named players, 3 a range, 4 import; 1 and 3 are evaluated by the game. */
export const sendType = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

/** Named players of one mail; more come as a file. */
export const MAIL_NAMED_MAX = 1_000
/** Recipients of one import. */
export const MAIL_IMPORT_MAX = 2_000_000
/** Characters of the content that lists show (S9.03). */
export const MAIL_PREVIEW_LENGTH = 20
export const MAIL_EXCLUDE_MAX = 10_000
export const MAIL_ATTACH_MAX = 100
/** A mail is there for at least so long after it is sent. */
export const MAIL_LEAST_LIFE_MS = 86_400_000

export const mailId = z.string().check(z.regex(/^[\w-]{1,64}$/))
export const at = z.object({ lineId: schemas.shortText })
export const lineOf = ({ query }: { query: z.infer<typeof at> }) => ({ lineId: query.lineId })

/** A language of the game, as it names it. */
export const gameLanguage = z.string().check(z.regex(/^[a-z]{2}$/))
const timeMs = schemas.momentMs

export const giftEntry = z.object({
  number: z.string().check(z.regex(/^\d{1,16}$/)),
  quantity: z.string().check(z.regex(/^\d{1,16}$/)),
})

export const playerRef = z.object({
  /** uId. */
  id: z.optional(z.string().check(z.regex(/^\d{1,19}$/))),
  roleId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** Where `roleId` is looked for; absent: on the one server of the mail. */
  serverId: z.optional(schemas.sIdNumber),
})
export type PlayerRef = z.infer<typeof playerRef>

export const mailText = z.object({
  title: z.string().check(z.maxLength(1_000)),
  body: z.string().check(z.maxLength(20_000)),
})
export type MailText = z.infer<typeof mailText>

const numbers = z.object({ min: z.optional(timeMs), max: z.optional(timeMs) })
const times = z.object({ from: z.optional(timeMs), to: z.optional(timeMs) })

/** Who gets a mail of type 3; all parts hold at once, an absent part holds for everybody. */
export const mailCondition = z.object({
  channels: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.minLength(1), z.maxLength(1_000)),
  ),
  level: z.optional(numbers),
  vip: z.optional(numbers),
  registered: z.optional(times),
  lastLogin: z.optional(times),
})
export type MailCondition = z.infer<typeof mailCondition>

/** S3.05 `emailType`. */
export const emailType = z.enum(['system', 'compensation', 'activity', 'personal'])

/** What people write; saved as a whole. */
export const mailDraft = z.object({
  /** What the console calls it; players never see it. */
  name: z.string().check(z.trim(), z.maxLength(100)),
  sendType,
  emailType,
  /** Type 2. */
  playerObj: z.array(playerRef).check(z.maxLength(MAIL_NAMED_MAX)),
  /** Servers it goes to; empty: all of the line. */
  serverId: z.array(schemas.sIdNumber).check(z.maxLength(2_000)),
  /** By language of the game. */
  content: z.record(gameLanguage, mailText),
  /** Read where the player's own language is missing. */
  fallback: gameLanguage,
  sender: z.record(gameLanguage, z.string().check(z.maxLength(200))),
  attach: giftGiven(z.array(giftEntry).check(z.maxLength(MAIL_ATTACH_MAX))),
  /** Real time in milliseconds, each server gets it in its game time; null: at once. */
  sendAt: z.nullable(timeMs),
  /** Real time in milliseconds, when it is gone with what nobody claimed. */
  expireAt: z.nullable(timeMs),
  where: mailCondition,
  /** uIds that never get it; types 1 and 3. */
  exclude: z.array(z.string().check(z.regex(/^\d{1,19}$/))).check(z.maxLength(MAIL_EXCLUDE_MAX)),
  tags: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(30))).check(z.maxLength(20)),
})
export type MailDraft = z.infer<typeof mailDraft>

/**
 * `pending` to `approved` are those of its request; `scheduled`: at the game, which shows it at `sendAt`; `partly_sent`:
 * some players could not be reached; `expired`: nobody can claim it any more.
 */
export const mailState = z.enum([
  'draft',
  'pending',
  'rejected',
  'vetoed',
  'approved',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'partly_sent',
  'failed',
  'cancelled',
  'recalled',
  'expired',
])
export type MailState = z.infer<typeof mailState>

/** Where the players of an import come from and what they come to. */
export const recipientSet = z.object({
  setId: z.string(),
  players: z.int(),
  /** Stands for all of them, with their own attachments and variables; hex. */
  hash: z.string(),
  duplicates: z.int(),
  /** Lines that name nobody, a foreign server, or hold a wrong value. */
  problems: z.int(),
  /** The first of them; all are in the file. */
  firstProblems: z.array(z.object({ line: z.int(), file: z.string(), code: z.string(), text: z.string() })),
  files: z.array(z.object({ name: z.string(), rows: z.int() })),
  servers: z.array(z.object({ sId: z.int(), name: z.string(), players: z.int() })),
  /** Whom the games were asked for: the players of a short list, a part of a longer one. Absent in lists of older consoles. */
  lookup: z.optional(
    z.object({
      /** Players of the list. */
      of: z.int(),
      asked: z.int(),
      /** Of those asked for, whom no game knows; they stay on the list, and the game refuses them. */
      unknown: z.int(),
      /** To be asked for, but no answer came. */
      unasked: z.int(),
    }),
  ),
  /** Names of variables that the rows fill. */
  vars: z.array(z.string()),
  hasOwnAttach: z.boolean(),
  at: z.number(),
})
export type RecipientSet = z.infer<typeof recipientSet>

/** How far it is; players of lists, servers of mails to everybody. */
export const mailProgress = z.object({
  total: z.int(),
  delivered: z.int(),
  /** Had it before: an answer was lost, or it was sent again. */
  already: z.int(),
  failed: z.int(),
  unknown: z.int(),
  waiting: z.int(),
})
export type MailProgress = z.infer<typeof mailProgress>

const common = {
  id: mailId,
  revision: z.int(),
  name: z.string(),
  isTemplate: z.boolean(),
  state: mailState,
  sendType,
  emailType,
  platform: z.int(),
  serverId: z.array(z.int()),
  sendAt: z.nullable(z.number()),
  expireAt: z.nullable(z.number()),
  tags: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.number(),
  updatedBy: z.string(),
  updatedAt: z.number(),
  releasedBy: z.nullable(z.string()),
  releasedAt: z.nullable(z.number()),
  jobId: z.nullable(z.string()),
  /** Null: nobody has handed it in. */
  approval: z.nullable(requestStanding),
  progress: z.nullable(mailProgress),
}

export const mailSummary = z.object({
  ...common,
  /** The first of its players, as far as lists show them. */
  playerObj: z.array(playerRef),
  players: z.nullable(z.int()),
  /** Title and the first characters of the body, in the language that stands in for others. */
  title: z.string(),
  content: z.string(),
  attachKinds: z.int(),
})

export const mailRecord = z.object({
  ...common,
  draft: mailDraft,
  recipients: z.nullable(recipientSet),
  /** Of everything a player reads or gets; a test send and the approval name it. Hex. */
  contentHash: z.string(),
  test: z.nullable(
    z.object({ contentHash: z.string(), at: z.number(), by: z.string(), sent: z.int(), failed: z.int() }),
  ),
  reason: z.nullable(z.string()),
  recallJobId: z.nullable(z.string()),
})
export type MailRecord = z.infer<typeof mailRecord>
