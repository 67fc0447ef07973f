import { touchesSensitive } from '@qd/protocol-model'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { touchedBy } from '@qd/player-edit'
import type { ChangeVerdict, checkChanges } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { askGame } from '../reading/game-failure.ts'
import { policyFor } from '../reading/online-policies.ts'
import { readModules } from '../reading/read-modules.ts'
import { useOf } from '../commit/count-items.ts'
import { findRefusals } from './find-refusals.ts'
import { playerOf } from '../player-of.ts'

type Reply = RouteReplyGiven<typeof checkChanges>

type CheckContext = Pick<CallContext, 'caller' | 'place' | 'text' | 'holds' | 'signal'>

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

/** Limits of a day and of a request that the changes would go beyond; the one of a single action refuses them. */
async function limitWarnings(
  deps: UseCaseDeps,
  changes: RouteInput<typeof checkChanges>['body']['changes'],
  ctx: CheckContext,
): Promise<Reply['warnings']> {
  if (deps.items === undefined) return []
  const giving = { player: playerOf(ctx), caller: ctx.caller, about: '', kind: 'edit' as const }
  const use = await useOf(deps, changes, giving)
  if (use === null) return []
  const excess = await deps.items.limits.check(use)
  return excess
    .filter(({ kind }) => kind !== 'action')
    .map(({ number, kind, limit, used, asked }) => ({
      code: 'item_limit',
      text: ctx.text(`check.limit.${kind}`, { number, limit, sum: String(BigInt(used) + BigInt(asked)) }),
    }))
}

/** What a commit would do, without doing it: our own rules first, the game's for what passed them (S7.14). */
export async function handleCheckChanges(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof checkChanges>,
  ctx: CheckContext,
): Promise<Reply> {
  const { server, uId } = playerOf(ctx)
  const { protocol } = await deps.protocols.known(server)
  const [refused, ofPolicy, ofLimits] = await Promise.all([
    findRefusals(deps, body.changes, ctx),
    policyWarnings(deps, body, ctx),
    limitWarnings(deps, body.changes, ctx),
  ])
  const warnings = [...ofPolicy, ...ofLimits]
  const risk = body.changes.some((change) => touchesSensitive(protocol, change)) ? 'R3' : 'R2'
  const isRefused = new Set(refused.map(({ index }) => index))
  const sent = body.changes.flatMap((change, index) => (isRefused.has(index) ? [] : [{ change, index }]))
  if (sent.length === 0) return { actions: [], warnings, refused, risk }

  const { data, target } = await deps.reach.reach(server)
  const request = { uId, version: body.version, changes: sent.map(({ change }) => change) }
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
