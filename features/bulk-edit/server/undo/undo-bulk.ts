import { parseJsonText } from '@qd/canonical-json'
import {
  AppError,
  MANY_PLAYERS,
  NO_WORTH,
  UNKNOWN_EFFECTS,
  UNKNOWN_WORTH,
  addEffects,
  coreErrors,
  effectsOf,
  scopeCovers,
  scopePath,
} from '@qd/contract-kit'
import type { Effects, RouteInput, RouteReplyGiven, TargetRef } from '@qd/contract-kit'
import { effectsOfPlaces } from '@qd/player-edit'
import { callerHolds, objectKey, worstPlace } from '@qd/server-kit'
import type { CallContext, CataloguePlace } from '@qd/server-kit'
import { undoEditPermission } from '@qd/data-edit/contract'
import { bulkEditErrors, bulkEditPermission, bulkUndoJob } from '../../contract/index.ts'
import type { bulkUndo } from '../../contract/index.ts'
import type { UseCaseDeps } from '../bulk-edit-deps.ts'
import { homeOf } from '../bulk-store.ts'
import { placeAbove } from '../list/search-places.ts'
import type { BulkJobRow } from '../tables.ts'

/** Scope paths of the servers whose players an edit has changed; none where all lie at its own place. */
const pathsOfJob = ({ places }: BulkJobRow): string[] =>
  places === null ? [] : (parseJsonText(places) as string[])

/** Whether an edit of several places has changed players at or below this one. */
const isBelow = (job: BulkJobRow, place: CallContext['place']): boolean =>
  pathsOfJob(job).some((path) => scopeCovers(scopePath(place), path))

const isAt = ({ game, operator, line_id, s_id }: BulkJobRow, place: CallContext['place']): boolean =>
  game === place.game &&
  operator === place.operator &&
  line_id === place.lineId &&
  s_id === (place.sId ?? null)

/** A bulk edit of the call's place, or one of several that has changed players there; throws `bulk_job_not_found`. */
export async function findBulkEdit(
  { store }: Pick<UseCaseDeps, 'store'>,
  jobId: string,
  ctx: Pick<CallContext, 'place'>,
): Promise<BulkJobRow> {
  const job = await store.read
    .selectFrom('bulk_job')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  const isHere = job !== undefined && (isAt(job, ctx.place) || isBelow(job, ctx.place))
  if (!isHere || job.kind !== 'edit') {
    throw new AppError(bulkEditErrors.bulk_job_not_found, { field: 'jobId' })
  }
  return job
}

function targetOf(path: string): TargetRef {
  const [game = '', operator = '', lineId = '', sId = ''] = path.split('/')
  return { game, operator, lineId, sId: Number(sId) }
}

/** The places of an edit that are still there. Throws where the caller may not undo at one of them. */
export function placesOfUndo(
  { scope }: Pick<UseCaseDeps, 'scope'>,
  job: BulkJobRow,
  ctx: Pick<CallContext, 'caller'>,
): CataloguePlace[] {
  const places = pathsOfJob(job).flatMap((path) => {
    const resolution = scope.resolve(targetOf(path))
    if (resolution.kind !== 'places' || resolution.missing !== undefined) return []
    return resolution.places.find((place) => scopePath(place) === path) ?? []
  })
  const isForeign = (place: CataloguePlace) =>
    ![bulkEditPermission, undoEditPermission].every((each) => callerHolds(ctx.caller, each, place))
  if (places.some(isForeign)) throw new AppError(coreErrors.scope_forbidden, { field: 'jobId' })
  return places
}

/** How many edits of a job still stand. */
export async function countMade({ edits }: Pick<UseCaseDeps, 'edits'>, jobId: string): Promise<number> {
  const { applied = 0, partly = 0 } = (await edits.countOf([jobId])).get(jobId) ?? {}
  return applied + partly
}

