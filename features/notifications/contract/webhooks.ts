import { LANGUAGES } from '@qd/i18n'
import { defineRoute, schemas, z } from '@qd/contract-kit'
import { editWebhooks } from './kinds.ts'

const id = z.string().check(z.minLength(1), z.maxLength(64))
const kindName = z.string().check(z.minLength(1), z.maxLength(100))

const webhookShape = z.enum(['json', 'feishu', 'slack'])

const settings = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  /** What happens there or below is told. */
  scope: schemas.scopePathText,
  kinds: z.array(kindName).check(z.minLength(1), z.maxLength(100)),
  shape: webhookShape,
  /** Of the sentences in it. */
  lang: z.enum(LANGUAGES),
  allowPrivate: z.boolean(),
  allowLoopback: z.boolean(),
  isOn: z.boolean(),
}

export const webhookValues = z.object({
  ...settings,
  /** The address holds what lets others write there, so it is never told again; empty: as it was. */
  url: z.string().check(z.trim(), z.maxLength(2000)),
  /** What a Feishu bot signs with, where its owner switched that on; empty: as it was. */
  feishuSecret: z.string().check(z.trim(), z.maxLength(200)),
  /** The bot does not verify signatures any more: its secret is forgotten. */
  dropsFeishuSecret: z.optional(z.boolean()),
})
export type WebhookValues = z.infer<typeof webhookValues>

export const webhookView = z.object({
  ...settings,
  id: z.string(),
  version: z.int(),
  /** Names of the place, from the game down. */
  place: z.array(z.string()),
  /** The address as far as it is no secret: its origin. */
  origin: z.string(),
  /** Since when nothing arrives; null: all is well. */
  failsSince: z.nullable(z.number()),
  /** The console switched it off itself. */
  isOffByFailure: z.boolean(),
  /** Switched off because the person who saved it may no longer see what it sends. */
  isOffByRights: z.boolean(),
  /** What they are called; empty: they are gone. */
  savedBy: z.string(),
  /** Whether messages are signed. */
  isSigned: z.boolean(),
  lastSentAt: z.nullable(z.number()),
  waiting: z.int(),
})
export type WebhookView = z.infer<typeof webhookView>

export const deliveryView = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(['waiting', 'sent', 'given_up']),
  tries: z.int(),
  createdAt: z.number(),
  /** When it was sent, given up, or is tried next. */
  at: z.number(),
  /** Of the last answer; null: there was none. */
  status: z.nullable(z.int()),
  /** What went wrong last, in words; empty: nothing. */
  fault: z.string(),
})
export type DeliveryView = z.infer<typeof deliveryView>

const at = { method: 'POST', permission: editWebhooks, level: 0, scopeRule: 'reach' } as const
const seen = { id, version: schemas.revision }

/** Webhooks at the places where the caller may change them. */
export const webhookList = defineRoute({
  ...at,
  path: '/platform/webhook/list',
  title: 'notifications.webhookList',
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.object({
    list: z.array(webhookView),
    /** What a webhook can be told of. */
    kinds: z.array(z.object({ kind: z.string(), name: z.string() })),
  }),
})

export const webhookSave = defineRoute({
  ...at,
  path: '/platform/webhook/save',
  title: 'notifications.webhookSave',
  risk: 'R2',
  subject: ({ body }) => body.id ?? body.values.name,
  body: z.object({ id: z.optional(id), version: z.optional(schemas.revision), values: webhookValues }),
  /** `secret`: what a new JSON webhook is signed with, told this once. */
  reply: z.object({ id: z.string(), version: z.int(), secret: z.nullable(z.string()) }),
})

/** What signs it is replaced at once; the old one is worth nothing from then on. */
export const webhookRenew = defineRoute({
  ...at,
  path: '/platform/webhook/renew',
  title: 'notifications.webhookRenew',
  risk: 'R2',
  subject: ({ body }) => body.id,
  body: z.object(seen),
  reply: z.object({ version: z.int(), secret: z.string() }),
})

export const webhookRemove = defineRoute({
  ...at,
  path: '/platform/webhook/remove',
  title: 'notifications.webhookRemove',
  risk: 'R2',
  subject: ({ body }) => body.id,
  body: z.object(seen),
  reply: schemas.nothing,
})

/** A message that says it is a test, sent as everything else is. */
export const webhookTest = defineRoute({
  ...at,
  path: '/platform/webhook/test',
  title: 'notifications.webhookTest',
  risk: 'R1',
  subject: ({ body }) => body.id,
  body: z.object({ id }),
  reply: schemas.nothing,
})

/** The last ones, newest first. */
export const webhookDeliveries = defineRoute({
  ...at,
  path: '/platform/webhook/deliveries',
  title: 'notifications.webhookDeliveries',
  risk: 'R0',
  body: z.object({ id }),
  reply: z.object({ list: z.array(deliveryView) }),
})
