import { defineRoute, schemas, z } from '@qd/contract-kit'
import { grantApproval } from './approvals.ts'
import { assignGrants } from './permissions.ts'
import { grantChange, id } from './shapes.ts'

/** Gives and takes single grants: two administrators at once do not undo each other's work. */
export const userGrants = defineRoute({
  method: 'POST',
  path: '/platform/user/grants',
  title: 'access.userGrants',
  approval: grantApproval,
  permission: assignGrants,
  level: 0,
  // The handler narrows by what its caller holds; a grant below one game is enough to ask.
  scopeRule: 'reach',
  risk: 'R2',
  // When something is given.
  stepUp: 'sometimes',
  subject: ({ body }) => body.userId,
  body: z.object({ userId: id, ...grantChange.shape }),
  reply: schemas.nothing,
})
