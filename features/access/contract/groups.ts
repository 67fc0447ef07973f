import { defineRoute, schemas, z } from '@qd/contract-kit'
import { grantApproval, groupApproval } from './approvals.ts'
import { assignGrants, editGroup, readGroups } from './permissions.ts'
import { grantChange, heldGrant, id, named, rightEnd, shownName } from './shapes.ts'

/** Each handler narrows by what its caller holds; a grant below one game is enough to ask. */
const admin = { method: 'POST', level: 0, scopeRule: 'reach' } as const
const edits = { ...admin, permission: editGroup, risk: 'R2' } as const

export const groupView = z.object({
  id: z.string(),
  name: z.string(),
  parentId: z.nullable(z.string()),
  /** Name of the group at the identity provider whose members it takes; empty: none. */
  externalName: z.string(),
  members: z.int(),
  /** Grants of its own; members also have those of the groups above. */
  grants: z.array(heldGrant),
  mayEdit: z.boolean(),
  mayChangeMembers: z.boolean(),
})
export type GroupView = z.infer<typeof groupView>

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

/** The tree as its administrators see it, parents before children. */
export const groupTree = defineRoute({
  ...admin,
  path: '/platform/userGroup/tree',
  title: 'access.groupTree',
  permission: readGroups,
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.array(groupView),
})

export const groupSave = defineRoute({
  ...edits,
  path: '/platform/userGroup/save',
  title: 'access.groupSave',
  approval: groupApproval,
  subject: ({ body }) => body.groupId ?? body.name,
  body: z.object({
    /** Absent: a new group. */
    groupId: z.optional(id),
    name: shownName,
    parentId: z.nullable(id),
    externalName: z.string().check(z.trim(), z.maxLength(200)),
  }),
  reply: z.object({ groupId: z.string() }),
})

export const groupDelete = defineRoute({
  ...edits,
  path: '/platform/userGroup/delete',
  title: 'access.groupDelete',
  approval: groupApproval,
  subject: ({ body }) => body.groupId,
  body: z.object({ groupId: id }),
  reply: schemas.nothing,
})

export const groupMembers = defineRoute({
  ...admin,
  path: '/platform/userGroup/members',
  title: 'access.groupMembers',
  permission: readGroups,
  risk: 'R0',
  body: z.object({ groupId: id }),
  reply: z.array(
    z.object({
      ...named.shape,
      username: z.string(),
      /** An account of the caller's own. */
      isSelf: z.boolean(),
      /** When the membership ends by itself. */
      until: z.optional(z.int()),
    }),
  ),
})

export const groupChangeMembers = defineRoute({
  ...edits,
  path: '/platform/userGroup/members/change',
  title: 'access.groupChangeMembers',
  approval: groupApproval,
  // When somebody joins.
  stepUp: 'sometimes',
  subject: ({ body }) => body.groupId,
  body: z.object({
    groupId: id,
    join: z.array(id).check(z.maxLength(200)),
    leave: z.array(id).check(z.maxLength(200)),
    /** When the membership of those who join ends by itself, ms UTC. Who is in already gets this end, or none. */
    until: z.optional(rightEnd),
  }),
  reply: schemas.nothing,
})

export const groupGrants = defineRoute({
  ...admin,
  path: '/platform/userGroup/grants',
  title: 'access.groupGrants',
  approval: grantApproval,
  permission: assignGrants,
  risk: 'R2',
  // When something is given.
  stepUp: 'sometimes',
  subject: ({ body }) => body.groupId,
  body: z.object({ groupId: id, ...grantChange.shape }),
  reply: schemas.nothing,
})
