import { AppError } from '@qd/contract-kit'
import { SEARCH_INDEXES_MAX, redisErrors } from '../../../contract/index.ts'
import type { SearchIndex } from '../../../contract/index.ts'
import type { RedisDatabase } from '../../guard/redis-database.ts'
import { findKeys } from '../../jobs/find-keys.ts'
import type { FindAt } from '../../jobs/find-keys.ts'
import type { NodesAsk, ServerNode } from '../server/on-nodes.ts'
import { listOf, textOf } from '../server/replies.ts'
import { indexOf, silentIndex } from './index-info.ts'

/** Before 2.0 each index is a key of this name and type, and no command lists them. */
const KEPT_AS = 'idx:'
const KEPT_TYPE = 'ft_index0'
/** Keys of a node that are looked through for them. */
const EXAMINED_MAX = 200_000

/** Whether the module says that there is no such index; each version has its own sentence. */
export function isUnknownIndex(error: AppError): boolean {
  if (error.def.code !== redisErrors.redis_refused.code) return false
  return /\b(unknown index|no such index)\b|index .*not found/i.test(String(error.params['words'] ?? ''))
}

interface Names {
  readonly names: readonly Buffer[]
  readonly isIncomplete: boolean
}

/** Goes through one master for keys of indexes, at most as fast as all scans of the connection may. */
async function scanNames(at: FindAt, node: ServerNode): Promise<Names> {
  const { database } = at
  const master = database.masters().indexOf(node.node)
  const names = new Map<string, Buffer>()
  let examined = 0
  let isIncomplete = false
  for await (const step of findKeys(at, Buffer.from(`${KEPT_AS}*`), { master, at: '0' })) {
    examined += step.examined
    for (const key of step.keys) names.set(key.toString('latin1'), key)
    if (step.next === null || step.next.master !== master) break
    isIncomplete = examined >= EXAMINED_MAX || names.size > SEARCH_INDEXES_MAX
    if (isIncomplete) break
  }
  return { names: await keptIn(database, node, [...names.values()]), isIncomplete }
}

/** Names of indexes among keys that are named as those are kept. */
async function keptIn(database: RedisDatabase, node: ServerNode, keys: readonly Buffer[]): Promise<Buffer[]> {
  const nameOf = (key: Buffer): Buffer => key.subarray(KEPT_AS.length)
  // In a cluster an index stands where its name belongs, and its key would be asked for elsewhere: FT.INFO tells.
  if (database.connection.isCluster) return keys.map(nameOf)
  const types = await Promise.all(keys.map((key) => node.ask('TYPE', key)))
  return keys.filter((_key, at) => textOf(types[at]) === KEPT_TYPE).map(nameOf)
}

async function namesOn(at: FindAt, node: ServerNode): Promise<Names> {
  const listed = await node.askOrNull('FT._LIST')
  if (listed === null) return scanNames(at, node)
  const names = listOf(listed).map((name) => (Buffer.isBuffer(name) ? name : Buffer.from(textOf(name))))
  return { names, isIncomplete: false }
}

/** Indexes of one node in order of their names; one that says nothing of itself stands there with the reason. */
export async function readIndexes(
  at: FindAt,
  node: ServerNode,
  { failure }: Pick<NodesAsk, 'failure'>,
): Promise<{ indexes: SearchIndex[]; isIncomplete: boolean }> {
  const { names, isIncomplete } = await namesOn(at, node)
  const shown = names.toSorted((left, right) => left.compare(right)).slice(0, SEARCH_INDEXES_MAX)
  const indexes = await Promise.all(
    shown.map(async (name) => {
      try {
        return [indexOf(name, await node.ask('FT.INFO', name))]
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // Dropped meanwhile, or a key with the name of one.
        return isUnknownIndex(error) ? [] : [silentIndex(name, failure(error).msg)]
      }
    }),
  )
  return { indexes: indexes.flat(), isIncomplete: isIncomplete || names.length > shown.length }
}
