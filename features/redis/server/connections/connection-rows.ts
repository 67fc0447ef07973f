import { AppError } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { CONNECTIONS_MAX, redisErrors } from '../../contract/index.ts'
import type { ConnectionConfig } from '../../contract/index.ts'
import type { ConnectionsDeps } from './connections.ts'
import { sealSecrets } from './secrets.ts'
import type { OpenSecrets } from './secrets.ts'
import type { ConnectionRow, ConnectionTables } from './tables.ts'

type Transaction = Store<ConnectionTables>['read']

export const changedMeanwhile = () =>
  new AppError(redisErrors.redis_connection_changed, { field: 'revision' })
const nameTaken = (name: string) =>
  new AppError(redisErrors.redis_connection_exists, { field: 'config.name', params: { name } })

/** PostgreSQL's word for a row whose unique columns another one has: two looked for a free name at once. */
const isTwin = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

export const findRow = (db: Transaction, lineId: string, id: string) =>
  db
    .selectFrom('redis_connection')
    .selectAll()
    .where('id', '=', id)
    .where('line_id', '=', lineId)
    .executeTakeFirst()

export const rowsOf = (db: Transaction, lineId: string) =>
  db.selectFrom('redis_connection').select(['id', 'name', 'position']).where('line_id', '=', lineId).execute()

/** A row as it is first stored; its place comes with `insertRow`. */
export function newRow(
  { secretBox, now = Date.now }: Pick<ConnectionsDeps, 'secretBox' | 'now'>,
  of: { id?: string | undefined; lineId: string; config: ConnectionConfig; secrets: OpenSecrets; by: string },
): ConnectionRow {
  const { id = uuidv7(), lineId, config, secrets, by } = of
  return {
    id,
    line_id: lineId,
    name: config.name,
    config: JSON.stringify(config),
    secrets: JSON.stringify(sealSecrets(secrets, id, secretBox)),
    password_env: '',
    is_managed: 0,
    position: 0,
    revision: 1,
    changed_by: by,
    changed_at: now(),
  }
}

/** Takes a name and the last place of the line. */
export async function insertRow(tx: Transaction, row: ConnectionRow): Promise<void> {
  const all = await rowsOf(tx, row.line_id)
  if (all.length >= CONNECTIONS_MAX) {
    throw new AppError(redisErrors.redis_connections_full, { params: { limit: CONNECTIONS_MAX } })
  }
  const position = Math.max(-1, ...all.map((each) => each.position)) + 1
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('redis_connection')
    .values({ ...row, position })
    .onConflict((conflict) => conflict.columns(['line_id', 'name']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw nameTaken(row.name)
  row.position = position
}

/** Writes over the revision the caller has seen, and no other; the place in the order stays. */
export async function updateRow(tx: Transaction, row: ConnectionRow, revision: number): Promise<void> {
  const all = await rowsOf(tx, row.line_id)
  if (all.some(({ id, name }) => name === row.name && id !== row.id)) throw nameTaken(row.name)
  const { position: _position, ...columns } = row
  const { numUpdatedRows } = await tx
    .updateTable('redis_connection')
    .set(columns)
    .where('id', '=', row.id)
    .where('revision', '=', revision)
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isTwin(error) ? nameTaken(row.name) : error
    })
  if (numUpdatedRows !== 1n) throw changedMeanwhile()
}
