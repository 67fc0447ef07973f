import { uuidv7 } from '@qd/server-kit'
import type { CleanUp, SecretBox } from '@qd/server-kit'
import { foldForSearch } from '@qd/store'
import type { Store } from '@qd/store'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { askOrNull } from '../keys/key-facts.ts'
import { typeOf } from '../keys/type-of.ts'
import type { BinRow, BinTables } from './bin-tables.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 24 * HOUR_MS

/** Largest value that is kept, as DUMP writes it; and the most that is kept of one connection. */
interface BinLimits {
  readonly keyBytes: number
  readonly connectionBytes: number
}
const LIMITS: BinLimits = { keyBytes: 1_048_576, connectionBytes: 64 * 1_048_576 }

export type BinAction = 'deleted' | 'overwritten' | 'flushed'

export interface BinDeps {
  store: Store<BinTables>
  secretBox: SecretBox
  nowMs(): number
  /** Smaller ones for tests. */
  limits?: BinLimits
}

export interface Kept {
  readonly binId: string
  /** What was kept, as DUMP writes it. */
  readonly dump: Buffer
}

export interface Bin {
  /**
   * Keeps what a key holds now, before it is deleted or overwritten. Null when there is nothing, it is larger than
   * one MiB, or the server or the master key do not allow it.
   */
  keep(database: RedisDatabase, key: Buffer, why: { action: BinAction; by: string }): Promise<Kept | null>
  /** Takes out what was kept for a change that did not happen. */
  forget(binId: string): Promise<void>
}

export const payloadPlace = (id: string) => `redis_bin/${id}/payload`

/** Bytes of a value as far as the server tells: a large one is not dumped only to see that it is too large. */
async function sizeOf(database: RedisDatabase, key: Buffer, type: string): Promise<number> {
  const args = type === 'string' ? ['STRLEN', key] : ['MEMORY', 'USAGE', key]
  return Number(String((await askOrNull(database, args)) ?? '0'))
}

async function dumpOf(database: RedisDatabase, key: Buffer, keyBytes: number) {
  const type = await typeOf(database, key)
  // In memory a value takes up to some times what it takes as a dump.
  const most = type === 'string' ? keyBytes : 8 * keyBytes
  if (type === 'none' || (await sizeOf(database, key, type)) > most) return null
  const [ttl, dump] = await Promise.all([
    askOrNull(database, ['PTTL', key]),
    askOrNull(database, ['DUMP', key]),
  ])
  if (!Buffer.isBuffer(dump) || dump.length > keyBytes) return null
  return { type, dump, ttlMs: Math.max(-1, Number(String(ttl ?? '-1'))) }
}

/** The oldest leave first, until what is left of the connection fits. */
async function makeRoom(tx: Store<BinTables>['read'], connectionId: string, most: number): Promise<void> {
  const sum = await tx
    .selectFrom('redis_bin')
    .select((eb) => eb.fn.sum<number | string | null>('bytes').as('bytes'))
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  if (Number(sum?.bytes ?? 0) <= most) return
  const rows = await tx
    .selectFrom('redis_bin')
    .select(['id', 'bytes'])
    .where('connection_id', '=', connectionId)
    .orderBy('kept_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  let held = 0
  const gone = rows.filter(({ bytes }) => (held += Number(bytes)) > most).map(({ id }) => id)
  if (gone.length > 0) await tx.deleteFrom('redis_bin').where('id', 'in', gone).execute()
}

export function createBin({ store, secretBox, nowMs, limits = LIMITS }: BinDeps): Bin {
  return {
    async keep(database, key, { action, by }) {
      if (!secretBox.isOpen) return null
      const found = await dumpOf(database, key, limits.keyBytes)
      if (found === null) return null
      const id = uuidv7()
      const now = nowMs()
      const row: BinRow = {
        id,
        line_id: database.connection.lineId,
        connection_id: database.connection.id,
        db: database.db,
        key: key.toString('base64'),
        search: foldForSearch(key.toString().replaceAll('\0', '')),
        type: found.type,
        action,
        bytes: found.dump.length,
        ttl_ms: found.ttlMs,
        by_name: by,
        kept_at: now,
        until_at: now + KEPT_MS,
        restored_at: 0,
        payload: secretBox.seal(found.dump.toString('base64'), payloadPlace(id)),
      }
      await store.write(async (tx) => {
        await tx.insertInto('redis_bin').values(row).execute()
        await makeRoom(tx, row.connection_id, limits.connectionBytes)
      })
      return { binId: id, dump: found.dump }
    },
    async forget(binId) {
      await store.write((tx) => tx.deleteFrom('redis_bin').where('id', '=', binId).execute())
    },
  }
}

/** Removes what has been in the bin for its time. */
export function binCleanUps({ store, nowMs }: Pick<BinDeps, 'store' | 'nowMs'>): CleanUp[] {
  const run = async () => {
    await store.write((tx) => tx.deleteFrom('redis_bin').where('until_at', '<=', nowMs()).execute())
  }
  return [{ name: 'redis bin', everyMs: HOUR_MS, run }]
}
