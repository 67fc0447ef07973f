import { touchesSensitive } from '@qd/protocol-model'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { touchedBy } from '@qd/player-edit'
import type { ChangeVerdict, checkChanges } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { askGame } from '../reading/game-failure.ts'
import { policyFor } from '../reading/online-policies.ts'
import { readModules } from '../reading/read-modules.ts'
import { limitVerdicts, tellerOf } from '../items/beyond-limits.ts'
import { excessOf } from '../items/count-edit.ts'
import { findRefusals } from './find-refusals.ts'
import { playerOf } from '../player-of.ts'

type Reply = RouteReplyGiven<typeof checkChanges>

type CheckContext = Pick<CallContext, 'caller' | 'place' | 'lang' | 'text' | 'holds' | 'signal'>

/** What a commit by this policy would meet: one the server has not declared fails, a player online is told. */
async function policyWarnings(
  deps: UseCaseDeps,
  { changes, onlinePolicy }: RouteInput<typeof checkChanges>['body'],
  ctx: CheckContext,
): Promise<Reply['warnings']> {
  if (onlinePolicy === undefined) return []
  const player = playerOf(ctx)
  const policy = await policyFor(deps, player, onlinePolicy)
  if (policy !== 'refuse') return []
  const reached = await deps.reach.reach(player.server)
  const asked = { uId: player.uId, modules: touchedBy(changes) }
  const { online } = await askGame(readModules(reached, asked, ctx.signal), player.uId)
  return online ? [{ code: 'player_online', text: ctx.text('check.player_online') }] : []
}

/** Our own rules, and for what passes them the limits of what is given. */
async function ownRefusals(
  deps: UseCaseDeps,
  changes: RouteInput<typeof checkChanges>['body']['changes'],
  ctx: CheckContext,
): Promise<ChangeVerdict[]> {
  const refused = await findRefusals(deps, changes, ctx)
  const isRefused = new Set(refused.map(({ index }) => index))
  const player = playerOf(ctx)
  const open = changes.filter((_, index) => !isRefused.has(index))
  const excess = await excessOf(deps, open, { caller: ctx.caller, player, kind: 'edit' })
  if (excess.length === 0) return refused
  const { protocol } = await deps.protocols.known(player.server)
  const tell = await tellerOf(deps, player.server, ctx)
  const beyond = limitVerdicts(protocol, changes, { excess, tell })
  return [...refused, ...beyond.filter(({ index }) => !isRefused.has(index))]
}

/** What a commit would do, without doing it: our own rules first, the game's for what passed them (S7.14). */
export async function handleCheckChanges(
  deps: UseCaseDeps,
  { body }: Pick<RouteInput<typeof checkChanges>, 'body'>,
  ctx: CheckContext,
): Promise<Reply> {
  const { server, uId } = playerOf(ctx)
  const { protocol, md5: protocolMd5 } = await deps.protocols.known(server)
  const [refused, warnings] = await Promise.all([
    ownRefusals(deps, body.changes, ctx),
    policyWarnings(deps, body, ctx),
  ])
  const risk = body.changes.some((change) => touchesSensitive(protocol, change)) ? 'R3' : 'R2'
  const isRefused = new Set(refused.map(({ index }) => index))
  const sent = body.changes.flatMap((change, index) => (isRefused.has(index) ? [] : [{ change, index }]))
  if (sent.length === 0) return { actions: [], warnings, refused, risk }

  const { data, target } = await deps.reach.reach(server)
  const request = { uId, version: body.version, changes: sent.map(({ change }) => change), protocolMd5 }
  const answer = await askGame(data.check(target, request, { signal: ctx.signal }), uId)
  const byGame = answer.refused.flatMap((row): ChangeVerdict[] => {
    const index = sent[row.index]?.index
    return index === undefined ? [] : [{ index, status: row.status, code: String(row.code), msg: row.msg }]
  })
  return {
    actions: answer.actions,
    warnings: [...warnings, ...answer.warnings.map(({ code, msg }) => ({ text: msg, code: String(code) }))],
    refused: [...refused, ...byGame].sort((left, right) => left.index - right.index),
    risk,
  }
}
