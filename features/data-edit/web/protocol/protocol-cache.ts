import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'

/** Entries of the browser's database expire after 30 days (S9.02). */
export const EXPIRES_IN_SECONDS = 2_592_000

const NAME = 'qd-protocol'
const MAX_ENTRIES = 40

export interface CachedProtocol {
  /** `game/line/language`. */
  place: string
  md5: string
  /** The reply as it came; parsed again at every use, since a database is no trusted place. */
  protocol: unknown
  savedAtMs: number
}

interface Schema extends DBSchema {
  protocol: { key: [string, string]; value: CachedProtocol; indexes: { savedAtMs: number } }
}

/** Thrown when the browser keeps no database for us: private mode, a full disk, a blocked origin (S8.05). */
export class CacheUnavailable extends Error {}

async function open(): Promise<IDBPDatabase<Schema>> {
  try {
    return await openDB<Schema>(NAME, 1, {
      upgrade(database) {
        const protocols = database.createObjectStore('protocol', { keyPath: ['place', 'md5'] })
        protocols.createIndex('savedAtMs', 'savedAtMs')
      },
    })
  } catch (cause) {
    throw new CacheUnavailable(NAME, { cause })
  }
}

async function prune(database: IDBPDatabase<Schema>, nowMs: number): Promise<void> {
  const keys = await database.getAllKeysFromIndex('protocol', 'savedAtMs')
  const old = await database.getAllKeysFromIndex(
    'protocol',
    'savedAtMs',
    IDBKeyRange.upperBound(nowMs - EXPIRES_IN_SECONDS * 1000),
  )
  const surplus = keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES))
  for (const key of [...old, ...surplus]) await database.delete('protocol', key)
}

async function within<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } catch (cause) {
    throw new CacheUnavailable(NAME, { cause })
  } finally {
    database.close()
  }
}

/** The definition kept under this place and md5, or null when there is none or it is too old. */
export async function readCached(place: string, md5: string, nowMs: number): Promise<CachedProtocol | null> {
  return within(async (database) => {
    const entry = await database.get('protocol', [place, md5])
    if (!entry || nowMs - entry.savedAtMs > EXPIRES_IN_SECONDS * 1000) return null
    return entry
  })
}

export async function writeCached(entry: CachedProtocol): Promise<void> {
  await within(async (database) => {
    await database.put('protocol', entry)
    await prune(database, entry.savedAtMs)
  })
}
