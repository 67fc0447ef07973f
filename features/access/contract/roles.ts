import { defineRoute, schemas, z } from '@qd/contract-kit'
import { roleApproval } from './approvals.ts'
import { assignGrants, editRole, readRoles, readUsers } from './permissions.ts'
import { named, roleCode, roleGrant, shownName } from './shapes.ts'

/** Each handler narrows by what its caller holds; a grant below one game is enough to ask. */
const admin = { method: 'POST', level: 0, scopeRule: 'reach' } as const
const subject = ({ body }: { body: { code: string } }) => body.code

export const roleView = z.object({
  code: z.string(),
  name: z.string(),
  isBuiltIn: z.boolean(),
  /** Permission keys `routerName.code`, or `*`. */
  codes: z.array(z.string()),
  version: z.int(),
  /** Accounts that hold it, by themselves or by a group. */
  holders: z.int(),
  mayEdit: z.boolean(),
})
export type RoleView = z.infer<typeof roleView>

export const roleList = defineRoute({
  ...admin,
  path: '/platform/role/list',
  title: 'access.roleList',
  permission: readRoles,
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.array(roleView),
})

/** Roles to choose from; their codes say which of them the caller may give where. */
export const roleOptions = defineRoute({
  ...admin,
  path: '/platform/role/options',
  title: 'access.roleOptions',
  permission: readUsers,
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      isBuiltIn: z.boolean(),
      codes: z.array(z.string()),
      /** What is left of the codes in a grant that is narrowed to things of a kind; kinds that leave none are absent. */
      narrowed: z.array(z.object({ kind: z.string(), codes: z.array(z.string()) })),
    }),
  ),
})

/** Where a role is held, as far as the caller may see it. */
export const roleHolders = defineRoute({
  ...admin,
  path: '/platform/role/holders',
  title: 'access.roleHolders',
  permission: readRoles,
  risk: 'R0',
  body: z.object({ code: roleCode }),
  reply: z.array(
    z.object({
      user: z.nullable(z.object({ ...named.shape, username: z.string() })),
      group: z.nullable(named),
      scope: z.string(),
      environment: z.string(),
      resource: roleGrant.shape.resource,
      until: z.optional(z.int()),
    }),
  ),
})

export const roleSave = defineRoute({
  ...admin,
  path: '/platform/role/save',
  title: 'access.roleSave',
  approval: roleApproval,
  permission: editRole,
  risk: 'R2',
  subject,
  body: z.object({
    code: roleCode,
    name: shownName,
    codes: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(1000)),
    /** The version that was edited; 0 for a new role. */
    version: schemas.revision,
  }),
  reply: z.object({ version: z.int() }),
})

export const roleDelete = defineRoute({
  ...admin,
  path: '/platform/role/delete',
  title: 'access.roleDelete',
  approval: roleApproval,
  permission: editRole,
  risk: 'R2',
  subject,
  body: z.object({ code: roleCode }),
  reply: schemas.nothing,
})

const functionEntry = z.object({
  code: z.string(),
  type: z.string(),
  title: z.string(),
  /** The highest risk of the calls it opens. */
  risk: z.enum(['R0', 'R1', 'R2', 'R3', 'R4']),
  /** The kind of things that a grant of it may be narrowed to. */
  resource: z.optional(z.string()),
})
export type FunctionEntry = z.infer<typeof functionEntry>

const pageFunctions = z.object({ routerName: z.string(), functionList: z.array(functionEntry) })
export type PageFunctions = z.infer<typeof pageFunctions>

/** Every permission of the running program, by page (S6.02). */
export const permissionList = defineRoute({
  ...admin,
  path: '/platform/permission/list',
  title: 'access.permissionList',
  permission: readRoles,
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.array(pageFunctions),
})

/** Opens a read-only session that sees what the role would see at a place. */
export const rolePreview = defineRoute({
  ...admin,
  path: '/platform/role/preview',
  title: 'access.rolePreview',
  permission: assignGrants,
  sessionKinds: ['full'],
  risk: 'R1',
  subject: ({ body }) => body.role,
  audit: ({ body: { scope, environment, resource } }) => ({
    scope,
    environment,
    ...(resource === undefined ? {} : { resource }),
  }),
  body: z.object(roleGrant.shape),
  reply: z.object({ token: z.string(), expiresAt: z.number() }),
})
