import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { fieldInvalid } from '@qd/contract-kit'
import { GAME_CODES } from '@qd/game-contract'
import { GameError } from '@qd/game-contract/adapter'
import { callerHolds } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { localRefusals, touchedBy } from '@qd/player-edit'
import { editSensitive } from '@qd/data-edit/contract'
import type { bulkPreview, BulkSample, BulkSet } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import type { Player } from '../bulk-edit-deps.ts'
import { refuseSensitive } from './bulk-set.ts'
import { planBulkRow } from './plan-bulk-row.ts'
import { factsOf, keepPreview } from './preview-store.ts'
import { protocolVersions, refuseWrongVersion } from './protocol-versions.ts'
import { sharedPolicies } from './shared-policies.ts'
import { placeOfServer } from '../list/search-places.ts'
import { serversTold } from '../list/list-players.ts'
import { openSource, previewHash, scanSource } from '../list/read-source.ts'
import { somePlayers } from '../list/scan-list.ts'
import type { ScannedList } from '../list/scan-list.ts'
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
  const maySensitive = callerHolds(ctx.caller, editSensitive, placeOfServer(server))
  refuseSensitive(protocol, set, maySensitive)
  const read = await readPlayer(deps, player, set, ctx)
  if (read === null) return { ...blank, outcome: 'skipped', msg: text('bulk.stop.player_not_found') }
  const plan = planBulkRow(protocol, read.data, set, read.leftOut)
  if (plan.kind !== 'changes') return { ...blank, outcome: plan.kind, msg: stopText(text, plan.stop) }
  const { changes } = plan
  const limits = await deps.edits.limitsOf(server)
  const rules = { protocol, limits, maySensitive, text }
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

function picked({ samples, wanted }: ScannedList, uIds: readonly string[] | undefined): Player[] {
  if (uIds === undefined) return samples
  return uIds.map((uId, index) => {
    const player = wanted.get(uId)
    if (player === undefined) throw fieldInvalid(`samples.${index}`)
    return player
  })
}

/** Shows on some players what the job would do, and remembers that the caller has seen it. */
export async function handleBulkPreview(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof bulkPreview>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof bulkPreview>> {
  const source = await openSource(deps, ctx, body)
  const list = somePlayers(await scanSource(deps, ctx, source, { wanted: body.samples }))
  const versions = await protocolVersions(deps, list)
  refuseWrongVersion(versions, body.set, ctx.text.bind(ctx))
  const samples: BulkSample[] = []
  for (const player of picked(list, body.samples)) {
    samples.push(await previewPlayer(deps, player, body.set, ctx))
  }
  const hash = previewHash(source, list.digest, body.set)
  const facts = source.file === null ? null : JSON.stringify(factsOf(list))
  await keepPreview(deps.store, { user_id: ctx.caller.userId, hash, at: deps.nowMs(), facts })
  return {
    hash,
    players: list.players,
    servers: serversTold(list),
    policies: await sharedPolicies(deps, list),
    samples,
    versions: versions.map(({ md5, servers }) => ({
      md5,
      servers: servers.map(({ sId, serviceName }) => ({ sId, name: serviceName })),
    })),
  }
}
