import { defineRoute, z } from '@qd/contract-kit'
import { atLine, lineFields } from './line.ts'

const serverOfLine = z.object({
  sId: z.int(),
  serviceName: z.string(),
  /** Whether it told its items this time. */
  hasAnswered: z.boolean(),
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

/** Items as all servers of a line have them, with where they differ, and those that once were there. */
export const lineItems = defineRoute({
  method: 'POST',
  path: '/platform/gameProp/items',
  title: 'properties.lineItems',
  permission: 'session',
  level: 2,
  risk: 'R0',
  body: z.object(lineFields),
  target: atLine,
  reply: z.object({ servers: z.array(serverOfLine), items: z.array(lineItem) }),
})
