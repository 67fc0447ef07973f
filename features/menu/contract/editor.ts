import { definePermission, defineRoute, schemas, z } from '@qd/contract-kit'
import { linkPlace, linkTarget, menuLink } from './links.ts'

export const readMenus = definePermission({
  routerName: 'menus',
  code: 'menu.read',
  type: 'menu',
  heldBy: ['reviewer'],
})

export const editMenus = definePermission({
  routerName: 'menus',
  code: 'menu.edit',
  type: 'button',
  heldBy: [],
})

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))
const code = z.string().check(z.trim(), z.maxLength(64), z.regex(/^[\w.-]*$/))
const roles = z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(50))

/** What an administrator says of a link; empty game and operator: everywhere, no roles: everybody. */
export const linkValues = z.object({
  place: linkPlace,
  name,
  url: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
  target: linkTarget,
  game: code,
  operator: code,
  roles,
  /** The site may be asked in a private network whether it lets itself be framed; wants `catalogue.network.allow`. */
  allowPrivate: z.optional(z.boolean()),
  /** The same for the console's own machine. */
  allowLoopback: z.optional(z.boolean()),
})
export type LinkValues = z.infer<typeof linkValues>

export const linkRecord = z.extend(menuLink, {
  game: z.string(),
  operator: z.string(),
  roles: z.array(z.string()),
  allowPrivate: z.boolean(),
  allowLoopback: z.boolean(),
  /** Of the settings file: shown, not edited here. */
  isFixed: z.boolean(),
  version: z.int(),
})
export type LinkRecord = z.infer<typeof linkRecord>

export const projectEntry = z.object({
  name,
  type: z.string().check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(/^[\w-]+$/)),
  roles,
})
export const projectValues = z.object({
  ident: z.string().check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(/^[\w.-]+$/)),
  name,
  game: code,
  operator: code,
  entries: z.array(projectEntry).check(z.maxLength(50)),
})
export type ProjectValues = z.infer<typeof projectValues>

export const projectRecord = z.extend(projectValues, {
  id: z.string(),
  /** Those of the settings file may have no name: then the menu shows the title of the page. */
  entries: z.array(z.extend(projectEntry, { name: z.string() })),
  isFixed: z.boolean(),
  version: z.int(),
})
export type ProjectRecord = z.infer<typeof projectRecord>

const change = { method: 'POST', permission: editMenus, level: 0, risk: 'R1' } as const
const saved = z.object({ id: z.string(), version: z.int() })
/** Absent in a new record; the version that was seen in a changed one. */
const identity = { id: z.optional(schemas.shortText), version: z.optional(schemas.revision) }
const removal = z.object({ id: schemas.shortText, version: schemas.revision })

export const menuEditor = defineRoute({
  method: 'POST',
  path: '/platform/menu/editor',
  title: 'menu.editor',
  permission: readMenus,
  level: 0,
  risk: 'R0',
  body: z.object({}),
  reply: z.object({ links: z.array(linkRecord), projects: z.array(projectRecord) }),
})

export const saveLink = defineRoute({
  ...change,
  path: '/platform/menu/saveLink',
  title: 'menu.saveLink',
  subject: ({ body }) => body.id ?? body.values.name,
  body: z.object({ ...identity, values: linkValues }),
  reply: saved,
})

export const removeLink = defineRoute({
  ...change,
  path: '/platform/menu/removeLink',
  title: 'menu.removeLink',
  subject: ({ body }) => body.id,
  body: removal,
  reply: schemas.nothing,
})

/** The order of all own links of one place, first to last. */
export const orderLinks = defineRoute({
  ...change,
  path: '/platform/menu/orderLinks',
  title: 'menu.orderLinks',
  subject: ({ body }) => body.place,
  body: z.object({ place: linkPlace, ids: z.array(schemas.shortText).check(z.maxLength(500)) }),
  reply: schemas.nothing,
})

export const saveProject = defineRoute({
  ...change,
  path: '/platform/menu/saveProject',
  title: 'menu.saveProject',
  subject: ({ body }) => body.id ?? body.values.ident,
  body: z.object({ ...identity, values: projectValues }),
  reply: saved,
})

export const removeProject = defineRoute({
  ...change,
  path: '/platform/menu/removeProject',
  title: 'menu.removeProject',
  subject: ({ body }) => body.id,
  body: removal,
  reply: schemas.nothing,
})
