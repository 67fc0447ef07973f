import { z } from '@qd/contract-kit'

/** What a feed of this form says of itself. */
export const FEED_FORMAT = 'quarterdeck-updates-1'
/** Ends the address of the detached signature: the feed's own address stands before it. */
export const SIGNATURE_ENDING = '.sig'
export const FEED_MAX_BYTES = 1_048_576

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}(-[\dA-Za-z-]{1,20}(\.[\dA-Za-z-]{1,20}){0,4})?$/
/** Below the feed's own folder, and nowhere else. */
const RELATIVE = /^(?!.*(^|\/)\.)[\w.+-]+(\/[\w.+-]+){0,8}$/
const isAddress = (text: string) => RELATIVE.test(text) || URL.parse(text)?.protocol === 'https:'
const moment = z.iso.datetime()

const feedPackage = z.object({
  /** `any`, or the system it is for as Node names it, with or without its processor. */
  platform: z.string().check(z.regex(/^(any|(linux|darwin|win32)(-(x64|arm64))?)$/)),
  /** An https address, or a path beside the feed. */
  address: z.string().check(z.maxLength(1000), z.refine(isAddress)),
  /** Bytes. */
  size: z.int().check(z.gte(1), z.lte(8_000_000_000)),
  sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
  command: z.optional(z.string().check(z.maxLength(500))),
})

/** What a publisher signs; unknown fields are left to later versions of the console. */
export const updateFeed = z.object({
  format: z.literal(FEED_FORMAT),
  published: moment,
  versions: z
    .array(
      z.object({
        version: z.string().check(z.regex(VERSION)),
        published: moment,
        notes: z.string().check(z.maxLength(50_000)),
        packages: z.array(feedPackage).check(z.minLength(1), z.maxLength(20)),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
})
export type UpdateFeed = z.infer<typeof updateFeed>
export type FeedVersion = UpdateFeed['versions'][number]
export type FeedPackage = FeedVersion['packages'][number]
