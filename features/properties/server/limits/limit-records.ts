import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { ItemLimit, LimitKind } from '@qd/item-limits'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { LIMITS_MAX, propertiesErrors } from '../../contract/index.ts'
import type { LimitRecord, removeLimit, saveLimit } from '../../contract/index.ts'
import type { LimitTableRow, PropertiesTables } from '../tables.ts'
import { guardOperatorLimit, isOfOperator, ownersOf } from './limit-owners.ts'
import type { LimitOwners } from './limit-owners.ts'

type Tables = Store<PropertiesTables>['read']

const changedMeanwhile = () => new AppError(propertiesErrors.limit_changed, { field: 'revision' })

const recordOf = (row: LimitTableRow): LimitRecord => ({
  id: row.id,
  number: row.number,
  kind: row.kind as LimitKind,
  quantity: row.quantity,
  isForOperator: isOfOperator(row.line_id),
  revision: row.revision,
  by: row.changed_by,
  at: Number(row.changed_at),
})

const wordsOf = ({ number, kind, quantity }: LimitTableRow) => ({ number, kind, quantity })

const namesOf = ({ lineId, operator }: LimitOwners) => (operator === null ? [lineId] : [lineId, operator])

const rowsOf = (db: Tables, owners: LimitOwners): Promise<LimitTableRow[]> =>
  db
    .selectFrom('item_limit')
    .selectAll()
    .where('line_id', 'in', namesOf(owners))
    .orderBy('number')
    .orderBy('kind')
    .execute()

export async function limitsOfLine(db: Tables, owners: LimitOwners): Promise<LimitRecord[]> {
  return (await rowsOf(db, owners)).map(recordOf)
}

/** The console's own limits as a check takes them; those of some items only, where they are named. */
export async function ownLimits(
  db: Tables,
  owners: LimitOwners,
  numbers: readonly string[],
): Promise<ItemLimit[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('item_limit')
    .selectAll()
    .where('line_id', 'in', namesOf(owners))
    .where('number', 'in', numbers)
    .execute()
  return rows.map((row) => ({ ...wordsOf(row), kind: row.kind as LimitKind, source: 'console' }))
}

function next(before: LimitTableRow | undefined, row: Omit<LimitTableRow, 'id' | 'revision'>): LimitTableRow {
  return { ...row, id: before?.id ?? uuidv7(), revision: (before?.revision ?? 0) + 1 }
}

/** Adds a limit, or changes one if it still is as it was seen. */
export async function saveLimitRecord(
  { id, revision, values, isForOperator = false }: RouteInput<typeof saveLimit>['body'],
  { db, nowMs }: { db: Tables; nowMs: number },
  ctx: CallContext,
): Promise<LimitRecord> {
  const { username } = ctx.caller
  const owners = ownersOf(ctx.place)
  const stored = (await rowsOf(db, owners)).find((row) => row.id === id)
  const owner = stored?.line_id ?? (isForOperator ? owners.operator : owners.lineId)
  if (owner === null) throw new AppError(coreErrors.operator_required)
  if (isOfOperator(owner)) await guardOperatorLimit(ctx)
  return ctx.commit<PropertiesTables, LimitRecord>(async (tx) => {
    const rows = (await rowsOf(tx, owners)).filter(({ line_id }) => line_id === owner)
    const before = rows.find((row) => row.id === id)
    if (id !== undefined && before === undefined) throw new AppError(propertiesErrors.limit_not_found)
    if (before !== undefined && before.revision !== revision) throw changedMeanwhile()
    const number = String(BigInt(values.number))
    if (rows.some((row) => row !== before && row.number === number && row.kind === values.kind)) {
      throw new AppError(propertiesErrors.limit_exists, { field: 'values.number' })
    }
    if (before === undefined && rows.length >= LIMITS_MAX) {
      throw new AppError(propertiesErrors.limits_full, { params: { limit: LIMITS_MAX } })
    }
    const quantity = String(BigInt(values.quantity))
    const row = next(before, {
      ...values,
      number,
      quantity,
      line_id: owner,
      changed_by: username,
      changed_at: nowMs,
    })
    if (before === undefined) await tx.insertInto('item_limit').values(row).execute()
    else {
      const { numUpdatedRows } = await tx
        .updateTable('item_limit')
        .set(row)
        .where('id', '=', row.id)
        .where('revision', '=', before.revision)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw changedMeanwhile()
    }
    if (isOfOperator(owner)) ctx.note({ operator: owner })
    ctx.changed(before === undefined ? null : wordsOf(before), wordsOf(row))
    return recordOf(row)
  })
}

export async function removeLimitRecord(
  { id, revision }: RouteInput<typeof removeLimit>['body'],
  db: Tables,
  ctx: CallContext,
): Promise<null> {
  const owners = ownersOf(ctx.place)
  const stored = (await rowsOf(db, owners)).find((row) => row.id === id)
  if (stored !== undefined && isOfOperator(stored.line_id)) {
    await guardOperatorLimit(ctx)
    ctx.note({ operator: stored.line_id })
  }
  await ctx.commit<PropertiesTables, void>(async (tx) => {
    const before = (await rowsOf(tx, owners)).find((row) => row.id === id)
    if (before === undefined) throw new AppError(propertiesErrors.limit_not_found)
    const { numDeletedRows } = await tx
      .deleteFrom('item_limit')
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw changedMeanwhile()
    ctx.changed(wordsOf(before), null)
  })
  return null
}
