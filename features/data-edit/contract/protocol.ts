import { definePermission, defineRoute, schemas, z } from '@qd/contract-kit'

export const readPlayerData = definePermission({
  routerName: 'index',
  code: 'data.read',
  type: 'button',
  heldBy: ['operator', 'developer', 'reviewer', 'reader'],
})

export const field = z.object({
  name: z.string(),
  type: z.string(),
  fieldName: z.string(),
  comment: z.string(),
  itemType: z.optional(z.string()),
  defaultVal: z.optional(z.unknown()),
  dataProvider: z.optional(z.string()),
  min: z.optional(z.string()),
  max: z.optional(z.string()),
  maxBytes: z.optional(z.int().check(z.lte(999_999_999_999_999))),
  unit: z.optional(z.string()),
  time: z.optional(z.string()),
  sensitive: z.optional(z.boolean()),
  item: z.optional(z.int().check(z.lte(999_999_999_999_999))),
  encoding: z.optional(z.enum(['base64'])),
  oneof: z.optional(z.string()),
})

export const diffInfo = z.object({
  name: z.string(),
  comment: z.string(),
  fields: z.array(field),
  names: z.record(z.string(), z.string()),
  key: z.string(),
  netKey: z.string(),
  /** Names of fields that are not carried. */
  leftOut: z.optional(z.array(z.string())),
})

export const tip = z.object({ type: z.string(), keyTip: z.string(), diffInfo: z.string(), doc: z.string() })

/** Definitions of a server's player data in the caller's language; only the md5 without `protocolJson` (S7.12, S7.24). */
export const tipProtocol = defineRoute({
  method: 'GET',
  path: '/adjust/tipProtocol',
  title: 'data-edit.protocol',
  permission: readPlayerData,
  level: 2,
  risk: 'R0',
  query: z.object({
    sId: z.optional(schemas.sIdNumber),
    lineId: z.optional(schemas.shortText),
    uId: z.optional(schemas.uIdText),
    protocolJson: z.optional(z.string()),
  }),
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId, uId: query.uId }),
  reply: z.object({
    md5: z.string(),
    protocol: z.optional(
      z.object({
        diffInfos: z.record(z.string(), diffInfo),
        protocols: z.array(tip),
        /** Names of types and modules that are not carried. */
        leftOut: z.optional(z.array(z.string())),
      }),
    ),
    /** Set when the server now offers a definition we refuse; the last good one is served. */
    refusedReason: z.optional(z.string()),
  }),
})
