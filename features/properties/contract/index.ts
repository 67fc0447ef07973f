import { defineRoute, schemas, z } from '@qd/contract-kit'

export * from './property-map.ts'

const lineBody = z.object({
  partnerCode: schemas.shortText,
  lineCode: schemas.shortText,
  game: z.optional(schemas.shortText),
})

/** Property items of a line (S3.02, S7.04). */
export const propertyList = defineRoute({
  method: 'POST',
  path: '/platform/gameProp/all',
  title: 'properties.list',
  permission: 'session',
  level: 2,
  risk: 'R0',
  body: lineBody,
  target: ({ body }) => ({ game: body.game, operator: body.partnerCode, lineId: body.lineCode }),
  reply: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      type: z.object({ code: z.string(), name: z.string() }),
    }),
  ),
  unknownFields: 'ignore',
})

/** Largest quantity of an item one action may give (S3.02, S7.05). */
export const upperLimitList = defineRoute({
  method: 'POST',
  path: '/platform/gamePropUpperLimit/list',
  title: 'properties.upperLimits',
  permission: 'session',
  level: 2,
  risk: 'R0',
  body: lineBody,
  target: ({ body }) => ({ game: body.game, operator: body.partnerCode, lineId: body.lineCode }),
  reply: z.array(z.object({ number: z.string(), quantity: z.string() })),
  unknownFields: 'ignore',
})
