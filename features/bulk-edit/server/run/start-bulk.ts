import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { protocolIn } from '@qd/protocol-model'
import type { CallContext } from '@qd/server-kit'
import { editSensitive } from '@qd/data-edit/contract'
import { bulkEditErrors, bulkEditJob } from '../../contract/index.ts'
import type { bulkStart } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import { changesInWords, hashOf, placesInWords, refuseSensitive } from '../preview/bulk-set.ts'
import { hasPreview } from '../preview/preview-store.ts'
import { protocolVersions, refuseWrongVersion } from '../preview/protocol-versions.ts'
import { refuseUnoffered } from '../preview/shared-policies.ts'
import { somePlayers, sortPlayers } from '../list/sort-players.ts'

/** Starts the job over all players of the list; only what was previewed, by the one who saw it. */
export async function handleBulkStart(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof bulkStart>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof bulkStart>> {
  const { set, onlinePolicy, reason, idempotencyKey, name: typed = '' } = body
  const sorted = somePlayers(await sortPlayers(deps, ctx, body.fileId))
  const { players, servers } = sorted
  const hash = await hashOf(ctx.place, players, set)
  const seen = { user_id: ctx.caller.userId, hash, at: deps.nowMs() }
  if (hash !== body.hash || !(await hasPreview(deps.store, seen))) {
    throw new AppError(bulkEditErrors.bulk_preview_needed, { field: 'hash' })
  }
  const versions = await protocolVersions(deps, sorted)
  refuseWrongVersion(versions, set, ctx.text.bind(ctx))
  for (const { protocol } of versions) refuseSensitive(protocol, set, ctx.holds(editSensitive))
  const first = versions[0] && protocolIn(versions[0].protocol, ctx.lang)
  const changes = first === undefined ? '' : changesInWords(first, set)
  const name = typed || changes
  const words = first === undefined ? [] : placesInWords(first, set)
  await refuseUnoffered(deps, sorted, onlinePolicy)
  const count = players.length
  ctx.note({ players: count, list: hash, servers: [...servers.keys()].slice(0, 20) })
  const { jobId, replayed } = await deps.jobs.start(ctx, {
    job: bulkEditJob,
    params: { set, onlinePolicy, name, words, players: count },
    rows: players.map(({ uId }) => ({ key: uId, input: {} })),
    title: typed || { key: 'bulk.title.edit', params: { changes } },
    reason,
    idempotencyKey,
  })
  return { jobId, players: count, replayed }
}
