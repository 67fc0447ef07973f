import { z } from 'zod'
import { GAME_CODES } from '../error-codes.ts'
import { localName } from '../local-texts.ts'
import { attachRow } from '../schemas-mail.ts'
import { uIdText } from '../schemas-player.ts'

const sId = z.int().positive().max(999_999_999)
const itemNumber = z.string().regex(/^\d{1,19}$/)
const reservation = z.string().min(1).max(128)

/** What a batch's limits are tested against; what the game does not know it leaves out. */
export const redeemAttributes = z.strictObject({
  channel: z.string().max(64).optional(),
  level: z.int().nonnegative().optional(),
  vip: z.int().nonnegative().optional(),
  /** Real time in epoch milliseconds, as everything about codes: the server takes the offset of its clock off. */
  registeredAt: z.int().nonnegative().optional(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
  /** Paid in all, in the smallest unit of the game's own count. */
  recharge: z.number().nonnegative().optional(),
  /** The server's day: 1 on the day it opened. */
  openDay: z.int().nonnegative().optional(),
  /** Of the items a 6005 asked for in `asks`, those the player has. */
  items: z.array(itemNumber).max(1000).optional(),
})
export type RedeemAttributes = z.infer<typeof redeemAttributes>

/** A player typed a code. The same `requestId` gets the same answer. */
export const codesRedeemRequest = z.object({
  code: z.string().min(1).max(64),
  uId: uIdText,
  roleId: z.string().min(1).max(64),
  sId,
  attributes: redeemAttributes,
  requestId: z.string().regex(/^[\x21-\x7e]{8,128}$/),
  /** Where the player plays from, so that guessing is slowed down for an address too. */
  address: z.string().max(64).optional(),
})
export type CodesRedeemRequest = z.infer<typeof codesRedeemRequest>

const { codeUnknown, codeUsed, codeExpired, codeNotStarted, codeLimit } = GAME_CODES
const { codeTaken, codePaused, codeThrottled, reservationLost, playerForeign } = GAME_CODES
export const codeRefusal = z.literal([
  codeUnknown,
  codeUsed,
  codeExpired,
  codeNotStarted,
  codeLimit,
  codeTaken,
  codePaused,
  codeThrottled,
  reservationLost,
  playerForeign,
])
export type CodeRefusal = z.infer<typeof codeRefusal>

/** A no: `msg` is for the player. */
export const codesRefused = z.object({
  refused: codeRefusal,
  msg: localName,
  /** 6005: which limit it was. */
  limit: z.string().max(200).optional(),
  /** 6005: items a limit looks at. Send the same call again with those of them the player has in `attributes.items`. */
  asks: z.array(itemNumber).max(1000).optional(),
  /** 6008: how long the player has to wait. */
  retryAfterMs: z.int().nonnegative().optional(),
})
export type CodesRefused = z.infer<typeof codesRefused>

/** The code is held for this player until `endsAt`, real time in milliseconds. Nothing is to be delivered yet. */
export const codesReserved = z.object({
  reservation,
  gift: z.array(attachRow).min(1).max(100),
  endsAt: z.int(),
})
export type CodesReserved = z.infer<typeof codesReserved>

export const codesRedeemReply = z.union([codesReserved, codesRefused])
export type CodesRedeemReply = z.infer<typeof codesRedeemReply>

/** Sent once the reservation is stored; repeated as often as needed for 7 days. */
export const codesConfirmRequest = z.object({ sId, reservation })
/** `confirmed`: deliver the gift, once. 6009: the use was given away, deliver nothing. */
export const codesConfirmReply = z.union([z.object({ confirmed: z.literal(true) }), codesRefused])
export type CodesConfirmReply = z.infer<typeof codesConfirmReply>

export const codesCancelRequest = z.object({ sId, reservation })
/** False: it was confirmed before, or is not there. */
export const codesCancelReply = z.object({ cancelled: z.boolean() })

/** Real time: how long a code is held, and how long a confirmation may be repeated, in milliseconds. */
export const RESERVED_FOR_MS = 60_000
export const CONFIRMABLE_FOR_MS = 7 * 86_400_000
