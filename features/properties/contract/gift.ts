import { giftGiven, z } from '@qd/contract-kit'
import { MAX_ENTRIES } from '@qd/gift-content'

const digits = z.string().check(z.maxLength(20))

/** The entries of a gift on the wire (S3.07); `checkEntries` of `@qd/gift-content` says what is wrong with them. */
export const giftEntries = giftGiven(
  z.array(z.object({ number: digits, quantity: digits })).check(z.minLength(1), z.maxLength(MAX_ENTRIES)),
)
