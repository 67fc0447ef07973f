import { defineRoute } from '@qd/contract-kit'
import { OPEN_CALLS } from '@qd/game-contract/open'

/*
 * Calls of game servers, whose shapes need the whole of zod: pages take the other calls of this feature from `index.ts`.
 */

/** Fields may be added later: what a newer game sends besides is dropped. */
const open = {
  permission: 'game-server',
  level: 0,
  risk: 'R0',
  unknownFields: 'ignore',
  method: 'POST',
} as const

/** A player typed a code. */
export const redeem = defineRoute({
  ...open,
  path: OPEN_CALLS.codesRedeem.path,
  title: 'redemption-codes.redeem',
  body: OPEN_CALLS.codesRedeem.request,
  reply: OPEN_CALLS.codesRedeem.reply,
})

/** The game has stored a reservation and wants to deliver. */
export const confirm = defineRoute({
  ...open,
  path: OPEN_CALLS.codesConfirm.path,
  title: 'redemption-codes.confirm',
  body: OPEN_CALLS.codesConfirm.request,
  reply: OPEN_CALLS.codesConfirm.reply,
})

/** The game gives a reservation back. */
export const cancel = defineRoute({
  ...open,
  path: OPEN_CALLS.codesCancel.path,
  title: 'redemption-codes.cancel',
  body: OPEN_CALLS.codesCancel.request,
  reply: OPEN_CALLS.codesCancel.reply,
})