/** The rules of production hold as soon as one of the servers is in production. */
async function confirmWorst(ctx: CallContext, places: readonly CataloguePlace[]): Promise<void> {
  if (ctx.place.environment === 'production') return
  const worst = places.find(({ environment }) => environment === 'production')
  if (worst === undefined) return
  await ctx.confirm({ risk: 'R3', place: worst, targetName: worst.lineId ?? '' })
}

/** Edits of one job change the same places; so many tell which. */
const EDITS_LOOKED_AT = 100
const BACKWARDS = { set: 'set', add: 'remove', remove: 'add' } as const

/** What taking edits of a job back can do: whoever lost something gets it again. */
async function effectsOfUndo(
  { edits, scope }: Pick<UseCaseDeps, 'edits' | 'scope'>,
  jobId: string,
  players: number,
): Promise<Effects> {
  const made = await edits.madeBy(jobId, { after: '', most: EDITS_LOOKED_AT })
  const undoable = await edits.undoable(
    jobId,
    made.map(({ id }) => id),
  )
  const all = await Promise.all(
    made.map(async ({ id, uId }) => {
      const edit = undoable.get(id)
      if (edit === undefined) return effectsOf()
      const resolution = scope.resolve({ uId })
      const server = resolution.kind === 'places' ? resolution.places[0]?.server : undefined
      if (server === undefined) return UNKNOWN_EFFECTS
      const { protocol } = await edits.protocolOf(server)
      const back = edit.changes.map((change) => ({ ...change, op: BACKWARDS[change.op] }))
      return effectsOfPlaces(protocol, back)
    }),
  )
  return addEffects([effectsOf(players >= MANY_PLAYERS && 'many'), ...all])
}

/** Starts the job that takes a bulk edit back; it stands at the same place as the edit. */
export async function handleBulkUndo(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof bulkUndo>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof bulkUndo>> {
  const job = await findBulkEdit(deps, body.jobId, ctx)
  const places = placesOfUndo(deps, job, ctx)
  await confirmWorst(ctx, places)
  // Sent again while it works, or after it: what is left to undo says nothing about what was ordered.
  const before = await deps.jobs.startedWith(ctx.caller, body.idempotencyKey)
  const players = before?.rows ?? (await countMade(deps, body.jobId))
  if (before === null && players === 0)
    throw new AppError(bulkEditErrors.bulk_nothing_to_undo, { field: 'jobId' })
  ctx.note({ players, scopes: pathsOfJob(job) })
  const title = { key: 'bulk.title.undo', params: { name: job.name } }
  const effects = await effectsOfUndo(deps, body.jobId, players)
  const worst = worstPlace(places.length === 0 ? [ctx.place] : places) ?? ctx.place
  await ctx.approve({
    title,
    risk: 'R3',
    place: worst,
    places: places.length === 0 ? [ctx.place] : places,
    value: { rows: players, worth: effects.known.includes('items') ? UNKNOWN_WORTH : NO_WORTH },
    effects,
    objects: [objectKey('job', body.jobId)],
    bases: [{ key: 'edits', label: { key: 'bulk.base.edits' }, version: String(players) }],
    preview: [
      {
        kind: 'facts',
        rows: [
          { label: { key: 'bulk.fact.undoOf' }, value: job.name },
          { label: { key: 'bulk.fact.players' }, value: String(players) },
        ],
      },
    ],
    hint: `/jobs/${encodeURIComponent(body.jobId)}`,
  })
  const { jobId, replayed } = await deps.jobs.start(ctx, {
    job: bulkUndoJob,
    params: { of: body.jobId, name: job.name, home: homeOf(ctx.place), paths: pathsOfJob(job) },
    rows: { from: { of: body.jobId }, digest: body.jobId, expected: players },
    ...(job.places === null ? {} : { at: placeAbove([ctx.place, ...places]), places }),
    title,
    reason: body.reason,
    idempotencyKey: body.idempotencyKey,
  })
  return { jobId, players, replayed }
}
