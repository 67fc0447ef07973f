import { defineRoute, schemas, z } from '@qd/contract-kit'
import { LIMIT_KINDS } from '@qd/item-limits'
import { giftEntries } from './gift.ts'
import { atLine, itemNumber, lineFields } from './line.ts'
import { editLimits } from './permissions.ts'

/** Limits of one line. */
export const LIMITS_MAX = 20_000

const quantity = z.string().check(z.regex(/^\d{1,16}$/))

/** What may be set: how much of an item, counted how. */
export const limitValues = z.object({ number: itemNumber, kind: z.enum(LIMIT_KINDS), quantity })

export const limitRecord = z.object({
  id: z.string(),
  ...limitValues.shape,
  /** It holds on each line of the operator; the stricter of both binds. */
  isForOperator: z.boolean(),
  revision: z.int(),
  by: z.string(),
  at: z.number(),
})
export type LimitRecord = z.output<typeof limitRecord>

const read = { method: 'POST', permission: 'session', level: 2, risk: 'R0', target: atLine } as const
const write = {
  method: 'POST',
  permission: editLimits,
  level: 2,
  risk: 'R2',
  riskInProduction: 'R3',
  target: atLine,
} as const

/** The console's own limits of a line and of its operator, and those its game has. */
export const limitRecords = defineRoute({
  ...read,
  path: '/platform/gamePropUpperLimit/records',
  title: 'properties.limitRecords',
  body: z.object(lineFields),
  reply: z.object({
    list: z.array(limitRecord),
    /** What one action may give; null while no server of the line says so. */
    ofGame: z.nullable(z.array(z.object({ number: z.string(), quantity: z.string() }))),
  }),
})

/**
 * A new limit, or another quantity for the one with `id` as it was seen. One for all lines of the operator needs the right
 * there, and counts on each line by itself.
 */
export const saveLimit = defineRoute({
  ...write,
  path: '/platform/gamePropUpperLimit/save',
  title: 'properties.saveLimit',
  body: z.object({
    ...lineFields,
    id: z.optional(schemas.shortText),
    revision: z.optional(schemas.revision),
    values: limitValues,
    /** Of a new one. */
    isForOperator: z.optional(z.boolean()),
    ...schemas.confirmation,
  }),
  subject: ({ body }) => `${body.values.number}/${body.values.kind}`,
  reply: limitRecord,
})

export const removeLimit = defineRoute({
  ...write,
  path: '/platform/gamePropUpperLimit/remove',
  title: 'properties.removeLimit',
  body: z.object({
    ...lineFields,
    id: schemas.shortText,
    revision: schemas.revision,
    ...schemas.confirmation,
  }),
  subject: ({ body }) => body.id,
  reply: schemas.nothing,
})

export const limitExcess = z.object({
  number: z.string(),
  kind: z.enum(LIMIT_KINDS),
  source: z.enum(['game', 'console']),
  limit: z.string(),
  used: z.string(),
  asked: z.string(),
  over: z.string(),
  players: z.optional(z.object({ count: z.int(), sample: z.array(z.string()) })),
})

/** Which limits a gift to so many players would go beyond now, with what the caller has given today. */
export const checkGift = defineRoute({
  ...read,
  path: '/platform/gameProp/check',
  title: 'properties.checkGift',
  body: z.object({
    ...lineFields,
    kind: z.enum(['mail', 'code', 'function', 'edit', 'activity']),
    entries: giftEntries,
    /** How many get it; of players who are named only these. */
    players: z.int().check(z.gte(1), z.lte(1_000_000_000)),
    uIds: z.optional(
      z.array(z.string().check(z.regex(/^\d{1,19}$/))).check(z.minLength(1), z.maxLength(1000)),
    ),
  }),
  reply: z.object({ excess: z.array(limitExcess) }),
})

/** What was given of each item on a day, and by whom. */
export const givenOnDay = defineRoute({
  ...read,
  path: '/platform/gameProp/given',
  title: 'properties.given',
  body: z.object({
    ...lineFields,
    /** `2026-11-25` in the zone of the line; absent: today. */
    day: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  }),
  reply: z.object({
    day: z.string(),
    zone: z.string(),
    rows: z.array(
      z.object({
        number: z.string(),
        person: z.string(),
        total: z.string(),
        players: z.int(),
        uses: z.int(),
      }),
    ),
  }),
})
