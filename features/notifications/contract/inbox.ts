import { defineRoute, schemas, z } from '@qd/contract-kit'

const id = z.string().check(z.minLength(1), z.maxLength(64))
const own = { method: 'POST', permission: 'session', level: 0, risk: 'R0', sessionKinds: ['full'] } as const

export const notificationLevel = z.enum(['info', 'success', 'warning', 'error'])

export const notificationView = z.object({
  id: z.string(),
  kind: z.string(),
  level: notificationLevel,
  /** One sentence, in the language of the call. */
  title: z.string(),
  /** More of it; empty: the sentence is all. */
  text: z.string(),
  at: z.number(),
  /** Where it happened, from the game down; empty: at no place. */
  place: z.array(z.string()),
  /** Page of the console it leads to. */
  page: z.nullable(z.string()),
  isRead: z.boolean(),
})
export type NotificationView = z.infer<typeof notificationView>

/** Own notifications, newest first. */
export const notificationList = defineRoute({
  ...own,
  path: '/platform/notification/list',
  title: 'notifications.list',
  body: z.object({
    isUnread: z.optional(z.boolean()),
    /** Only older ones: `next` of the last answer. */
    before: z.optional(id),
    limit: z.optional(z.int().check(z.gte(1), z.lte(100))),
  }),
  reply: z.object({
    list: z.array(notificationView),
    next: z.nullable(z.string()),
    /** When the newest of all came, as `readAll` takes it. */
    newest: z.number(),
    unread: z.int(),
  }),
})

export const notificationRead = defineRoute({
  ...own,
  path: '/platform/notification/read',
  title: 'notifications.read',
  body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
  reply: schemas.nothing,
})

/** All that had come when the list was read, by its `newest`: what comes meanwhile stays unread. */
export const notificationReadAll = defineRoute({
  ...own,
  path: '/platform/notification/readAll',
  title: 'notifications.readAll',
  body: z.object({ upTo: schemas.position }),
  reply: schemas.nothing,
})
