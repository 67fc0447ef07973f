import { AppError, coreErrors } from '@qd/contract-kit'
import { redisErrors } from '../../../contract/index.ts'
import type { RedisDatabase, RunOptions } from '../../guard/redis-database.ts'
import { isServerRefusal } from '../../link/link-errors.ts'
import type { Arg, Reply } from '../../link/redis-link.ts'

/** What one node of a server said, or why it did not. */
export interface NodeAnswer<T> {
  readonly node: string
  readonly code: string
  readonly msg: string
  readonly data: T | null
}

/** A node as a page of the server asks it. */
export interface ServerNode {
  readonly node: string
  ask(...args: Arg[]): Promise<Reply>
  /** The same; null where the server refuses it or has no such command. */
  askOrNull(...args: Arg[]): Promise<Reply>
}

export interface NodesAsk {
  /** Of the call: without it nobody waits for the answer. */
  readonly signal: AbortSignal
  /** A failure in words of the caller. */
  readonly failure: (error: unknown) => { code: string; msg: string }
  readonly isQuiet?: boolean
}

/** A node that hangs holds up no page: the others are shown without it. */
const NODE_MS = 5_000

/** Rules of the console that are the same at each node: then there is nothing to show at all. */
const FOR_ALL = new Set<string>([
  redisErrors.redis_key_forbidden.code,
  redisErrors.redis_command_forbidden.code,
  redisErrors.redis_read_only.code,
  redisErrors.redis_connection_changed.code,
  coreErrors.session_expired.code,
])

const codeOf = (error: unknown): string => (error instanceof AppError ? error.def.code : '')

function isMissing(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  return error.def.code === redisErrors.redis_command_unknown.code || isServerRefusal(error)
}

/** One node by its id. */
export function nodeOf(
  database: RedisDatabase,
  node: string,
  { signal, isQuiet = false }: NodesAsk,
): ServerNode {
  const options: RunOptions = { node, isQuiet, isServerPage: true }
  const ask = async (...args: Arg[]): Promise<Reply> => {
    const late = AbortSignal.timeout(NODE_MS)
    try {
      return await database.run(args, { ...options, signal: AbortSignal.any([signal, late]) })
    } catch (error) {
      if (late.aborted && !(error instanceof AppError)) {
        throw new AppError(redisErrors.redis_timeout, { cause: error })
      }
      throw error
    }
  }
  return {
    node,
    ask,
    askOrNull: (...args) =>
      ask(...args).catch((error: unknown) => {
        if (!isMissing(error)) throw error
        return null
      }),
  }
}

/** Asks every master for itself, or these nodes; throws what the console's own rules refuse for all of them. */
export async function onNodes<T>(
  database: RedisDatabase,
  ask: NodesAsk,
  read: (node: ServerNode) => Promise<T>,
  nodes: readonly string[] = database.masters(),
): Promise<NodeAnswer<T>[]> {
  return Promise.all(
    nodes.map(async (id) => {
      try {
        return { node: id, code: '', msg: '', data: await read(nodeOf(database, id, ask)) }
      } catch (error) {
        ask.signal.throwIfAborted()
        if (!(error instanceof AppError) || FOR_ALL.has(codeOf(error))) throw error
        return { node: id, ...ask.failure(error), data: null }
      }
    }),
  )
}
