import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { AppError, coreErrors } from '@qd/contract-kit'
import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import type { CallContext } from '@qd/server-kit'
import { localRefusals, touchedBy } from '@qd/player-edit'
import { editSensitive } from '@qd/data-edit/contract'
import type { bulkPreview, BulkSample, BulkSet } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import type { Player } from '../bulk-edit-deps.ts'
import { hashOf, refuseSensitive } from './bulk-set.ts'
import { planBulkRow } from './plan-bulk-row.ts'
import { keepPreview } from './preview-store.ts'
import { protocolVersions, refuseWrongVersion } from './protocol-versions.ts'
import { sharedPolicies } from './shared-policies.ts'
import { samplesOf, somePlayers, sortPlayers } from '../list/sort-players.ts'
import { stopText } from '../run/stop-text.ts'

const NOTHING = { msg: '', changes: [], refused: [], actions: [], warnings: [] }

const isUnknown = (error: unknown): boolean =>
  error instanceof GameError && error.kind === 'refused' && error.code === GAME_CODES.unknownPlayer

async function readPlayer(deps: UseCaseDeps, { server, uId }: Player, set: BulkSet, ctx: CallContext) {
  const reached = await deps.reach.reach(server)
  const modules = touchedBy(set.changes)
  try {
    return { reached, ...(await deps.edits.read(reached, { uId, modules }, ctx.signal)) }
  } catch (error) {
    if (isUnknown(error)) return null
    return await deps.edits.ask(Promise.reject(error as Error), uId)
  }
}

/** What the set does with one player: our own rules first, the game's for what passed them (S7.14). */
async function previewPlayer(
  deps: UseCaseDeps,
  player: Player,
  set: BulkSet,
  ctx: CallContext,
): Promise<BulkSample> {
  const { server, uId } = player
  const text = ctx.text.bind(ctx)
  const blank = { ...NOTHING, uId, sId: server.sId }
  const { protocol } = await deps.edits.protocolOf(server)
  refuseSensitive(protocol, set, ctx.holds(editSensitive))
  const read = await readPlayer(deps, player, set, ctx)
  if (read === null) return { ...blank, outcome: 'skipped', msg: text('bulk.stop.player_not_found') }
  const plan = planBulkRow(protocol, read.data, set, read.leftOut)
  if (plan.kind !== 'changes') return { ...blank, outcome: plan.kind, msg: stopText(text, plan.stop) }
  const { changes } = plan
  const limits = await deps.edits.limitsOf(server)
  const rules = { protocol, limits, maySensitive: ctx.holds(editSensitive), text }
  const refused = localRefusals(rules, changes)
  if (refused.length > 0) return { ...blank, outcome: 'refused', changes, refused, msg: refused[0]!.msg }
  const { target } = read.reached
  const request = { uId, version: read.version, changes }
  const answer = await deps.edits.ask(read.reached.data.check(target, request, { signal: ctx.signal }), uId)
  const byGame = answer.refused.map((row) => ({ ...row, code: String(row.code) }))
  return {
    ...blank,
    outcome: byGame.length > 0 ? 'refused' : 'changes',
    msg: byGame[0]?.msg ?? '',
    changes,
    refused: byGame,
    actions: answer.actions,
    warnings: answer.warnings.map(({ code, msg }) => ({ text: msg, code: String(code) })),
  }
}

function picked(players: readonly Player[], uIds: readonly string[] | undefined): readonly Player[] {
  if (uIds === undefined) return samplesOf(players)
  return uIds.map((uId, index) => {
    const player = players.find((each) => each.uId === uId)
    if (player === undefined) throw new AppError(coreErrors.field_invalid, { field: `samples.${index}` })
    return player
  })
}

/** Shows on some players what the job would do, and remembers that the caller has seen it. */
export async function handleBulkPreview(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof bulkPreview>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof bulkPreview>> {
  const sorted = somePlayers(await sortPlayers(deps, ctx, body.fileId))
  const { players } = sorted
  const versions = await protocolVersions(deps, sorted)
  refuseWrongVersion(versions, body.set, ctx.text.bind(ctx))
  const samples: BulkSample[] = []
  for (const player of picked(players, body.samples)) {
    samples.push(await previewPlayer(deps, player, body.set, ctx))
  }
  const hash = await hashOf(ctx.place, players, body.set)
  await keepPreview(deps.store, { user_id: ctx.caller.userId, hash, at: deps.nowMs() })
  return {
    hash,
    players: players.length,
    policies: await sharedPolicies(deps, sorted),
    samples,
    versions: versions.map(({ md5, servers }) => ({
      md5,
      servers: servers.map(({ sId, serviceName }) => ({ sId, name: serviceName })),
    })),
  }
}
