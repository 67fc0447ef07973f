import type { RowOutcome } from '@qd/server-kit'
import { redisErrors } from '../../contract/index.ts'
import type { KeyAction, KeySelection, RedisBytes } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { failedBy } from './row-outcome.ts'

export type CopyAction = Extract<KeyAction, { kind: 'copy' | 'move' }>

/** The name of a copy: the one given, or the new prefix stands for that of the selection, or before the whole name. */
export function nameOfCopy(
  key: Buffer,
  { prefix, name }: CopyAction,
  selection: { readonly kind: KeySelection['kind']; readonly prefix?: RedisBytes },
): Buffer {
  if (name !== undefined) return bufferOf(name)
  if (prefix === undefined) return key
  const old = bufferOf(selection.prefix ?? '')
  const isBelow = key.subarray(0, old.length).equals(old)
  return Buffer.concat([bufferOf(prefix), isBelow ? key.subarray(old.length) : key])
}

export interface CopyWay {
  readonly from: RedisDatabase
  readonly to: RedisDatabase
  readonly action: CopyAction
  /** Keeps what is about to be written over or removed. */
  keep(database: RedisDatabase, key: Buffer, action: 'deleted' | 'overwritten'): Promise<unknown>
  readonly signal: AbortSignal
}

/** Copies one key with its end by DUMP and RESTORE; a move removes it only when its copy is there. */
export async function copyKey(way: CopyWay, key: Buffer, name: Buffer): Promise<RowOutcome> {
  const { from, to, action, keep, signal } = way
  const [dump, ttl] = await from.runAll(
    [
      ['DUMP', key],
      ['PTTL', key],
    ],
    { signal },
  )
  const fault = [dump, ttl].find((reply) => reply instanceof Error)
  if (fault !== undefined) return failedBy(fault)
  if (!Buffer.isBuffer(dump)) return { status: 'skipped', code: redisErrors.redis_key_not_found.code }
  if (action.conflict === 'replace') await keep(to, name, 'overwritten')
  // -1: it has no end, which RESTORE calls 0.
  const end = String(Math.max(0, Number(ttl)))
  const replace = action.conflict === 'replace' ? ['REPLACE'] : []
  const [restored] = await to.runAll([['RESTORE', name, end, dump, ...replace]], { signal })
  if (restored instanceof Error) {
    const isTaken = /BUSYKEY/.test(wordsOf(restored))
    if (isTaken && action.conflict === 'skip') {
      return { status: 'skipped', code: redisErrors.redis_key_exists.code }
    }
    return failedBy(restored)
  }
  if (action.kind === 'copy') return { status: 'done' }
  const [removed] = await from.runAll([['UNLINK', key]], { signal })
  return removed instanceof Error ? failedBy(removed) : { status: 'done' }
}

/** What the server said, wherever the error carries it. */
function wordsOf(error: Error): string {
  const { params } = error as { params?: Record<string, unknown> }
  return `${error.message} ${JSON.stringify(params ?? {})}`
}
