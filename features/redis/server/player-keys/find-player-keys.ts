import { AppError } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import type { PlayerPattern, findPlayerKeys } from '../../contract/index.ts'
import { bytesOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { findKeys } from '../jobs/find-keys.ts'
import type { FindAt } from '../jobs/find-keys.ts'
import { scanFault } from '../scan/scan-faults.ts'
import { nameOfPlayer } from './player-pattern.ts'
import type { PlayerAt } from './player-pattern.ts'

type Found = RouteReplyGiven<typeof findPlayerKeys>['found'][number]
type Names = { readonly names: Buffer[] } & Pick<Found, 'examined' | 'isIncomplete'>

/** Where and whose keys are looked for, and how far a search goes. */
export interface PlayerSearch extends FindAt {
  readonly player: PlayerAt
  readonly bounds: { readonly examined: number; readonly listed: number }
}

/** Names that fit, up to the bounds; a scan may name a key twice. */
async function search({ bounds, ...at }: PlayerSearch, glob: Buffer): Promise<Names> {
  const names = new Map<string, Buffer>()
  let examined = 0
  try {
    for await (const step of findKeys(at, glob)) {
      examined += step.examined
      for (const key of step.keys) names.set(key.toString('latin1'), key)
      const isFull = names.size > bounds.listed || examined >= bounds.examined
      if (isFull && (step.next !== null || names.size > bounds.listed)) {
        return { names: [...names.values()].slice(0, bounds.listed), examined, isIncomplete: true }
      }
    }
  } catch (error) {
    throw scanFault(error)
  }
  return { names: [...names.values()], examined, isIncomplete: false }
}

/** Type and end of each key. Keys that a rule of the server hides fail all together, with its words. */
async function stateOf(database: RedisDatabase, names: readonly Buffer[]): Promise<Found['keys']> {
  const commands = names.flatMap((name) => [
    ['TYPE', name],
    ['PTTL', name],
  ])
  const replies = await database.runAll(commands, { isQuiet: true })
  const fault = replies.find((reply) => reply instanceof Error)
  if (fault !== undefined) throw fault
  return names.map((name, at) => {
    const ttlMs = Number(String(replies[at * 2 + 1]))
    // PTTL of a key that is gone is -2.
    return { key: bytesOf(name), type: String(replies[at * 2]), ttlMs: Math.max(-1, ttlMs) }
  })
}

/**
 * The keys of a player by one pattern. An exact name is not scanned for, and one the caller may not read is
 * `redis_key_forbidden`. A search shows a caller with narrowed rights only keys they may read.
 */
export async function findByPattern(
  at: PlayerSearch,
  { pattern }: Pick<PlayerPattern, 'pattern'>,
): Promise<Pick<Found, 'keys' | 'examined' | 'isIncomplete'>> {
  const { database } = at
  const name = nameOfPlayer(pattern, at.player)
  if ('glob' in name) {
    const { names, ...bounds } = await search(at, name.glob)
    // How many keys there are that somebody may not read is nothing they learn.
    const toldOfAll = bounds.isIncomplete ? at.bounds.examined : 0
    const examined = database.readable() === null ? bounds.examined : toldOfAll
    return { keys: await stateOf(database, names), ...bounds, examined }
  }
  if (!database.mayRead(name.exact)) {
    throw new AppError(redisErrors.redis_key_forbidden, { params: { command: 'TYPE' } })
  }
  return { keys: await stateOf(database, [name.exact]), examined: 0, isIncomplete: false }
}
