import * as z from 'zod/mini'
import { isScopePath } from './scope-path.ts'

/** Anything that fits no larger than a line of a form; NUL is refused at the door. */
export const shortText = z.string().check(z.maxLength(200))
/** A uId as digits; numbers are accepted from old clients as long as they are exact. */
export const uIdText = z.pipe(
  z.union([z.string(), z.int()]),
  z.transform((value: string | number) => String(value).trim()),
)
/** A server id in a query or body: digits or a number. */
export const sIdNumber = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,9}$/)), z.int().check(z.gte(0), z.lte(999_999_999))]),
  z.transform((value: string | number) => Number(value)),
)
/** The same where the kit asks for it after weighing the risk (`needsReason`); absent reads as empty. */
export const reasonLater = z.pipe(
  z.optional(z.string().check(z.trim(), z.maxLength(500))),
  z.transform((text: string | undefined) => text ?? ''),
)
/** A key the caller makes up; the same key and body are carried out once. */
export const idempotencyKey = z.string().check(z.regex(/^[\w.:-]{8,100}$/))
/** A moment, ms UTC, to the end of the year 9999: pages and databases know each of them, and days after it. */
export const momentMs = z.int().check(z.gte(0), z.lte(253_402_300_799_999))
/** How often a record was changed, as somebody has seen it: whole numbers of 32 bits, which each column holds. */
export const revision = z.int().check(z.gte(0), z.lte(2_147_483_647))
/** A place in something that grows. Databases and pages know each of them, and those behind it. */
export const position = z.int().check(z.gte(0), z.lte(999_999_999_999_999))
export const emptyBody = z.optional(z.nullable(z.looseObject({})))
/** A whole number as text, so that none beyond 2^53 is rounded. */
export const int64Text = z.string().check(z.regex(/^-?\d{1,19}$/))
export const environment = z.enum(['dev', 'test', 'staging', 'production'])
/** A place somebody names: `*`, or `game/operator/line/server` as far as it goes. */
export const scopePathText = z.string().check(z.maxLength(300), z.refine(isScopePath))
/** What R3 and R4 calls carry in production: the exact name of the target. */
export const confirmText = z.string().check(z.maxLength(200))
/** Both fields of a call that may have to be confirmed; the gate says what they must hold, and when. */
export const confirmation = { reason: reasonLater, confirm: z.optional(confirmText) }
export const nothing = z.null()
