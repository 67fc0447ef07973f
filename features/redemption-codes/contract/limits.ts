import { schemas, z } from '@qd/contract-kit'

/** Milliseconds UTC, or open. */
const instant = z.nullable(schemas.momentMs)
const bound = z.nullable(schemas.position)
const typeCode = <const Code extends number>(code: Code) =>
  z.object({ code: z.literal(code), name: z.string().check(z.maxLength(40)) })
const words = z
  .array(z.string().check(z.minLength(1), z.maxLength(100)))
  .check(z.minLength(1), z.maxLength(200))
const itemNumber = z.string().check(z.regex(/^\d{1,19}$/))

export const TEXT_ATTRIBUTES = ['language', 'channel', 'uId', 'roleId'] as const
export const TIME_ATTRIBUTES = ['redeemed', 'registered'] as const
export const RANGE_ATTRIBUTES = ['level', 'vip', 'recharge', 'openDay', 'sId'] as const

const isOrdered = (low: number | null, high: number | null) => low === null || high === null || low <= high
const isBounded = (low: unknown, high: unknown) => low !== null || high !== null

/** Who may redeem (S3.06); a list of them is joined by AND. */
export const channelLimit = z.object({ typeCode: typeCode(0), content: words })
export const textLimit = z.object({
  typeCode: typeCode(1),
  content: z.object({ of: z.enum(TEXT_ATTRIBUTES), match: z.enum(['equals', 'prefix']), values: words }),
})
/** `none`: the player has none of them. */
export const itemLimit = z.object({
  typeCode: typeCode(2),
  content: z.object({
    owns: z.enum(['all', 'any', 'none']),
    numbers: z.array(itemNumber).check(z.minLength(1), z.maxLength(50)),
  }),
})
export const timeLimit = z.object({
  typeCode: typeCode(3),
  content: z
    .object({ of: z.enum(TIME_ATTRIBUTES), from: instant, to: instant })
    .check(z.refine(({ from, to }) => isBounded(from, to) && isOrdered(from, to))),
})
export const rangeLimit = z.object({
  typeCode: typeCode(4),
  content: z
    .object({ of: z.enum(RANGE_ATTRIBUTES), min: bound, max: bound })
    .check(z.refine(({ min, max }) => isBounded(min, max) && isOrdered(min, max))),
})
export const codeLimit = z.union([channelLimit, textLimit, itemLimit, timeLimit, rangeLimit])
export type CodeLimit = z.infer<typeof codeLimit>
export type LimitCode = CodeLimit['typeCode']['code']

/** What a limit of each code is called on the wire. */
export const LIMIT_NAMES: Readonly<Record<LimitCode, string>> = {
  0: 'channels',
  1: 'text',
  2: 'items',
  3: 'time',
  4: 'range',
}
