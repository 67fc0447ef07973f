import { WITH_TOKENS, defineRoute, z } from '@qd/contract-kit'
import { atLine, lineFields } from './line.ts'

export * from './errors.ts'
export * from './gift.ts'
export * from './items.ts'
export * from './limits.ts'
export * from './permissions.ts'
export * from './property-map.ts'
export * from './templates.ts'
export * from './values.ts'

const lineBody = z.object(lineFields)

/** Property items of a line (S3.02, S7.04). */
export const propertyList = defineRoute({
  method: 'POST',
  path: '/platform/gameProp/all',
  title: 'properties.list',
  permission: 'session',
  sessionKinds: WITH_TOKENS,
  level: 2,
  risk: 'R0',
  body: lineBody,
  target: atLine,
  reply: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      type: z.object({ code: z.string(), name: z.string() }),
      /** Given where its quantity is a moment. */
      isTime: z.optional(z.boolean()),
    }),
  ),
  unknownFields: 'ignore',
})

/** Largest quantity of an item one action may give: the lower of game and console (S3.02, S7.05). */
export const upperLimitList = defineRoute({
  method: 'POST',
  path: '/platform/gamePropUpperLimit/list',
  title: 'properties.upperLimits',
  permission: 'session',
  sessionKinds: WITH_TOKENS,
  level: 2,
  risk: 'R0',
  body: lineBody,
  target: atLine,
  reply: z.array(z.object({ number: z.string(), quantity: z.string() })),
  unknownFields: 'ignore',
})
