import { z } from '@qd/contract-kit'
import { MAX_NAME_LENGTH } from '@qd/protocol-model'

/** A field name, an element's key, or a list index; scripts may give indexes as numbers. */
const segment = z.pipe(
  z.union([z.string().check(z.maxLength(MAX_NAME_LENGTH)), z.int().check(z.gte(0))]),
  z.transform((value: string | number) => String(value)),
)

/** One change of a player's data; `old` is what the editor had loaded (S7.14, S7.15). */
export const change = z.object({
  diff: z.string().check(z.minLength(1), z.maxLength(MAX_NAME_LENGTH)),
  key: z.optional(z.string().check(z.maxLength(256))),
  path: z.array(segment).check(z.maxLength(32)),
  op: z.enum(['set', 'add', 'remove']),
  value: z.optional(z.unknown()),
  old: z.optional(z.unknown()),
})
export type Change = z.infer<typeof change>

/** Changes of one commit; game servers take no more at once (game contract). */
export const MAX_CHANGES = 1000

/** Most bytes a commit takes, and its check before: whole rows and lists may be added, with what stood there before. */
export const CHANGES_BYTES = 10_485_760

export const changeList = z.array(change).check(z.minLength(1), z.maxLength(MAX_CHANGES))

/** Verdict on one change, by its index in the request. */
export const changeVerdict = z.object({
  index: z.int(),
  status: z.int(),
  code: z.string(),
  msg: z.string(),
  field: z.optional(z.string()),
})
export type ChangeVerdict = z.infer<typeof changeVerdict>

/** What becomes of a player who is online when their data is changed. */
export const onlinePolicy = z.enum(['live', 'kick', 'refuse'])
