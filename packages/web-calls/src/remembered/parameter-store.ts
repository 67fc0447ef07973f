import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import { freshSets } from './parameter-sets.ts'
import type { ParameterSet } from './parameter-sets.ts'

const DATABASE = 'qd-parameters'

interface Schema extends DBSchema {
  sets: { key: string; value: readonly ParameterSet[] }
}

/** Where sets are kept under a name; throws where a browser keeps nothing. */
export interface SetsDatabase {
  read: (name: string) => Promise<readonly ParameterSet[]>
  write: (name: string, sets: readonly ParameterSet[]) => Promise<void>
  clear: () => Promise<void>
}

async function within<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const database = await openDB<Schema>(DATABASE, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('sets'),
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

const BROWSER: SetsDatabase = {
  read: (name) => within(async (database) => (await database.get('sets', name)) ?? []),
  write: (name, sets) => within(async (database) => void (await database.put('sets', sets, name))),
  clear: () => within((database) => database.clear('sets')),
}

/** Sets by name; lives in memory where the browser keeps no database: private mode, a full disk. */
export function createSetsStore(database: SetsDatabase = BROWSER) {
  const memory = new Map<string, readonly ParameterSet[]>()
  return {
    /** What is kept under a name, newest first. */
    async read(name: string, nowMs: number): Promise<ParameterSet[]> {
      const kept = await database.read(name).catch(() => null)
      return freshSets(kept ?? memory.get(name) ?? [], nowMs)
    },
    async write(name: string, sets: readonly ParameterSet[]): Promise<void> {
      memory.set(name, sets)
      await database.write(name, sets).catch(() => {})
    },
    async clear(): Promise<void> {
      memory.clear()
      await database.clear().catch(() => {})
    },
  }
}

export const parameterSets = createSetsStore()
