import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { readLayout } from '@qd/value-codecs/record'
import { LAYOUTS_MAX, redisErrors } from '../../contract/index.ts'
import type { LineLayout, deleteLayout, saveLayout } from '../../contract/index.ts'
import type { LayoutRow, ViewerTables } from './viewer-tables.ts'
import { assertEditsAll } from './viewers.ts'
import type { ViewersDeps } from './viewers.ts'

type Body<R> = RouteInput<R>['body']

const notFound = () => new AppError(redisErrors.redis_layout_not_found, { field: 'layoutId' })
const changedMeanwhile = () => new AppError(redisErrors.redis_layout_changed, { field: 'revision' })

const viewOf = (row: LayoutRow): LineLayout => ({
  layoutId: row.id,
  name: row.name,
  text: row.layout,
  revision: row.revision,
  by: row.changed_by,
  at: Number(row.changed_at),
})

const wordsOf = ({ name, layout }: LayoutRow) => ({ name, layout })

/** The layouts of records of a line, by name. */
export async function layoutsOf({ store }: ViewersDeps, lineId: string): Promise<LineLayout[]> {
  const rows = await store.read
    .selectFrom('redis_layouts')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy('name')
    .execute()
  return rows.map(viewOf)
}

function assertReadable(text: string, ctx: CallContext): void {
  const read = readLayout(text)
  if (read.ok) return
  const { code, line } = read.fault
  const reason = ctx.text(`redis.layout.${code}`)
  throw new AppError(redisErrors.redis_layout_invalid, { field: 'text', params: { line, reason } })
}

/** Adds a layout, or changes the one that was seen. */
export async function saveRecords(
  { nowMs }: ViewersDeps,
  { lineId, layoutId, revision = 0, name, text }: Body<typeof saveLayout>,
  ctx: CallContext,
): Promise<LineLayout> {
  assertEditsAll(ctx)
  assertReadable(text, ctx)
  return ctx.commit<ViewerTables, LineLayout>(async (tx) => {
    const all = await tx.selectFrom('redis_layouts').selectAll().where('line_id', '=', lineId).execute()
    const before = all.find(({ id }) => id === layoutId)
    if (layoutId !== undefined && before === undefined) throw notFound()
    if (before !== undefined && before.revision !== revision) throw changedMeanwhile()
    if (all.some((each) => each.name === name && each.id !== layoutId)) {
      throw new AppError(redisErrors.redis_layout_exists, { field: 'name', params: { name } })
    }
    if (before === undefined && all.length >= LAYOUTS_MAX) {
      throw new AppError(redisErrors.redis_viewers_full, { params: { limit: LAYOUTS_MAX } })
    }
    const row: LayoutRow = {
      id: layoutId ?? uuidv7(),
      line_id: lineId,
      name,
      layout: text,
      revision: (before?.revision ?? 0) + 1,
      changed_by: ctx.caller.username,
      changed_at: nowMs(),
    }
    if (before === undefined) await tx.insertInto('redis_layouts').values(row).execute()
    else {
      const { numUpdatedRows } = await tx
        .updateTable('redis_layouts')
        .set(row)
        .where('id', '=', row.id)
        .where('revision', '=', before.revision)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw changedMeanwhile()
    }
    ctx.note({ layoutId: row.id })
    ctx.changed(before === undefined ? null : wordsOf(before), wordsOf(row))
    return viewOf(row)
  })
}

export async function removeRecords(
  _deps: ViewersDeps,
  { lineId, layoutId, revision }: Body<typeof deleteLayout>,
  ctx: CallContext,
): Promise<void> {
  assertEditsAll(ctx)
  await ctx.commit<ViewerTables, void>(async (tx) => {
    const row = await tx
      .selectFrom('redis_layouts')
      .selectAll()
      .where('id', '=', layoutId)
      .where('line_id', '=', lineId)
      .executeTakeFirst()
    if (row === undefined) throw notFound()
    const { numDeletedRows } = await tx
      .deleteFrom('redis_layouts')
      .where('id', '=', layoutId)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw changedMeanwhile()
    ctx.changed(wordsOf(row), null)
  })
}
