import { overlaps } from '@qd/player-diff'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import type { playerTimeline, RunsAsked, TimelineEdit, TimelineKind } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { playerOf } from '../player-of.ts'
import type { DataEditTables, PlayerEditRow } from '../tables.ts'
import { takenBackOf } from '../undo/mark-undone.ts'
import { changesOf, editOf } from './edit-row.ts'

export type TimelineAsked = RouteInput<typeof playerTimeline>['body']

/** Changes are text to the database: what it cannot tell of an edit is looked for in so many of them at a time. */
export const BATCH = 200
export const MAX_BATCHES = 20

/** What the database narrows edits by. */
type Narrowed = Pick<TimelineAsked, 'actorId' | 'fromMs' | 'toMs' | 'status' | 'kinds' | 'place' | 'diff'> & {
  /** By name, whoever bears it. */
  actor?: string
}

/** Of an edit what tells its kind, runs aside. */
type Origin = Pick<PlayerEditRow, 'undo_of' | 'job_id'>

export function kindOf({ undo_of: undoOf, job_id: jobId }: Origin): Exclude<TimelineKind, 'function'> {
  if (undoOf !== null) return 'undo'
  return jobId === null ? 'edit' : 'bulk'
}

/** Edits of the player of the call, narrowed by all that the database can tell. */
export function editsOfPlayer(db: Kysely<DataEditTables>, ctx: CallContext, asked: Narrowed) {
  const { server, uId } = playerOf(ctx)
  const { actor, actorId, fromMs, toMs, status } = asked
  let rows = db.selectFrom('player_edit').where('game', '=', server.game).where('u_id', '=', uId)
  if (actor !== undefined) rows = rows.where('actor', '=', actor)
  if (actorId !== undefined) rows = rows.where('actor_id', '=', actorId)
  if (fromMs !== undefined) rows = rows.where('at', '>=', fromMs)
  if (toMs !== undefined) rows = rows.where('at', '<', toMs)
  if (status !== undefined) rows = rows.where('status', '=', status)
  const { kinds } = asked
  if (kinds !== undefined) {
    // As far as a row tells; whose run is an entry of its own shows later.
    rows = rows.where((eb) => {
      const isOf = {
        edit: eb.and([eb('undo_of', 'is', null), eb('job_id', 'is', null)]),
        function: eb('run_id', 'is not', null),
        bulk: eb.and([eb('undo_of', 'is', null), eb('job_id', 'is not', null)]),
        undo: eb('undo_of', 'is not', null),
      }
      return eb.or(kinds.map((kind) => isOf[kind]))
    })
  }
  const module = asked.place?.diff ?? asked.diff
  if (module === undefined) return rows
  const ofModule = db.selectFrom('player_edit_module').select('edit_id').where('diff', '=', module)
  return rows.where('id', 'in', ofModule)
}

/** Whether an edit changed something at, above or below the place; a column has no row: every row counts. */
export function touches(row: PlayerEditRow, { place }: Pick<TimelineAsked, 'place'>): boolean {
  if (place === undefined) return true
  return changesOf(row).some((change) =>
    overlaps(place.key === undefined ? { ...place, key: change.key } : place, change),
  )
}

/** A place or a module is of edits: what a run did there is told by its edits. */
export function asksForRuns({ kinds, place, diff }: TimelineAsked): boolean {
  return place === undefined && diff === undefined && (kinds === undefined || kinds.includes('function'))
}

const RUN_STATUSES = {
  applied: ['done'],
  refused: ['failed'],
  unknown: ['unknown', 'running'],
  partly: [],
  undone: [],
} as const

/** The same filter as it goes for runs. */
export function runsAsked({ actorId, fromMs, toMs, status }: TimelineAsked): RunsAsked {
  return {
    ...(actorId === undefined ? {} : { actorId }),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
    ...(status === undefined ? {} : { statuses: RUN_STATUSES[status] }),
  }
}

/** Edits as entries hold them: what they took back, and what was taken back of them. */
export async function timelineEdits(
  { store }: Pick<UseCaseDeps, 'store'>,
  rows: readonly PlayerEditRow[],
): Promise<Map<string, TimelineEdit>> {
  const originals = [...new Set(rows.flatMap((row) => row.undo_of ?? []))]
  const found =
    originals.length === 0
      ? []
      : await store.read.selectFrom('player_edit').select(['id', 'at']).where('id', 'in', originals).execute()
  const times = new Map(found.map(({ id, at }) => [id, at]))
  const back = await takenBackOf(
    store.read,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...editOf(row),
        undoneAt: times.get(row.undo_of ?? '') ?? null,
        takenBack: [...(back.get(row.id) ?? [])].toSorted((one, other) => one - other),
      },
    ]),
  )
}
