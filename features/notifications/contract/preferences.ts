import { defineRoute, schemas, z } from '@qd/contract-kit'
import { notificationLevel } from './inbox.ts'

const own = { method: 'POST', permission: 'session', level: 0, sessionKinds: ['full'] } as const

export const kindChoice = z.object({
  kind: z.string(),
  /** What it is called, in the language of the call. */
  name: z.string(),
  level: notificationLevel,
  inConsole: z.boolean(),
  byMail: z.boolean(),
})
export type KindChoice = z.infer<typeof kindChoice>

export const mailAddress = z.string().check(z.trim(), z.maxLength(200), z.email())

/** What the caller is told of, and how. */
export const notificationSettings = defineRoute({
  ...own,
  path: '/platform/notification/settings',
  title: 'notifications.settings',
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.object({
    kinds: z.array(kindChoice),
    mail: z.object({
      /** Whether this console sends mail at all. */
      isOn: z.boolean(),
      /** Empty: none is verified. */
      address: z.string(),
      /** A code was sent there and not typed yet; empty: none. */
      waiting: z.string(),
      /** When the server refused this reader's last mail; null: it did not. */
      refusedAt: z.nullable(z.number()),
    }),
  }),
})

export const chooseKind = defineRoute({
  ...own,
  path: '/platform/notification/choose',
  title: 'notifications.choose',
  risk: 'R0',
  body: z.object({
    kind: z.string().check(z.minLength(1), z.maxLength(100)),
    inConsole: z.boolean(),
    byMail: z.boolean(),
  }),
  reply: schemas.nothing,
})

/** Sends a code to the address; it counts once the code was typed. */
export const mailBegin = defineRoute({
  ...own,
  path: '/platform/notification/mail/begin',
  title: 'notifications.mailBegin',
  risk: 'R1',
  body: z.object({ address: mailAddress }),
  reply: schemas.nothing,
})

export const mailConfirm = defineRoute({
  ...own,
  path: '/platform/notification/mail/confirm',
  title: 'notifications.mailConfirm',
  risk: 'R1',
  body: z.object({ mailCode: z.string().check(z.trim(), z.regex(/^\d{6}$/)) }),
  reply: schemas.nothing,
})

export const mailRemove = defineRoute({
  ...own,
  path: '/platform/notification/mail/remove',
  title: 'notifications.mailRemove',
  risk: 'R1',
  body: schemas.emptyBody,
  reply: schemas.nothing,
})
