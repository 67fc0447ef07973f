import { parseJsonText } from '@qd/canonical-json'
import { AppError, scopePath } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { protocolIn } from '@qd/protocol-model'
import { callerHolds } from '@qd/server-kit'
import type { CallContext, CataloguePlace, GivenRow, JobOrder, JobStage } from '@qd/server-kit'
import { editSensitive } from '@qd/data-edit/contract'
import { bulkEditErrors, bulkEditJob } from '../../contract/index.ts'
import type { TryFirst, bulkStart } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import { homeOf } from '../bulk-store.ts'
import { openSource, previewHash, scanSource } from '../list/read-source.ts'
import type { ListSource } from '../list/read-source.ts'
import { somePlayers } from '../list/scan-list.ts'
import type { ListServer } from '../list/scan-list.ts'
import { pathsOf, placeAbove, placeOfServer } from '../list/search-places.ts'
import { bulkFacts, givenBySet } from './approval-facts.ts'
import { changesInWords, placesInWords, refuseSensitive } from '../preview/bulk-set.ts'
import { PREVIEW_KEPT_MS, PREVIEW_LIFETIME_MS, findPreview } from '../preview/preview-store.ts'
import type { ListFacts } from '../preview/preview-store.ts'
import { protocolVersions, refuseWrongVersion } from '../preview/protocol-versions.ts'
import { refuseUnoffered } from '../preview/shared-policies.ts'

type Body = RouteInput<typeof bulkStart>['body']
type Rows = JobOrder<typeof bulkEditJob>['rows']

/** The list of an order: its rows, and what their servers ask for. */
interface OrderedList {
  players: number
  servers: Map<string, ListServer>
  digest: string
  /** Where rows lie at places of their own the indexes of these. */
  rowsAt: (places: readonly CataloguePlace[]) => Rows
}

const previewNeeded = () => new AppError(bulkEditErrors.bulk_preview_needed, { field: 'hash' })

/** A list that came with the call: it is read again. */
async function sentList(deps: UseCaseDeps, ctx: CallContext, source: ListSource): Promise<OrderedList> {
  const found: { uId: string; serverKey: string }[] = []
  const list = somePlayers(
    await scanSource(deps, ctx, source, {
      onPlayer: ({ uId, server }) => void found.push({ uId, serverKey: server.key }),
    }),
  )
  const rowsAt = (places: readonly CataloguePlace[]) => {
    const indexes = new Map(places.map(({ server }, index) => [server?.key ?? '', index]))
    return found.map(({ uId, serverKey }): GivenRow<Record<string, never>> => {
      const place = indexes.get(serverKey)
      return { key: uId, input: {}, ...(place === undefined ? {} : { place }) }
    })
  }
  return { ...list, rowsAt }
}

/** A list that was sent as a file: what the preview has found is told, the job reads the file itself. */
function fileList(
  { scope }: UseCaseDeps,
  ctx: CallContext,
  { fileId, hash, facts }: { fileId: string; hash: string; facts: ListFacts },
): OrderedList {
  const servers = facts.servers.map(({ key, lineId, sId, players }): [string, ListServer] => {
    const resolution = scope.resolve({ lineId, sId })
    const found =
      resolution.kind === 'places' ? resolution.places.find(({ server }) => server?.key === key) : null
    if (found?.server === undefined || found.game !== ctx.place.game) throw previewNeeded()
    return [key, { server: found.server, players }]
  })
  const { players, digest } = facts
  const source = { from: { fileId, digest }, digest: hash, expected: players }
  return { players, digest, servers: new Map(servers), rowsAt: () => source }
}

/** The list, refused unless the caller has seen a preview of this very list and set. */
async function seenList(deps: UseCaseDeps, ctx: CallContext, body: Body): Promise<OrderedList & ListSource> {
  const source = await openSource(deps, ctx, body)
  const seenOf = (hash: string) =>
    findPreview(
      deps.store,
      { user_id: ctx.caller.userId, hash, at: deps.nowMs() },
      // What is executed was looked at when it was handed in.
      ctx.isApproved ? PREVIEW_KEPT_MS : PREVIEW_LIFETIME_MS,
    )
  if (source.file === null) {
    const list = await sentList(deps, ctx, source)
    const hash = previewHash(source, list.digest, body.set)
    if (hash !== body.hash || (await seenOf(hash)) === undefined) throw previewNeeded()
    return { ...source, ...list }
  }
  const hash = previewHash(source, '', body.set)
  const seen = hash === body.hash ? await seenOf(hash) : undefined
  if (typeof seen?.facts !== 'string') throw previewNeeded()
  const facts = parseJsonText(seen.facts) as ListFacts
  return { ...source, ...fileList(deps, ctx, { fileId: source.file.id, hash, facts }) }
}

