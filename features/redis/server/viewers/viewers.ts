import { parseJsonText } from '@qd/canonical-json'
import { AppError, patternsFor, permissionKey } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext, Caller, CataloguePlace } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { VIEWERS_MAX, editRedis, redisErrors, redisResource, valueView } from '../../contract/index.ts'
import type { BoundViewer, ValueView, deleteViewer, saveViewer } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { startOf } from '../glob.ts'
import type { ViewerRow, ViewerTables } from './viewer-tables.ts'

export interface ViewersDeps {
  readonly store: Store<ViewerTables>
  readonly nowMs: () => number
}

type Reader = Store<ViewerTables>['read']
type Body<R> = RouteInput<R>['body']

const changedMeanwhile = () => new AppError(redisErrors.redis_viewer_changed, { field: 'revision' })

const rowsOf = (db: Reader, lineId: string): Promise<ViewerRow[]> =>
  db
    .selectFrom('redis_viewers')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** A way that a later version knows, or an older one knew, is left to the bytes. */
function viewIn(row: ViewerRow): ValueView {
  const read = valueView.safeParse(parseJsonText(row.view))
  return read.success ? read.data : { compression: 'auto', format: 'auto', message: '', decoderId: '' }
}

const viewOf = (row: ViewerRow): BoundViewer => ({
  viewerId: row.id,
  keyPattern: row.key_pattern,
  fieldPattern: row.field_pattern,
  ...viewIn(row),
  revision: row.revision,
  by: row.changed_by,
  at: Number(row.changed_at),
})

/** Whether the caller may change all keys of a place: a viewer holds for keys of all connections of a line. */
export function mayEditAll(caller: Caller, place: CataloguePlace): boolean {
  return patternsFor(caller.grants, permissionKey(editRedis), place, redisResource.kind) === null
}

/** What is shared by a line is changed by those who may change all of its keys. */
export function assertEditsAll({ caller, place }: CallContext): void {
  if (mayEditAll(caller, place)) return
  throw new AppError(redisErrors.redis_key_forbidden, { params: { command: 'VIEWERS' } })
}

/** The viewers of a line whose keys the caller may read: a pattern tells how keys are called. */
export async function listFor({ store }: ViewersDeps, database: RedisDatabase): Promise<BoundViewer[]> {
  const rows = await rowsOf(store.read, database.connection.lineId)
  const isNarrowed = database.readable() !== null
  return rows
    .filter((row) => !isNarrowed || database.mayRead(startOf(Buffer.from(row.key_pattern)).bytes))
    .map(viewOf)
}

export async function save(
  { nowMs }: ViewersDeps,
  { lineId, viewerId, revision = 0, viewer, position }: Body<typeof saveViewer>,
  ctx: CallContext,
): Promise<BoundViewer> {
  assertEditsAll(ctx)
  const { keyPattern, fieldPattern, ...view } = viewer
  return ctx.commit<ViewerTables, BoundViewer>(async (tx) => {
    const rows = await rowsOf(tx, lineId)
    const before = rows.find(({ id }) => id === viewerId)
    if (viewerId !== undefined && before === undefined) {
      throw new AppError(redisErrors.redis_viewer_not_found, { field: 'viewerId' })
    }
    if (before !== undefined && before.revision !== revision) throw changedMeanwhile()
    const others = rows.filter(({ id }) => id !== viewerId)
    if (others.length >= VIEWERS_MAX) {
      throw new AppError(redisErrors.redis_viewers_full, { params: { limit: VIEWERS_MAX } })
    }
    const row: ViewerRow = {
      id: viewerId ?? uuidv7(),
      line_id: lineId,
      key_pattern: keyPattern,
      field_pattern: fieldPattern,
      view: JSON.stringify(view),
      position: Math.min(position, others.length),
      revision: (before?.revision ?? 0) + 1,
      changed_by: ctx.caller.username,
      changed_at: nowMs(),
    }
    if (before === undefined) await tx.insertInto('redis_viewers').values(row).execute()
    else {
      const { numUpdatedRows } = await tx
        .updateTable('redis_viewers')
        .set(row)
        .where('id', '=', row.id)
        .where('revision', '=', before.revision)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw changedMeanwhile()
    }
    for (const [at, { id }] of others.toSpliced(row.position, 0, row).entries()) {
      await tx.updateTable('redis_viewers').set({ position: at }).where('id', '=', id).execute()
    }
    ctx.note({ viewerId: row.id })
    ctx.changed(before === undefined ? null : wordsOf(before), wordsOf(row))
    return viewOf(row)
  })
}

const wordsOf = (row: ViewerRow) => ({
  keyPattern: row.key_pattern,
  fieldPattern: row.field_pattern,
  ...viewIn(row),
})

export async function remove(
  _deps: ViewersDeps,
  { lineId, viewerId, revision }: Body<typeof deleteViewer>,
  ctx: CallContext,
): Promise<void> {
  assertEditsAll(ctx)
  await ctx.commit<ViewerTables, void>(async (tx) => {
    const row = (await rowsOf(tx, lineId)).find(({ id }) => id === viewerId)
    if (row === undefined) throw new AppError(redisErrors.redis_viewer_not_found, { field: 'viewerId' })
    const { numDeletedRows } = await tx
      .deleteFrom('redis_viewers')
      .where('id', '=', viewerId)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw changedMeanwhile()
    ctx.changed(wordsOf(row), null)
  })
}
