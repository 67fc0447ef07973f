import { defineRoute, schemas, z } from '@qd/contract-kit'

/** Where a link stands: the quick entries of the top bar (S1.02) or the extra menus (S2.18). */
export const linkPlace = z.enum(['quick', 'extra'])
/** `page`: inside the console on the shortcut page; `tab`: a new tab of the browser. */
export const linkTarget = z.enum(['page', 'tab'])

export const menuLink = z.object({
  id: z.string(),
  place: linkPlace,
  name: z.string(),
  url: z.string(),
  target: linkTarget,
})
export type MenuLink = z.infer<typeof menuLink>

/** The links this user sees at the game and operator they are at. */
export const linkList = defineRoute({
  method: 'POST',
  path: '/platform/menu/links',
  title: 'menu.linkList',
  permission: 'session',
  level: 0,
  risk: 'R0',
  scopeRule: 'reach',
  body: z.object({ game: z.optional(schemas.shortText), partnerCode: z.optional(schemas.shortText) }),
  target: ({ body }) => ({ game: body.game, operator: body.partnerCode }),
  reply: z.object({ list: z.array(menuLink) }),
})

/** Whether a linked site lets itself be framed, as its own headers say. */
export const frameState = defineRoute({
  method: 'POST',
  path: '/platform/menu/frame',
  title: 'menu.frameState',
  permission: 'session',
  level: 0,
  risk: 'R0',
  body: z.object({ id: schemas.shortText }),
  reply: z.object({ framing: z.enum(['allowed', 'refused', 'unknown']) }),
})
