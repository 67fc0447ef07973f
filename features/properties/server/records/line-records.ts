import { AppError } from '@qd/contract-kit'
import type { ErrorDef } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { GiftRow, LimitTableRow, PropertiesTables, ValueRow } from '../tables.ts'

export type Tables = Store<PropertiesTables>['read']

type RecordRow = GiftRow | LimitTableRow | ValueRow

/** What people keep for a line, each record to be changed only as it was last seen. */
export interface RecordKind<Row extends RecordRow> {
  table: 'gift_template' | 'item_limit' | 'item_value'
  /** How many there may be. */
  most: number
  gone: ErrorDef
  changed: ErrorDef
  full: ErrorDef
  /** There is another one like it. */
  taken: ErrorDef
  takenField: string
  isSame: (one: Row, other: Row) => boolean
  /** What the audit says of one. */
  wordsOf: (row: Row) => object
}

/** The record to change as its editor saw it; none for a new one. */
interface Seen {
  id?: string | undefined
  revision?: number | undefined
}

const changedMeanwhile = (changed: ErrorDef) => new AppError(changed, { field: 'revision' })

/** What a record would be, and was before; throws where it may not be saved so. */
export function nextRecord<Row extends RecordRow>(
  kind: RecordKind<Row>,
  rows: readonly Row[],
  { id, revision }: Seen,
  values: Omit<Row, 'id' | 'revision'>,
): { before: Row | undefined; row: Row } {
  const before = rows.find((row) => row.id === id)
  if (id !== undefined && before === undefined) throw new AppError(kind.gone)
  if (before !== undefined && before.revision !== revision) throw changedMeanwhile(kind.changed)
  const row = { ...values, id: before?.id ?? uuidv7(), revision: (before?.revision ?? 0) + 1 } as Row
  if (rows.some((other) => other !== before && kind.isSame(other, row))) {
    throw new AppError(kind.taken, { field: kind.takenField })
  }
  if (before === undefined && rows.length >= kind.most) {
    throw new AppError(kind.full, { params: { limit: kind.most } })
  }
  return { before, row }
}

/** The record to remove; throws where it is another one than was seen. */
export function seenRecord<Row extends RecordRow>(
  kind: RecordKind<Row>,
  rows: readonly Row[],
  { id, revision }: { id: string; revision: number },
): Row {
  const before = rows.find((row) => row.id === id)
  if (before === undefined) throw new AppError(kind.gone)
  if (before.revision !== revision) throw changedMeanwhile(kind.changed)
  return before
}

/** Adds a record to those in `rows`, or changes one if it still is as it was seen. */
export async function storeRecord<Row extends RecordRow>(
  kind: RecordKind<Row>,
  { tx, ctx, rows }: { tx: Tables; ctx: CallContext; rows: readonly Row[] },
  seen: Seen,
  values: Omit<Row, 'id' | 'revision'>,
): Promise<Row> {
  const { before, row } = nextRecord(kind, rows, seen, values)
  const stored = row as unknown as GiftRow & LimitTableRow & ValueRow
  if (before === undefined) await tx.insertInto(kind.table).values(stored).execute()
  else {
    const { numUpdatedRows } = await tx
      .updateTable(kind.table)
      .set(stored)
      .where('id', '=', row.id)
      .where('revision', '=', before.revision)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw changedMeanwhile(kind.changed)
  }
  ctx.changed(before === undefined ? null : kind.wordsOf(before), kind.wordsOf(row))
  return row
}

/** Removes a record if it still is as it was seen. */
export function removeRecord<Row extends RecordRow>(
  kind: RecordKind<Row>,
  rowsIn: (tx: Tables) => Promise<Row[]>,
  { id, revision }: { id: string; revision: number },
  ctx: CallContext,
): Promise<void> {
  return ctx.commit<PropertiesTables, void>(async (tx) => {
    const before = (await rowsIn(tx)).find((row) => row.id === id)
    if (before === undefined) throw new AppError(kind.gone)
    const { numDeletedRows } = await tx
      .deleteFrom(kind.table)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw changedMeanwhile(kind.changed)
    ctx.changed(kind.wordsOf(before), null)
  })
}
