import { defineRoute, schemas, z } from '@qd/contract-kit'
import { giftEntries } from './gift.ts'
import { atLine, lineFields } from './line.ts'
import { editGifts } from './permissions.ts'

/** Gifts of one line. */
export const GIFTS_MAX = 500

export const giftValues = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  entries: giftEntries,
})

export const giftTemplate = z.object({
  id: z.string(),
  ...giftValues.shape,
  revision: z.int(),
  by: z.string(),
  at: z.number(),
})
export type GiftTemplate = z.output<typeof giftTemplate>

/** The gifts that a line keeps under a name. */
export const giftTemplates = defineRoute({
  method: 'POST',
  path: '/platform/giftTemplate/list',
  title: 'properties.giftTemplates',
  permission: 'session',
  level: 2,
  risk: 'R0',
  body: z.object(lineFields),
  target: atLine,
  reply: z.object({ list: z.array(giftTemplate) }),
})

const write = { method: 'POST', permission: editGifts, level: 2, risk: 'R1', target: atLine } as const

/** A new gift, or the one with `id` changed as it was seen. */
export const saveGift = defineRoute({
  ...write,
  path: '/platform/giftTemplate/save',
  title: 'properties.saveGift',
  body: z.object({
    ...lineFields,
    id: z.optional(schemas.shortText),
    revision: z.optional(schemas.revision),
    values: giftValues,
  }),
  subject: ({ body }) => body.values.name,
  reply: giftTemplate,
})

export const removeGift = defineRoute({
  ...write,
  path: '/platform/giftTemplate/remove',
  title: 'properties.removeGift',
  body: z.object({ ...lineFields, id: schemas.shortText, revision: schemas.revision }),
  subject: ({ body }) => body.id,
  reply: schemas.nothing,
})
