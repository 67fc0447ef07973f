import { definePermission, defineRoute, isScopePath, schemas, z } from '@qd/contract-kit'
import { DOTTED_NAME } from './preference.ts'

/** Presets of one user on one page. */
export const MAX_PRESETS = 100
/** Fifty filters of 2,000 characters, three bytes each. */
const MAX_PRESET_BYTES = 327_680

export const presetShare = definePermission({
  routerName: 'interface-settings',
  code: 'preset.share',
  type: 'button',
  heldBy: [],
  risk: 'R1',
})

const page = z.string().check(z.maxLength(80), z.regex(DOTTED_NAME))
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
const filter = z
  .record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(2000)))
  .check(z.refine((values) => Object.keys(values).length <= 50))
/** A place in a filter is one, or none. */
const keptFilter = filter.check(
  z.refine(({ scope = '' }) => scope === '' || isScopePath(scope), { path: ['scope'] }),
)

export const preset = z.object({
  id: z.string(),
  name: z.string(),
  filter: z.record(z.string(), z.string()),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** Who made it. */
  ownerName: z.string(),
  /** The caller may change and delete it. */
  mayChange: z.boolean(),
})
export type Preset = z.infer<typeof preset>

/**
 * The caller's filters of a page and, where they hold a permission of it, those others share, own ones first. The
 * page's name begins with the router of its permissions: `audit.rows`.
 */
export const presetList = defineRoute({
  method: 'POST',
  path: '/api/preset/list',
  title: 'interface-settings.presetList',
  permission: 'session',
  level: 0,
  risk: 'R0',
  body: z.object({ page }),
  reply: z.array(preset),
})

/**
 * Keeps a filter under a name; with `id` an own one is overwritten. Others see it when it is shared: that
 * needs the right to share and leaves an audit row.
 */
export const presetSave = defineRoute({
  method: 'POST',
  path: '/api/preset/save',
  title: 'interface-settings.presetSave',
  permission: 'session',
  level: 0,
  risk: 'R0',
  // What others see.
  risesTo: 'R1',
  audit: ({ body }) => ({ page: body.page, name: body.name, isShared: body.isShared }),
  subject: ({ body }) => body.id,
  bodyLimit: MAX_PRESET_BYTES,
  body: z.object({ id: z.optional(z.string()), page, name, filter: keptFilter, isShared: z.boolean() }),
  reply: z.object({ id: z.string() }),
})

/** Its owner deletes a filter; a shared one also who holds the right to share. */
export const presetDel = defineRoute({
  method: 'POST',
  path: '/api/preset/del',
  title: 'interface-settings.presetDel',
  permission: 'session',
  level: 0,
  risk: 'R0',
  // What others see.
  risesTo: 'R1',
  subject: ({ body }) => body.id,
  body: z.object({ id: z.string() }),
  reply: schemas.nothing,
})
