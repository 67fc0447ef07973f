import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { REFUSALS } from '../../contract/index.ts'
import type { CodeLimit, codeWhy, JudgedLimit } from '../../contract/index.ts'
import { stoppedOf } from '../batch/batch-standing.ts'
import { viewOfBatch } from '../batch/show-batch.ts'
import { digestOfTyped } from '../code-digest.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { weighAsk } from '../redeem/answer-ask.ts'
import type { RedeemAsk } from '../redeem/asks.ts'
import { isPlayerHere, plainUId } from '../redeem/is-here.ts'
import { loadDesk } from '../redeem/load-desk.ts'
import { limitFault } from '../rules/check-limit.ts'
import type { PlayerFacts } from '../rules/check-limit.ts'
import { askGame } from './ask-game.ts'

/** What a limit looks at, as the player has it now. */
function valueOf({ typeCode, content }: CodeLimit, facts: PlayerFacts): JudgedLimit['value'] {
  const { attributes, nowMs, sId, uId, roleId } = facts
  if (typeCode.code === 0) return attributes.channel ?? null
  if (typeCode.code === 2) return attributes.items ?? null
  const { of } = content as Extract<typeof content, { of: string }>
  const values = { ...attributes, redeemed: nowMs, registered: attributes.registeredAt, sId, uId, roleId }
  return values[of] ?? null
}

function judged(limit: CodeLimit, facts: PlayerFacts, isRoleKnown: boolean): JudgedLimit {
  const { content } = limit
  const isOfRole = 'of' in content && content.of === 'roleId'
  if (isOfRole && !isRoleKnown) return { limit, fits: 'unknown', value: null }
  const fault = limitFault(limit, facts)
  const fits = fault === null ? 'yes' : fault.missing === '' ? 'no' : 'unknown'
  return { limit, fits, value: valueOf(limit, facts) }
}

const numbered = <Each extends { refusal: keyof typeof REFUSALS }>(each: Each) => ({
  ...each,
  code: REFUSALS[each.refusal],
})

/** A game that is away says nothing against a player; the reasons tell that it is. */
function unlessAway(error: unknown): true {
  if (error instanceof AppError) return true
  throw error
}

/** Goes the way of a redemption up to where it would write, with what the game tells of the player. */
export async function whyRefused(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof codeWhy>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof codeWhy>> {
  const { place } = ctx
  const server = deps
    .catalogue()
    .serversByLine.get(place.lineId ?? '')
    ?.find(({ sId }) => sId === body.sId)
  if (server === undefined) throw new AppError(coreErrors.server_not_found, { field: 'sId' })
  const digest = digestOfTyped(await deps.digest.open(), body.code)
  const uId = plainUId(body.uId)
  const ask: RedeemAsk = {
    kind: 'redeem',
    server,
    digest,
    uId,
    isHere: await isPlayerHere(deps, server, uId).catch(unlessAway),
    roleId: uId,
    requestId: '',
    attributes: {},
    address: '',
  }
  const nowMs = deps.nowMs()
  const desk = await loadDesk(deps.store.read, [ask], { nowMs, canLock: false })
  const [batch] = desk.batches.values()
  const isOwn = batch?.row.line_id === place.lineId
  if (batch === undefined || !isOwn) {
    // Of a batch that belongs elsewhere one learns no more than a player does.
    const refusals = weighAsk(desk, ask).slice(0, batch === undefined ? undefined : 1)
    return { refusals: refusals.map(numbered), batch: null, limits: [], game: null }
  }
  const { limits } = batch.rules
  const said = limits.length === 0 ? null : await askGame(deps, server, { uId, limits })
  const told: RedeemAsk = { ...ask, roleId: said?.roleId ?? uId, attributes: { ...said?.attributes } }
  const facts: PlayerFacts = { ...told, sId: server.sId, nowMs }
  return {
    refusals: weighAsk(desk, told).map(numbered),
    batch: viewOfBatch(batch.row, await stoppedOf(deps, [batch.row])),
    limits: limits.map((limit) => judged(limit, facts, (said?.roleId ?? null) !== null)),
    game:
      said === null
        ? null
        : {
            player: said.player,
            cause: said.failure === null ? null : deps.texts.error(ctx.lang, said.failure),
          },
  }
}
