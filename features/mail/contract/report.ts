import { defineRoute, schemas, z } from '@qd/contract-kit'
import { at, lineOf, mailId, mailProgress } from './mail.ts'
import { keepTestAccounts, seeMail } from './permissions.ts'

const see = { method: 'POST', permission: seeMail, level: 2, risk: 'R0', query: at, target: lineOf } as const
const keep = { ...see, permission: keepTestAccounts, risk: 'R2' } as const
const uId = z.string().check(z.regex(/^\d{1,19}$/))

const counts = z.object({
  delivered: z.int(),
  read: z.int(),
  claimed: z.int(),
  expired: z.int(),
  recalled: z.int(),
})
export type MailCounts = z.infer<typeof counts>

/** How far players are with it now, asked of the servers, and how that was over time. */
export const mailReport = defineRoute({
  ...see,
  path: '/partner/mail/report',
  title: 'mail.report',
  body: z.object({ id: mailId }),
  reply: z.object({
    progress: mailProgress,
    now: counts,
    servers: z.array(
      z.object({
        sId: z.int(),
        name: z.string(),
        state: z.enum(['counted', 'not_offered', 'away']),
        counts: z.nullable(counts),
      }),
    ),
    /** Oldest first; at most one a minute. */
    over: z.array(z.extend(counts, { at: z.number() })),
    recalled: z.nullable(
      z.object({
        /** Its job still counts. */
        isRunning: z.boolean(),
        removed: z.int(),
        claimed: z.int(),
        takenBack: z.int(),
        missing: z.int(),
      }),
    ),
  }),
})

/** Players who did not get it, or of whom nobody knows, as csv; after a recall also those who had claimed it. */
export const mailExceptions = defineRoute({
  ...see,
  path: '/partner/mail/exceptions',
  title: 'mail.exceptions',
  body: z.object({ id: mailId }),
  reply: z.unknown(),
  raw: true,
})

export const testAccount = z.object({
  uId: z.string(),
  sId: z.int(),
  label: z.string(),
  by: z.string(),
  at: z.number(),
})

/** Where test mails of a line go. */
export const testAccountList = defineRoute({
  ...see,
  path: '/partner/mail/test-accounts/list',
  title: 'mail.testAccounts',
  reply: z.object({ list: z.array(testAccount) }),
})
export const testAccountAdd = defineRoute({
  ...keep,
  path: '/partner/mail/test-accounts/add',
  title: 'mail.testAccountAdd',
  body: z.object({ uId, label: z.string().check(z.trim(), z.maxLength(60)) }),
  subject: ({ body }) => body.uId,
  reply: testAccount,
})
export const testAccountRemove = defineRoute({
  ...keep,
  path: '/partner/mail/test-accounts/remove',
  title: 'mail.testAccountRemove',
  body: z.object({ uId }),
  subject: ({ body }) => body.uId,
  reply: z.null(),
})

const words = z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))).check(z.maxLength(5_000))

/** Words that no mail of a line may have. */
export const mailWords = defineRoute({
  ...see,
  path: '/partner/mail/words/get',
  title: 'mail.words',
  reply: z.object({ words: z.array(z.string()), revision: z.int() }),
})
export const mailWordsSet = defineRoute({
  ...keep,
  path: '/partner/mail/words/set',
  title: 'mail.wordsSet',
  bodyLimit: 1_048_576,
  body: z.object({ words, revision: schemas.revision }),
  audit: ({ body }) => ({ words: body.words.length }),
  reply: z.object({ revision: z.int() }),
})
