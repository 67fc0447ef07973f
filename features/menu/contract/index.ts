import { defineRoute, schemas, z } from '@qd/contract-kit'

export const menuChild = z.object({
  name: z.string(),
  type: z.string(),
  project_ident: z.string(),
  project_id: z.string(),
})
export const menuProject = z.object({
  project_id: z.string(),
  project_ident: z.string(),
  project_name: z.string(),
  children: z.array(menuChild),
})
export type MenuProject = z.infer<typeof menuProject>

/** A project as the settings file names it; without game or operator everybody may see it. */
export const menuProjectSetting = z.extend(menuProject, {
  game: z.optional(z.string()),
  partnerCode: z.optional(z.string()),
})
export type MenuProjectSetting = z.infer<typeof menuProjectSetting>

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
