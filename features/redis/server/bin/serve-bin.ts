import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import { containsFolded } from '@qd/store'
import { keyName, listBin, redisErrors, restoreBin } from '../../contract/index.ts'
import { bufferOf, bytesOf } from '../bytes.ts'
import type { DatabaseRef, Databases } from '../guard/databases.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { runPlan } from '../keys/run-plan.ts'
import { asKeyError, valueInvalid } from '../keys/words.ts'
import { payloadPlace } from './bin.ts'
import type { BinDeps } from './bin.ts'
import type { BinRow } from './bin-tables.ts'

/** Entries of one answer. */
const LIST_MAX = 100

const HEAD = [
  'id',
  'key',
  'db',
  'type',
  'action',
  'bytes',
  'ttl_ms',
  'by_name',
  'kept_at',
  'until_at',
  'restored_at',
] as const satisfies readonly (keyof BinRow)[]

interface ServeBinDeps extends BinDeps {
  databases: Databases
}

const keyOf = ({ key }: Pick<BinRow, 'key'>) => Buffer.from(key, 'base64')

/** Only keys the caller may read, where their rights are narrowed to some. */
const isReadable = (database: RedisDatabase, row: Pick<BinRow, 'key'>): boolean =>
  database.mayRead(keyOf(row))

function viewOf(row: Pick<BinRow, (typeof HEAD)[number]>) {
  return {
    binId: row.id,
    key: bytesOf(keyOf(row)),
    db: row.db,
    type: row.type,
    action: row.action,
    bytes: Number(row.bytes),
    ttlMs: Number(row.ttl_ms),
    by: row.by_name,
    at: Number(row.kept_at),
    until: Number(row.until_at),
    restoredAt: Number(row.restored_at) === 0 ? null : Number(row.restored_at),
  }
}

type ListAsked = RouteInput<typeof listBin>['body']

/** Pages that hold nothing for a narrowed caller are gone over: from an empty one nobody can go on. */
async function list(
  deps: ServeBinDeps,
  database: RedisDatabase,
  asked: ListAsked,
): Promise<RouteReplyGiven<typeof listBin>> {
  let { before } = asked
  for (;;) {
    const rows = await pageBefore(deps, database, { ...asked, before })
    const page = rows.slice(0, LIST_MAX)
    const readable = page.filter((row) => isReadable(database, row)).map(viewOf)
    const hasMore = rows.length > LIST_MAX
    if (readable.length > 0 || !hasMore) return { list: readable, hasMore }
    before = Number(page.at(-1)!.kept_at)
  }
}

async function pageBefore(
  { store, nowMs }: ServeBinDeps,
  { connection, db }: RedisDatabase,
  { before, search }: ListAsked,
) {
  let query = store.read
    .selectFrom('redis_bin')
    .select(HEAD)
    .where('line_id', '=', connection.lineId)
    .where('connection_id', '=', connection.id)
    .where('db', '=', db)
    .where('until_at', '>', nowMs())
  if (before !== undefined) query = query.where('kept_at', '<', before)
  if (search !== '') query = query.where(containsFolded('search', search))
  return query
    .orderBy('kept_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_MAX + 1)
    .execute()
}

async function found(deps: ServeBinDeps, database: RedisDatabase, binId: string): Promise<BinRow> {
  const row = await deps.store.read
    .selectFrom('redis_bin')
    .selectAll()
    .where('id', '=', binId)
    .where('line_id', '=', database.connection.lineId)
    .where('connection_id', '=', database.connection.id)
    .where('db', '=', database.db)
    .where('until_at', '>', deps.nowMs())
    .executeTakeFirst()
  if (row === undefined || !isReadable(database, row)) {
    throw new AppError(redisErrors.redis_bin_not_found, { field: 'binId' })
  }
  return row
}

type RestoreAsked = RouteInput<typeof restoreBin>['body']

/** Puts a value back with the time it has left since it was kept; a key that is there stays as it is. */
async function restore(
  deps: ServeBinDeps,
  database: RedisDatabase,
  { binId, to }: RestoreAsked,
): Promise<Buffer> {
  const row = await found(deps, database, binId)
  const key = to === undefined ? keyOf(row) : bufferOf(to)
  const left = Number(row.ttl_ms) < 0 ? 0 : Number(row.ttl_ms) - (deps.nowMs() - Number(row.kept_at))
  // What would have ended meanwhile has nothing to go back to.
  if (Number(row.ttl_ms) >= 0 && left <= 0) throw valueInvalid('binId', 'ended')
  const dump = Buffer.from(deps.secretBox.open(row.payload, payloadPlace(row.id)), 'base64')
  const keyExists = () => new AppError(redisErrors.redis_key_exists, { field: 'to' })
  try {
    await runPlan(database, {
      keys: [key],
      checks: [{ args: ['EXISTS', key], is: 'text', wanted: '0', orElse: keyExists }],
      writes: [['RESTORE', key, String(left), dump]],
    })
  } catch (error) {
    throw asKeyError(error, redisErrors.redis_add_failed)
  }
  await deps.store.write((tx) =>
    tx.updateTable('redis_bin').set({ restored_at: deps.nowMs() }).where('id', '=', row.id).execute(),
  )
  return key
}

export function serveBin(deps: ServeBinDeps): ServedRoute[] {
  const open = (ref: DatabaseRef, { caller, place }: CallContext) => deps.databases.of({ caller, place }, ref)
  return [
    serve(listBin, async ({ body }, ctx) => list(deps, await open(body, ctx), body)),
    serve(restoreBin, async ({ body }, ctx) => {
      const key = bytesOf(await restore(deps, await open(body, ctx), body))
      ctx.note({ key: keyName(key) })
      return { key }
    }),
  ]
}
