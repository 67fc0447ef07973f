import { defineRoute, z } from '@qd/contract-kit'
import { atLine, lineFields } from './line.ts'

/** An item that a waiting mail or batch of codes gives is on no server any more. */
export const ITEM_GONE = { name: 'properties.itemGone', level: 'warning' } as const

const serverOfLine = z.object({
  sId: z.int(),
  serviceName: z.string(),
  /** Whether it told its items this time. */
  hasAnswered: z.boolean(),
  /** When it told them last, ms UTC; null: never. */
  heardAt: z.nullable(z.number()),
  /** Why it did not, as a sentence; empty: it was not asked. */
  fault: z.string(),
})

/** How an item is on one server, where that is not as on the others. */
const itemDifference = z.object({
  sId: z.int(),
  kind: z.enum(['missing', 'different']),
  /** What it is called there; empty where it is missing. */
  name: z.string(),
})

export const lineItem = z.object({
  number: z.string(),
  name: z.string(),
  type: z.object({ code: z.string(), name: z.string() }),
  quality: z.nullable(z.string()),
  /** Whether it stays with who has it; null where the game does not say. */
  bind: z.nullable(z.boolean()),
  stack: z.nullable(z.int()),
  value: z.nullable(z.int()),
  differences: z.array(itemDifference),
  /** No server that answered has it any more. */
  isGone: z.boolean(),
  /** When the console saw it first and last, ms UTC. */
  firstSeen: z.number(),
  lastSeen: z.number(),
})
export type LineItem = z.output<typeof lineItem>

const read = {
  method: 'POST',
  permission: 'session',
  level: 2,
  risk: 'R0',
  body: z.object(lineFields),
  target: atLine,
} as const

const lineItemsReply = z.object({
  servers: z.array(serverOfLine),
  items: z.array(lineItem),
  /** When the servers were read last, ms UTC; null: never. */
  syncedAt: z.nullable(z.number()),
  /** How often the console reads them by itself, in minutes; 0: it does not. */
  everyMinutes: z.int(),
})

/** Items as all servers of a line have them, with where they differ, and those that once were there. */
export const lineItems = defineRoute({
  ...read,
  path: '/platform/gameProp/items',
  title: 'properties.lineItems',
  reply: lineItemsReply,
})

/** Asks the servers again, however lately they were asked; several at once ask once. */
export const syncItems = defineRoute({
  ...read,
  path: '/platform/gameProp/sync',
  title: 'properties.syncItems',
  reply: lineItemsReply,
})

/** Which of these items no server of the line has any more; asks no server. */
export const goneItems = defineRoute({
  ...read,
  path: '/platform/gameProp/gone',
  title: 'properties.goneItems',
  body: z.object({
    ...lineFields,
    numbers: z.array(z.string().check(z.regex(/^\d{1,20}$/))).check(z.minLength(1), z.maxLength(1_000)),
  }),
  reply: z.object({
    gone: z.array(z.object({ number: z.string(), name: z.string(), lastSeen: z.number() })),
  }),
})
