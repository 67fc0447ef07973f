import { defineApproval, defineRoute, schemas, worthRate, z } from '@qd/contract-kit'
import { atLine, itemNumber, lineFields } from './line.ts'
import { editLimits } from './permissions.ts'

/** Values of one line. */
export const VALUES_MAX = 20_000

/** Policies that ask from a worth rest on values, so a change of one is a change of the rules. */
export const valueApproval = defineApproval({
  type: 'properties.value',
  title: 'properties.value',
  isRule: true,
})

/** What the console says an item of the line is worth. */
export const itemValue = z.object({ number: itemNumber, rate: worthRate })

export const valueRecord = z.object({
  id: z.string(),
  ...itemValue.shape,
  revision: z.int(),
  by: z.string(),
  at: z.number(),
})
export type ValueRecord = z.output<typeof valueRecord>

/** The console's values of the items of a line, and which items are a currency. */
export const valueRecords = defineRoute({
  method: 'POST',
  permission: 'session',
  level: 2,
  risk: 'R0',
  target: atLine,
  path: '/platform/gamePropValue/records',
  title: 'properties.valueRecords',
  body: z.object(lineFields),
  reply: z.object({
    list: z.array(valueRecord),
    /** By the data definition; null while no server of the line offers one. */
    currencies: z.nullable(z.array(z.string())),
  }),
})

const write = {
  method: 'POST',
  permission: editLimits,
  level: 2,
  risk: 'R2',
  riskInProduction: 'R3',
  needsReason: true,
  stepUp: 'sometimes',
  approval: valueApproval,
  target: atLine,
} as const

/** A new value, or another rate for the one with `id` as it was seen. */
export const saveValue = defineRoute({
  ...write,
  path: '/platform/gamePropValue/save',
  title: 'properties.saveValue',
  body: z.object({
    ...lineFields,
    id: z.optional(schemas.shortText),
    revision: z.optional(schemas.revision),
    values: itemValue,
    ...schemas.confirmation,
  }),
  subject: ({ body }) => body.values.number,
  audit: ({ body }) => ({ ...body.values.rate }),
  reply: valueRecord,
})

export const removeValue = defineRoute({
  ...write,
  path: '/platform/gamePropValue/remove',
  title: 'properties.removeValue',
  body: z.object({
    ...lineFields,
    id: schemas.shortText,
    revision: schemas.revision,
    ...schemas.confirmation,
  }),
  subject: ({ body }) => body.id,
  reply: schemas.nothing,
})
