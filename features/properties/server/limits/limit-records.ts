import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { ItemLimit, LimitKind } from '@qd/item-limits'
import type { CallContext } from '@qd/server-kit'
import { LIMITS_MAX, propertiesErrors } from '../../contract/index.ts'
import type { LimitRecord, removeLimit, saveLimit } from '../../contract/index.ts'
import { removeRecord, storeRecord } from '../records/line-records.ts'
import type { RecordKind, Tables } from '../records/line-records.ts'
import type { LimitTableRow, PropertiesTables } from '../tables.ts'
import { guardOperatorLimit, isOfOperator, ownersOf } from './limit-owners.ts'
import type { LimitOwners } from './limit-owners.ts'

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

const LIMITS: RecordKind<LimitTableRow> = {
  table: 'item_limit',
  most: LIMITS_MAX,
  gone: propertiesErrors.limit_not_found,
  changed: propertiesErrors.limit_changed,
  full: propertiesErrors.limits_full,
  taken: propertiesErrors.limit_exists,
  takenField: 'values.number',
  isSame: (one, other) => one.number === other.number && one.kind === other.kind,
  wordsOf,
}

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

/** Adds a limit, or changes one if it still is as it was seen. */
export async function saveLimitRecord(
  { id, revision, values, isForOperator = false }: RouteInput<typeof saveLimit>['body'],
  { db, nowMs }: { db: Tables; nowMs: number },
  ctx: CallContext,
): Promise<LimitRecord> {
  const owners = ownersOf(ctx.place)
  const stored = (await rowsOf(db, owners)).find((row) => row.id === id)
  const owner = stored?.line_id ?? (isForOperator ? owners.operator : owners.lineId)
  if (owner === null) throw new AppError(coreErrors.operator_required)
  if (isOfOperator(owner)) await guardOperatorLimit(ctx)
  const next = {
    ...values,
    number: String(BigInt(values.number)),
    quantity: String(BigInt(values.quantity)),
    line_id: owner,
    changed_by: ctx.caller.username,
    changed_at: nowMs,
  }
  return ctx.commit<PropertiesTables, LimitRecord>(async (tx) => {
    const rows = (await rowsOf(tx, owners)).filter(({ line_id }) => line_id === owner)
    const row = await storeRecord(LIMITS, { tx, ctx, rows }, { id, revision }, next)
    if (isOfOperator(owner)) ctx.note({ operator: owner })
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
  await removeRecord(LIMITS, (tx) => rowsOf(tx, owners), { id, revision }, ctx)
  return null
}
