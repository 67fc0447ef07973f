import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { LANGUAGES } from '@qd/i18n'
import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import { LIMIT_NAMES, REFUSALS } from '../../contract/index.ts'
import type { LimitCode, Refusal } from '../../contract/index.ts'
import * as open from '../../contract/open-calls.ts'
import { digestOfTyped } from '../code-digest.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { playerAddress } from '../rules/player-address.ts'
import { answerAsk } from './answer-ask.ts'
import type { Answer, Ask } from './asks.ts'
import { createGatherer } from './gather.ts'
import { isPlayerHere, plainUId } from './is-here.ts'
import { loadDesk } from './load-desk.ts'
import { saveDesk } from './save-desk.ts'

/** Asks that share a transaction: a commit for many, and still a short wait for each. */
const MOST_TOGETHER = 64

/** Works on several asks in one transaction, in the order they came. */
export async function workTogether(
  { store, nowMs }: Pick<UseCaseDeps, 'store' | 'nowMs'>,
  asks: readonly Ask[],
): Promise<Answer[]> {
  return store.write(async (tx) => {
    const desk = await loadDesk(tx, asks, { nowMs: nowMs(), canLock: store.dialect === 'postgres' })
    const answers = asks.map((ask) => answerAsk(desk, ask))
    await saveDesk(tx, desk)
    return answers
  })
}

/** The sentence for the player, in each language: the game knows which one they read. */
function sentences({ texts }: UseCaseDeps): (refusal: Refusal) => Record<string, string> {
  const kept = new Map<Refusal, Record<string, string>>()
  return (refusal) => {
    const msg =
      kept.get(refusal) ??
      Object.fromEntries(LANGUAGES.map((lang) => [lang, texts.text(lang, `codes.refused.${refusal}`)]))
    kept.set(refusal, msg)
    return msg
  }
}

type Refused = Extract<Answer, { kind: 'refused' }>

/** Names the kind of the limit, not what it holds: players read this. */
function limitName(limit: LimitCode | undefined): { limit?: string } {
  return limit === undefined ? {} : { limit: LIMIT_NAMES[limit] }
}

export function serveOpenCalls(deps: UseCaseDeps): ServedRoute[] {
  const ask = createGatherer<Ask, Answer>((asks) => workTogether(deps, asks), MOST_TOGETHER)
  const msgOf = sentences(deps)
  const toldOf = ({ refusal, limit, asks, retryAfterMs }: Refused) => ({
    refused: REFUSALS[refusal],
    msg: msgOf(refusal),
    ...limitName(limit),
    ...(asks === undefined ? {} : { asks: [...asks] }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })

  async function redeem(
    { body }: RouteInput<typeof open.redeem>,
    { game, address: calling }: CallContext,
  ): Promise<RouteReplyGiven<typeof open.redeem>> {
    const digestOf = await deps.digest.open()
    const { roleId, requestId, attributes } = body
    const uId = plainUId(body.uId)
    const told = playerAddress(body.address ?? '')
    // A game that sends its own address says it of everybody.
    const address = told === playerAddress(calling) ? '' : told
    const digest = digestOfTyped(digestOf, body.code)
    const { server } = game
    const isHere = await isPlayerHere(deps, server, uId)
    const answer = await ask({
      kind: 'redeem',
      server,
      digest,
      uId,
      isHere,
      roleId,
      requestId,
      attributes,
      address,
    })
    if (answer.kind === 'other-request')
      throw new AppError(coreErrors.idempotency_conflict, { field: 'requestId' })
    if (answer.kind === 'refused') return toldOf(answer)
    if (answer.kind !== 'reserved') throw new Error(`redeem was answered with ${answer.kind}`)
    const gift = answer.gift.map(({ number, quantity }) => ({
      number: Number(number),
      quantity: Number(quantity),
    }))
    return { reservation: answer.reservation, gift, endsAt: answer.endsAt }
  }

  async function confirm(
    { body }: RouteInput<typeof open.confirm>,
    { game }: CallContext,
  ): Promise<RouteReplyGiven<typeof open.confirm>> {
    const answer = await ask({ kind: 'confirm', server: game.server, reservation: body.reservation })
    if (answer.kind === 'refused') return toldOf(answer)
    return { confirmed: true }
  }

  async function cancel(
    { body }: RouteInput<typeof open.cancel>,
    { game }: CallContext,
  ): Promise<RouteReplyGiven<typeof open.cancel>> {
    const answer = await ask({ kind: 'cancel', server: game.server, reservation: body.reservation })
    return { cancelled: answer.kind === 'cancelled' && answer.is }
  }

  return [
    serve(open.redeem, { effect: 'store', handle: redeem }),
    serve(open.confirm, { effect: 'store', handle: confirm }),
    serve(open.cancel, { effect: 'store', handle: cancel }),
  ]
}
