import { z } from '@qd/contract-kit'
import { redisBytes } from './bytes.ts'
import { databaseRef } from './connections.ts'
import { editRedis, readRedis } from './permissions.ts'

/* What the calls about one key share. */

/** A key and a field of KEY_BYTES each, in base64. */
export const NAMES_BYTES = 4 * 1_048_576
export const oneKey = { ...databaseRef, key: redisBytes }
export const sha1 = z.string().check(z.regex(/^[0-9a-f]{40}$/))
export const score = z.string().check(z.maxLength(40))
export const streamId = z.string().check(z.maxLength(64))
export const readsKeys = {
  method: 'POST',
  level: 2,
  permission: readRedis,
  risk: 'R0',
  bodyLimit: NAMES_BYTES,
} as const
export const writesKeys = { method: 'POST', level: 2, permission: editRedis, risk: 'R2' } as const
