import type { Action } from '../actions/action.ts'
import type { LivePlayer } from '../live-player.ts'
import { stacksOf } from '../mail/mail-content.ts'
import type { Redemptions } from './redemptions.ts'

/** An action that has to wait for somebody else. */
export type SlowAction = (
  redemptions: Redemptions,
  player: LivePlayer,
  request: Parameters<Action>[2],
) => Promise<Record<string, unknown>>

const DELIVERED = 1
const WAITING = 2

const redeemCode: SlowAction = async (redemptions, player, request) => {
  const { state, gift } = await redemptions.redeem(player, String(request.code ?? ''))
  return { state: state === 'delivered' ? DELIVERED : WAITING, gift: stacksOf(gift, 'gift') }
}

/** Commands whose answer comes later, by number. */
export const SLOW_ACTIONS: ReadonlyMap<number, SlowAction> = new Map([[2401, redeemCode]])
