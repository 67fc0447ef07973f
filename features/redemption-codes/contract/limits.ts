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

/** What the plain contents look at where `name` says none of what they can look at. */
const PLAIN_OF = { 1: 'uId', 3: 'redeemed', 4: 'level' } as const
/** A moment below this is in seconds: in milliseconds it lies in 1973. */
const SECONDS_BELOW = 100_000_000_000

const isPair = (content: unknown): content is [unknown, unknown] =>
  Array.isArray(content) && content.length === 2

/** A whole number given as one or as its digits; open where nothing stands. */
function wholeOf(value: unknown): unknown {
  if (value === '' || value === undefined) return null
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
}

function momentOf(value: unknown): unknown {
  const moment = wholeOf(value)
  return typeof moment === 'number' && moment > 0 && moment < SECONDS_BELOW ? moment * 1000 : moment
}

const listOf = (content: unknown): unknown =>
  typeof content === 'string' ? content.split(/[,，]/u).map((each) => each.trim()) : content

/** The content of ours that a plain one stands for; what is none of them is left for the schema to refuse. */
function contentOf(code: unknown, name: unknown, content: unknown): unknown {
  const named = <const Of extends string>(all: readonly string[], otherwise: Of) =>
    all.includes(String(name)) ? String(name) : otherwise
  if (code === 0) return listOf(content)
  if (code === 1 && typeof content === 'string')
    return { of: named(TEXT_ATTRIBUTES, PLAIN_OF[1]), match: 'equals', values: [content] }
  if (code === 2 && (Array.isArray(content) || typeof content === 'string'))
    return { owns: 'all', numbers: (listOf(content) as unknown[]).map(String) }
  if (code === 3 && isPair(content))
    return {
      of: named(TIME_ATTRIBUTES, PLAIN_OF[3]),
      from: momentOf(content[0]),
      to: momentOf(content[1]),
    }
  if (code === 4 && isPair(content))
    return { of: named(RANGE_ATTRIBUTES, PLAIN_OF[4]), min: wholeOf(content[0]), max: wholeOf(content[1]) }
  return content
}

function limitOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  const { typeCode: type, content } = given as { typeCode?: unknown; content?: unknown }
  if (typeof type !== 'object' || type === null) return given
  const { code, name } = type as { code?: unknown; name?: unknown }
  return { ...given, content: contentOf(code, name, content) }
}

/**
 * A limit as calls take it: ours, or with a plain content. That is a list of channels, a text, a list of items, a pair of
 * times, or a pair of numbers (S3.06).
 */
export const codeLimitGiven = z.pipe(z.transform(limitOf), codeLimit) as unknown as typeof codeLimit
export type LimitCode = CodeLimit['typeCode']['code']

/** What a limit of each code is called on the wire. */
export const LIMIT_NAMES: Readonly<Record<LimitCode, string>> = {
  0: 'channels',
  1: 'text',
  2: 'items',
  3: 'time',
  4: 'range',
}
