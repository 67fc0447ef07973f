import { defineRoute, schemas, z } from '@qd/contract-kit'
import {
  at,
  emailType,
  lineOf,
  mailDraft,
  mailId,
  mailRecord,
  mailState,
  mailSummary,
  sendType,
} from './mail.ts'
import { editMail, seeMail } from './permissions.ts'

const see = { method: 'POST', permission: seeMail, level: 2, risk: 'R0', query: at, target: lineOf } as const
const edit = { ...see, permission: editMail, risk: 'R2' } as const
const ofMail = ({ body }: { body: { id: string } }) => body.id
const revision = z.int().check(z.gte(1), z.lte(2_147_483_647))
/** The caller knows that an open request for approval ends with this change, and its votes with it. */
const withdraws = z.optional(z.boolean())

/** Mails of a line, or its templates; the newest first. */
export const mailList = defineRoute({
  ...see,
  path: '/partner/mail/list',
  title: 'mail.list',
  body: z.object({
    isTemplate: z.optional(z.boolean()),
    states: z.optional(z.array(mailState).check(z.maxLength(20))),
    sendTypes: z.optional(z.array(sendType).check(z.maxLength(4))),
    emailTypes: z.optional(z.array(emailType).check(z.maxLength(4))),
    tag: z.optional(z.string().check(z.maxLength(30))),
    author: z.optional(schemas.shortText),
    /** Part of the name or of the title. */
    search: z.optional(schemas.shortText),
    from: z.optional(schemas.momentMs),
    to: z.optional(schemas.momentMs),
    /** Only older ones: `next` of the last answer. */
    before: z.optional(mailId),
    limit: z.optional(z.int().check(z.gte(1), z.lte(200))),
  }),
  reply: z.object({ list: z.array(mailSummary), next: z.nullable(z.string()) }),
})

export const mailGet = defineRoute({
  ...see,
  path: '/partner/mail/get',
  title: 'mail.get',
  body: z.object({ id: mailId }),
  reply: mailRecord,
})

/** Saves all of it: a new one without `id`, else the revision the caller has read. */
export const mailSave = defineRoute({
  ...edit,
  path: '/partner/mail/save',
  title: 'mail.save',
  bodyLimit: 2_097_152,
  body: z.object({
    id: z.optional(mailId),
    revision: z.optional(revision),
    isTemplate: z.optional(z.boolean()),
    draft: mailDraft,
    withdraws,
  }),
  audit: ({ body }) => ({
    name: body.draft.name,
    sendType: body.draft.sendType,
    revision: body.revision,
    ...(body.withdraws === true ? { withdraws: true } : {}),
  }),
  subject: ({ body }) => body.id,
  reply: z.object({ id: z.string(), revision: z.int() }),
})

/** A draft or a template; what was sent stays. */
export const mailRemove = defineRoute({
  ...edit,
  path: '/partner/mail/remove',
  title: 'mail.remove',
  body: z.object({ id: mailId, revision, withdraws }),
  subject: ofMail,
  reply: z.null(),
})

/** A new draft, or a template, with what stands in another one; recipients of an import are not taken over. */
export const mailClone = defineRoute({
  ...edit,
  path: '/partner/mail/clone',
  title: 'mail.clone',
  body: z.object({
    id: mailId,
    isTemplate: z.boolean(),
    name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  subject: ofMail,
  reply: z.object({ id: z.string(), revision: z.int() }),
})

/** The texts of all languages as a workbook for translators. */
export const mailTextsExport = defineRoute({
  ...see,
  path: '/partner/mail/texts/export',
  title: 'mail.textsExport',
  body: z.object({ id: mailId }),
  reply: z.unknown(),
  raw: true,
})

/** Takes the texts back from such a workbook, or from a csv with the same columns; the body is the file. */
export const mailTextsImport = defineRoute({
  ...edit,
  path: '/partner/mail/texts/import',
  title: 'mail.textsImport',
  query: z.extend(at, {
    id: mailId,
    revision: z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)),
  }),
  bytesLimit: 2_097_152,
  subject: ({ query }) => query.id,
  reply: z.object({ revision: z.int(), languages: z.array(z.string()), ignored: z.array(z.string()) }),
})
