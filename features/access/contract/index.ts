export * from './errors.ts'

import { defineRoute, z } from '@qd/contract-kit'

/** User groups as a flat list with parents (S7.03). */
export const groupList = defineRoute({
  method: 'POST',
  path: '/platform/userGroup/childs',
  title: 'access.groupList',
  permission: 'session',
  level: 0,
  risk: 'R0',
  body: z.object({ hasSelf: z.optional(z.boolean()) }),
  reply: z.array(z.object({ id: z.string(), name: z.string(), parentId: z.nullable(z.string()) })),
  unknownFields: 'ignore',
})
