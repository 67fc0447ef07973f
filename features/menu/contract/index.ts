import { defineRoute, schemas, z } from '@qd/contract-kit'

export * from './errors.ts'
export * from './link-address.ts'
export * from './links.ts'
export * from './editor.ts'
export * from './entries.ts'

export const menuChild = z.object({
  name: z.string(),
  type: z.string(),
  project_ident: z.string(),
  project_id: z.string(),
  /** Roles it is meant for; absent or empty: all (S6.03). */
  roles: z.optional(z.array(z.string())),
})
export type MenuChild = z.infer<typeof menuChild>
/** A project; without game or operator it is for all of them. */
export const menuProject = z.object({
  project_id: z.string(),
  project_ident: z.string(),
  project_name: z.string(),
  children: z.array(menuChild),
  game: z.optional(z.string()),
  partnerCode: z.optional(z.string()),
})
export type MenuProject = z.infer<typeof menuProject>

const session = { permission: 'session', level: 0, risk: 'R0', scopeRule: 'reach' } as const

export const projectList = defineRoute({
  ...session,
  method: 'GET',
  path: '/api/sys/projectList',
  title: 'menu.projectList',
  reply: z.array(menuProject),
})

export const menuList = defineRoute({
  ...session,
  method: 'POST',
  path: '/platform/menu/list',
  title: 'menu.menuList',
  body: z.object({ game: schemas.shortText }),
  target: ({ body }) => ({ game: body.game }),
  reply: z.object({ list: z.array(menuProject) }),
  unknownFields: 'ignore',
})