/** The rules of production hold for all of a list as soon as one of its servers is in production. */
async function confirmWorst(
  ctx: CallContext,
  servers: readonly ListServer[],
  places: readonly CataloguePlace[],
) {
  if (ctx.place.environment === 'production') return
  const worst = servers.find(({ server }) => server.environment === 'production')?.server
  if (worst === undefined) return
  const named = places.find(({ lineId, sId }) => lineId === worst.lineId && (sId ?? worst.sId) === worst.sId)
  const targetName = named?.sId === undefined ? worst.lineId : worst.serviceName
  await ctx.confirm({ risk: 'R3', place: placeOfServer(worst), targetName })
}

function stagesOf({ players, waitMinutes, mostFailedPercent }: TryFirst): JobStage[] {
  const gate = waitMinutes === undefined ? { needsGo: true } : { waitMs: waitMinutes * 60_000 }
  return [{ rows: players, mostFailedPercent, ...gate }]
}

/** Where the job stands and where its rows lie, when players of several places are changed. */
function placesOfOrder(
  ctx: CallContext,
  { places, servers }: Pick<OrderedList & ListSource, 'places' | 'servers'>,
) {
  if (places.length === 1) return {}
  const rowPlaces = Array.from(servers.values(), ({ server }) => placeOfServer(server))
  return { at: placeAbove([ctx.place, ...rowPlaces]), places: rowPlaces }
}

/** Starts the job over all players of the list; only what was previewed, by the one who saw it. */
export async function handleBulkStart(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof bulkStart>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof bulkStart>> {
  const { set, onlinePolicy, reason, idempotencyKey, tryFirst, name: typed = '' } = body
  const list = await seenList(deps, ctx, body)
  const { players, servers } = list
  await confirmWorst(ctx, [...servers.values()], list.places)
  const versions = await protocolVersions(deps, list)
  refuseWrongVersion(versions, set, ctx.text.bind(ctx))
  for (const { protocol, servers: own } of versions) {
    const maySensitive = own.every((server) => callerHolds(ctx.caller, editSensitive, placeOfServer(server)))
    refuseSensitive(protocol, set, maySensitive)
  }
  const first = versions[0] && protocolIn(versions[0].protocol, ctx.lang)
  const changes = first === undefined ? '' : changesInWords(first, set)
  const name = typed || changes
  const words = first === undefined ? [] : placesInWords(first, set)
  await refuseUnoffered(deps, list, onlinePolicy)
  ctx.note({
    players,
    list: body.hash,
    servers: [...servers.keys()].slice(0, 20),
    scopes: pathsOf(list.places),
  })
  const where = placesOfOrder(ctx, list)
  const title = typed || { key: 'bulk.title.edit', params: { changes } }
  const rowPlaces = Array.from(servers.values(), ({ server }) => placeOfServer(server))
  await ctx.approve(
    bulkFacts(ctx, {
      set,
      players,
      digest: list.digest,
      servers: [...servers.values()],
      versions,
      places: rowPlaces,
      title,
      onlinePolicy,
      worth: await deps.edits.worthOf(givenBySet(set, servers.values())),
    }),
  )
  const { jobId, replayed } = await deps.jobs.start(ctx, {
    job: bulkEditJob,
    params: {
      set,
      onlinePolicy,
      name,
      words,
      players,
      home: homeOf(ctx.place),
      paths: where.places?.map(scopePath),
    },
    rows: list.rowsAt(where.places ?? []),
    ...where,
    ...(tryFirst === undefined ? {} : { stages: stagesOf(tryFirst) }),
    title,
    reason,
    idempotencyKey,
  })
  return { jobId, players, replayed }
}
