import { AppError } from '@qd/contract-kit'
import { ServerRefusal } from './link-errors.ts'
import type { Arg, RedisLink, Reply } from './redis-link.ts'

/** Databases of a server whose CONFIG is closed (S9.06). */
const ASSUMED = 16
/** More are not listed; a server may be set to millions. */
const LISTED_MAX = 1_000

export interface DatabaseList {
  databases: { db: number; keys: number | null }[]
  isAssumed: boolean
}

/** The answer, or null where the rights of the user do not reach or the server does not know the command. */
async function orNull(sent: Promise<Reply>): Promise<Reply> {
  return sent.catch((error: unknown) => {
    if (error instanceof ServerRefusal) return null
    throw error
  })
}

async function keysOfCluster(link: RedisLink): Promise<number | null> {
  let keys = 0
  for (const node of link.masters()) {
    const size = await link.send(['DBSIZE'], { node }).catch((error: unknown) => {
      // A master that is away leaves the number open, not the whole list.
      if (error instanceof AppError) return null
      throw error
    })
    if (size === null) return null
    keys += Number(size)
  }
  return keys
}

function keyCounts(info: string): Map<number, number> {
  const counts = new Map<number, number>()
  for (const [, db, keys] of info.matchAll(/^db(\d+):keys=(\d+)/gm)) counts.set(Number(db), Number(keys))
  return counts
}

/** Which databases there are, with how many keys where the server tells. */
export async function listDatabases(link: RedisLink): Promise<DatabaseList> {
  if (link.isCluster || link.isClusterNode) {
    return { databases: [{ db: 0, keys: await keysOfCluster(link) }], isAssumed: false }
  }
  const ask = (...args: Arg[]) => orNull(link.send(args))
  const [info, config] = await Promise.all([ask('INFO', 'keyspace'), ask('CONFIG', 'GET', 'databases')])
  const counts = keyCounts(String(info ?? ''))
  const told = Number(Array.isArray(config) ? String(config[1]) : Number.NaN)
  const isAssumed = !Number.isInteger(told) || told < 1
  const count = Math.min(isAssumed ? Math.max(ASSUMED, link.db + 1) : told, LISTED_MAX)
  const numbers = new Set([...Array(count).keys(), ...counts.keys()])
  const keysOf = (db: number) => (info === null ? null : (counts.get(db) ?? 0))
  const databases = [...numbers].toSorted((a, b) => a - b).map((db) => ({ db, keys: keysOf(db) }))
  return { databases, isAssumed }
}
