import { gunzip, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { dataEditErrors, SNAPSHOT_KEPT_MS, SNAPSHOTS_PER_PLAYER } from '../../contract/index.ts'
import type { Snapshot, snapshotDelete, snapshotGet, snapshotTake } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { askGame } from '../reading/game-failure.ts'
import { playerOf } from '../player-of.ts'
import type { Player } from '../player-of.ts'
import { readModules } from '../reading/read-modules.ts'
import type { DataEditTables, PlayerSnapshotRow } from '../tables.ts'

const zip = promisify(gzip)
const unzip = promisify(gunzip)
/** A player of 10 MB takes about one. */
const MAX_BYTES = 16 * 1024 * 1024

const COLUMNS = ['id', 'name', 'note', 'actor', 'at', 'version', 'md5', 'bytes'] as const

function ofPlayer(db: Store<DataEditTables>['read'], { server, uId }: Player) {
  return db.selectFrom('player_snapshot').where('game', '=', server.game).where('u_id', '=', uId)
}

export async function handleSnapshotList(
  { store, nowMs }: UseCaseDeps,
  ctx: CallContext,
): Promise<{ list: Snapshot[] }> {
  const list = await ofPlayer(store.read, playerOf(ctx))
    .select(COLUMNS)
    .where('at', '>=', nowMs() - SNAPSHOT_KEPT_MS)
    .orderBy('id', 'desc')
    .execute()
  return { list }
}

async function read(deps: UseCaseDeps, ctx: CallContext) {
  const { server, uId } = playerOf(ctx)
  const { protocol, md5 } = await deps.protocols.known(server)
  const modules = Object.values(protocol.diffInfos).flatMap(({ name, netKey }) =>
    netKey === '' ? [] : [{ diff: name }],
  )
  const reached = await deps.reach.reach(server)
  const { data, version } = await askGame(readModules(reached, { uId, modules }, ctx.signal), uId)
  const packed = await zip(JSON.stringify(data))
  if (packed.length > MAX_BYTES) throw new AppError(dataEditErrors.snapshot_too_big)
  return { md5, version, bytes: packed.length, data: packed.toString('base64') }
}

/** Puts the snapshot at a free place; of two who take one at once the second takes another, or hears that all are full. */
async function insertSnapshot(
  tx: Store<DataEditTables>['read'],
  player: Player,
  row: Omit<PlayerSnapshotRow, 'slot'>,
): Promise<void> {
  for (;;) {
    const taken = new Set((await ofPlayer(tx, player).select('slot').execute()).map(({ slot }) => slot))
    const slot = Array.from({ length: SNAPSHOTS_PER_PLAYER }, (_, n) => n).find((n) => !taken.has(n))
    if (slot === undefined) {
      throw new AppError(dataEditErrors.snapshots_full, { params: { max: String(SNAPSHOTS_PER_PLAYER) } })
    }
    const inserted = await tx
      .insertInto('player_snapshot')
      .values({ ...row, slot })
      .onConflict((conflict) => conflict.columns(['game', 'u_id', 'slot']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted !== undefined) return
  }
}

/** Keeps the player as the game has them now. */
export async function handleSnapshotTake(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof snapshotTake>,
  ctx: CallContext,
): Promise<Snapshot> {
  const player = playerOf(ctx)
  const taken = await read(deps, ctx)
  const { data, ...about } = taken
  const at = deps.nowMs()
  const fresh: Snapshot = {
    id: uuidv7(at),
    name: body.name,
    note: body.note,
    actor: ctx.caller.username,
    at,
    ...about,
  }
  return ctx.commit<DataEditTables, Snapshot>(async (tx) => {
    await insertSnapshot(tx, player, {
      ...fresh,
      game: player.server.game,
      u_id: player.uId,
      server_key: player.server.key,
      data,
    })
    ctx.changed(null, { name: fresh.name, note: fresh.note, version: fresh.version })
    return fresh
  })
}

const notFound = () => new AppError(dataEditErrors.snapshot_not_found, { field: 'id' })

export async function handleSnapshotGet(
  { store }: UseCaseDeps,
  { body }: RouteInput<typeof snapshotGet>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof snapshotGet>> {
  const row = await ofPlayer(store.read, playerOf(ctx))
    .select([...COLUMNS, 'data'])
    .where('id', '=', body.id)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  const { data, ...about } = row
  const text = await unzip(Buffer.from(data, 'base64'))
  return { ...about, data: parseJsonText(text.toString('utf8')) as Record<string, unknown> }
}

export async function handleSnapshotDelete(
  _ports: UseCaseDeps,
  { body }: RouteInput<typeof snapshotDelete>,
  ctx: CallContext,
): Promise<null> {
  const player = playerOf(ctx)
  return ctx.commit<DataEditTables, null>(async (tx) => {
    const row = await ofPlayer(tx, player)
      .select(['name', 'note', 'version'])
      .where('id', '=', body.id)
      .executeTakeFirst()
    if (row === undefined) throw notFound()
    await tx.deleteFrom('player_snapshot').where('id', '=', body.id).execute()
    ctx.changed({ name: row.name, note: row.note, version: row.version }, null)
    return null
  })
}

/** Snapshots older than they are kept. */
export async function forgetSnapshots(store: Store<DataEditTables>, nowMs: number): Promise<void> {
  await store.write((tx) =>
    tx
      .deleteFrom('player_snapshot')
      .where('at', '<', nowMs - SNAPSHOT_KEPT_MS)
      .execute(),
  )
}
