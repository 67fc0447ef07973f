import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../../contract/index.ts'
import type { ConnectionConfig } from '../../../contract/index.ts'
import type { Asking, DatabaseRef } from '../../guard/databases.ts'
import type { ConnectionInfo, RedisDatabase } from '../../guard/redis-database.ts'
import { reachesRedis } from '../../guard/redis-rights.ts'
import type { LinkSecrets } from '../redis-link.ts'
import type { SleepingLink } from './sleeping-link.ts'

/** A stored connection with its secrets; never leaves the server. */
export interface FoundConnection {
  readonly id: string
  readonly lineId: string
  readonly revision: number
  readonly config: ConnectionConfig
  readonly secrets: LinkSecrets
}

export interface Entry {
  readonly asking: Asking
  readonly ref: DatabaseRef
  readonly found: FoundConnection
  readonly link: SleepingLink
  guarded: { caller: Asking['caller']; database: RedisDatabase } | null
}

export interface Holder {
  readonly userId: string
  /** Passwords typed at connect, by connection; they live here alone. */
  readonly typed: Map<string, string>
  stop: () => void
}

/** A connection or database none of the caller's grants reach is as missing to them as one that is not there. */
export function assertReach(asking: Asking, { config }: FoundConnection, { db }: DatabaseRef): void {
  if (reachesRedis(asking, [config.name, String(db)])) return
  throw new AppError(redisErrors.redis_connection_not_found, { field: 'connectionId' })
}

export const countOf = (entries: readonly Entry[]): number =>
  entries.reduce((count, { link }) => count + link.openCount, 0)

/**
 * Jobs have no session to type a password in: they use the one that a session of their owner holds now. It is kept nowhere
 * else, and goes with that session.
 */
export function secretsOf({ config, secrets, id }: FoundConnection, lenders: readonly Holder[]): LinkSecrets {
  if (!config.asksPassword) return secrets
  const password = lenders.find(({ typed }) => typed.has(id))?.typed.get(id)
  if (password === undefined) throw new AppError(redisErrors.redis_password_needed, { field: 'password' })
  return { ...secrets, password }
}

export function infoOf({ found, link }: Entry): ConnectionInfo {
  const { name, mode, readOnly, scriptUser, renamedCommands, separators, scanBudget, timeoutMs } =
    found.config
  const { isCluster, isClusterNode, version } = link
  const settings = { name, mode, readOnly, scriptUser, renamedCommands, separators, scanBudget, timeoutMs }
  return { id: found.id, lineId: found.lineId, ...settings, isCluster, isClusterNode, version }
}
