import { defineRoute, schemas, z } from '@qd/contract-kit'

/** Bytes of one value as JSON. */
export const MAX_PREFERENCE_BYTES = 64 * 1024
/** Keys of one user. */
export const MAX_PREFERENCES = 200

/** Words with dots between: `table.audit.rows`. */
export const DOTTED_NAME = /^[a-z][A-Za-z0-9-]*(\.[A-Za-z0-9-]+){0,5}$/

/** What the caller's pages have kept: the columns of a table, an opened panel. */
export const preferenceGet = defineRoute({
  method: 'POST',
  path: '/api/preference/get',
  title: 'interface-settings.preferenceGet',
  permission: 'session',
  level: 0,
  risk: 'R0',
  body: schemas.emptyBody,
  reply: z.object({ values: z.record(z.string(), z.unknown()) }),
})

/** Keeps one value; null forgets it. Only the caller sees it, so no audit row is written. */
export const preferenceSave = defineRoute({
  method: 'POST',
  path: '/api/preference/save',
  title: 'interface-settings.preferenceSave',
  permission: 'session',
  level: 0,
  risk: 'R0',
  bodyLimit: 2 * MAX_PREFERENCE_BYTES,
  body: z.object({
    key: z.string().check(z.maxLength(120), z.regex(DOTTED_NAME)),
    value: z.nullable(z.unknown()),
  }),
  reply: schemas.nothing,
})
