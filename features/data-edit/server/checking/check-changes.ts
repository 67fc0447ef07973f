import { touchesSensitive } from '@qd/protocol-model'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { localRefusals } from '@qd/player-edit'
import { editSensitive } from '../../contract/index.ts'
import type { ChangeVerdict, checkChanges } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { askGame } from '../reading/game-failure.ts'
import { leftOutRefusals } from './left-out-refusals.ts'
import { playerOf } from '../player-of.ts'

type Reply = RouteReplyGiven<typeof checkChanges>

/** What a commit would do, without doing it: our own rules first, the game's for what passed them (S7.14). */
export async function handleCheckChanges(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof checkChanges>,
  ctx: Pick<CallContext, 'place' | 'text' | 'holds' | 'signal'>,
): Promise<Reply> {
  const { server, uId } = playerOf(ctx)
  const { protocol } = await deps.protocols.known(server)
  const limits = await deps.limits.of(server)
  const text = ctx.text.bind(ctx)
  const rules = { protocol, limits, maySensitive: ctx.holds(editSensitive), text }
  const shapes = localRefusals(rules, body.changes)
  const refused = shapes.length > 0 ? shapes : await leftOutRefusals(deps, protocol, body.changes, ctx)
  const risk = body.changes.some((change) => touchesSensitive(protocol, change)) ? 'R3' : 'R2'
  const isRefused = new Set(refused.map(({ index }) => index))
  const sent = body.changes.flatMap((change, index) => (isRefused.has(index) ? [] : [{ change, index }]))
  if (sent.length === 0) return { actions: [], warnings: [], refused, risk }

  const { data, target } = await deps.reach.reach(server)
  const request = { uId, version: body.version, changes: sent.map(({ change }) => change) }
  const answer = await askGame(data.check(target, request, { signal: ctx.signal }), uId)
  const byGame = answer.refused.flatMap((row): ChangeVerdict[] => {
    const index = sent[row.index]?.index
    return index === undefined ? [] : [{ index, status: row.status, code: String(row.code), msg: row.msg }]
  })
  return {
    actions: answer.actions,
    warnings: answer.warnings.map(({ code, msg }) => ({ text: msg, code: String(code) })),
    refused: [...refused, ...byGame].sort((left, right) => left.index - right.index),
    risk,
  }
}
