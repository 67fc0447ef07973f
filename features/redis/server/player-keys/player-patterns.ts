import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { redisErrors } from '../../contract/index.ts'
import type { PlayerPattern, listPlayerPatterns, savePlayerPatterns } from '../../contract/index.ts'
import type { Connections } from '../connections/connections.ts'
import type { PlayerKeyRow, PlayerKeyTables } from './player-key-tables.ts'

export interface PlayerPatternsDeps {
  readonly store: Store<PlayerKeyTables>
  readonly connections: Pick<Connections, 'list'>
  readonly nowMs: () => number
}

type Transaction = Store<PlayerKeyTables>['read']

const patternsOf = (row: Pick<PlayerKeyRow, 'patterns'>) => parseJsonText(row.patterns) as PlayerPattern[]

const rowOf = (db: Transaction, lineId: string, connectionId: string) =>
  db
    .selectFrom('redis_player_keys')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('line_id', '=', lineId)
    .executeTakeFirst()

/** Of the connections the caller may open. */
export async function listPatterns(
  { store, connections }: Pick<PlayerPatternsDeps, 'store' | 'connections'>,
  { lineId }: RouteInput<typeof listPlayerPatterns>['body'],
  { caller }: Pick<CallContext, 'caller'>,
): Promise<RouteReplyGiven<typeof listPlayerPatterns>> {
  const [open, rows] = await Promise.all([
    connections.list(caller, { lineId }),
    store.read.selectFrom('redis_player_keys').selectAll().where('line_id', '=', lineId).execute(),
  ])
  const byId = new Map(rows.map((row) => [row.connection_id, row]))
  return open.map(({ id, name }) => {
    const row = byId.get(id)
    return { connectionId: id, name, patterns: row ? patternsOf(row) : [], revision: row?.revision ?? 0 }
  })
}

/** The patterns of one connection, for a caller who was let into it. */
export async function patternsOfConnection(
  { store }: Pick<PlayerPatternsDeps, 'store'>,
  { lineId, connectionId }: { lineId: string; connectionId: string },
): Promise<PlayerPattern[]> {
  const row = await rowOf(store.read, lineId, connectionId)
  return row === undefined ? [] : patternsOf(row)
}

/** Throws `redis_connection_not_found`, and `redis_connection_changed` when somebody else saved meanwhile. */
export async function savePatterns(
  { store, nowMs }: Pick<PlayerPatternsDeps, 'store' | 'nowMs'>,
  { lineId, connectionId, revision, patterns }: RouteInput<typeof savePlayerPatterns>['body'],
  ctx: Pick<CallContext, 'caller' | 'changed' | 'commit'>,
  isConnection: (lineId: string, connectionId: string) => Promise<boolean>,
): Promise<{ revision: number }> {
  if (!(await isConnection(lineId, connectionId))) {
    throw new AppError(redisErrors.redis_connection_not_found, { field: 'connectionId' })
  }
  const changedMeanwhile = () => new AppError(redisErrors.redis_connection_changed, { field: 'revision' })
  const before = await rowOf(store.read, lineId, connectionId)
  if ((before?.revision ?? 0) !== revision) throw changedMeanwhile()
  const row: PlayerKeyRow = {
    connection_id: connectionId,
    line_id: lineId,
    patterns: JSON.stringify(patterns),
    revision: revision + 1,
    changed_by: ctx.caller.username,
    changed_at: nowMs(),
  }
  ctx.changed(before === undefined ? null : { patterns: patternsOf(before) }, { patterns })
  await ctx.commit<PlayerKeyTables, void>(async (tx) => {
    const isWritten = revision === 0 ? await insertNew(tx, row) : await writeOver(tx, row, revision)
    if (!isWritten) throw changedMeanwhile()
  })
  return { revision: row.revision }
}

/** With their connection; a new one begins without. */
export const forgetPatterns = (tx: Transaction, connectionId: string) =>
  tx.deleteFrom('redis_player_keys').where('connection_id', '=', connectionId).execute()

async function writeOver(tx: Transaction, row: PlayerKeyRow, revision: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('redis_player_keys')
    .set(row)
    .where('connection_id', '=', row.connection_id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function insertNew(tx: Transaction, row: PlayerKeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('redis_player_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('connection_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Patterns of connections of this start, where nobody has written any yet: an emptied list stays empty. */
export async function seedPatterns(
  { store, nowMs }: Pick<PlayerPatternsDeps, 'store' | 'nowMs'>,
  given: readonly { id: string; lineId: string; playerPatterns?: readonly PlayerPattern[] }[],
): Promise<void> {
  await store.write(
    async (tx) => {
      for (const { id, lineId, playerPatterns = [] } of given) {
        if (playerPatterns.length === 0) continue
        await insertNew(tx, {
          connection_id: id,
          line_id: lineId,
          patterns: JSON.stringify(playerPatterns),
          revision: 1,
          changed_by: 'sandbox',
          changed_at: nowMs(),
        })
      }
    },
    { inReserve: true },
  )
}
