import { AppError } from '@qd/contract-kit'
import type { CataloguePlace } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { codesErrors } from '../../contract/index.ts'
import type { BatchState } from '../../contract/index.ts'
import type { BatchRow, CodeTables } from '../code-tables.ts'

/** A batch of the line the caller has been checked for; one of another line is not there. */
export async function findBatch(
  db: Kysely<CodeTables>,
  place: CataloguePlace,
  batchId: string,
): Promise<BatchRow> {
  const row = await db
    .selectFrom('code_batch')
    .selectAll()
    .where('id', '=', batchId)
    .where('line_id', '=', place.lineId ?? '')
    .executeTakeFirst()
  if (row === undefined) throw new AppError(codesErrors.code_batch_not_found, { field: 'batchId' })
  return row
}

export function assertState(row: Pick<BatchRow, 'state'>, ...states: readonly BatchState[]): void {
  if (!states.includes(row.state)) throw new AppError(codesErrors.code_batch_wrong_state)
}

/** Changes the batch as it was seen; of two who change it at once the second is refused. */
export async function changeBatch(
  tx: Kysely<CodeTables>,
  seen: BatchRow,
  to: Partial<Omit<BatchRow, 'id' | 'number' | 'revision'>>,
): Promise<BatchRow> {
  const changed = await tx
    .updateTable('code_batch')
    .set({ ...to, revision: seen.revision + 1 })
    .where('id', '=', seen.id)
    .where('revision', '=', seen.revision)
    .where('state', '=', seen.state)
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) throw new AppError(codesErrors.code_batch_changed)
  return changed
}
