import { CallError } from '@qd/web-base'
import { call, queryKeyOf } from '@qd/web-calls'
import type { QueryClient } from '@tanstack/react-query'
import { keyPage, keyShow, keyWindow, streamGroups } from '../../contract/index.ts'
import type { z } from '@qd/contract-kit'
import type { valuePlace } from '../../contract/index.ts'
import { redisText } from '../texts.ts'
import { sameBytes } from '../workspace/workspace.ts'
import { fromBase64 } from './model/bytes.ts'
import type { KeyPlace } from './key-place.ts'

export type ValuePlace = z.output<typeof valuePlace>

const PATHS = new Set([keyShow, keyPage, keyWindow, streamGroups].map(({ path }) => path))

/** Whether something read of a key is kept under it. */
export function isOfKey(queryKey: readonly unknown[], place: KeyPlace): boolean {
  const [path, args] = queryKey as [string, { body?: KeyPlace & { place?: ValuePlace } } | undefined]
  const body = args?.body
  // A name is read by its hash: it is what it was, or not there any more.
  if (!PATHS.has(path) || body === undefined || body.place?.kind === 'name') return false
  const { connectionId, db, key } = body
  return connectionId === place.connectionId && db === place.db && sameBytes(key, place.key)
}

/** Reads again what is shown of all keys. */
export async function refreshAllKeys(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ predicate: ({ queryKey }) => PATHS.has(String(queryKey[0])) })
}

const headOf = (place: KeyPlace) => queryKeyOf(keyShow, { body: place })

/** The head alone. */
export async function refreshHead(queries: QueryClient, place: KeyPlace): Promise<void> {
  await queries.invalidateQueries({ queryKey: headOf(place) })
}

/**
 * Reads again what is shown of a key; what is not in view is read when it comes into view. The head comes first: of a key
 * that is gone there is nothing else to ask.
 */
export async function refreshKey(queries: QueryClient, place: KeyPlace): Promise<void> {
  const head = headOf(place)
  await refreshHead(queries, place)
  const heads = queries.getQueriesData<{ type: string }>({ queryKey: head })
  if (heads.some(([, data]) => data?.type === 'none')) return
  const isHead = (queryKey: readonly unknown[]) => queryKey[0] === keyShow.path
  await queries.invalidateQueries({
    predicate: ({ queryKey }) => !isHead(queryKey) && isOfKey(queryKey, place),
  })
}

export interface WholeValue {
  readonly bytes: Uint8Array
  /** Of all of it; empty beyond EDIT_BYTES. */
  readonly sha1: string
}

/** How often a value that changes under the reading is begun again. */
const READ_TRIES = 5

async function readOnce(place: KeyPlace, value: ValuePlace, limit: number): Promise<WholeValue | null> {
  const parts: Uint8Array[] = []
  let done = 0
  let sha1: string | null = null
  for (;;) {
    const { lineId, connectionId, db, key } = place
    const reply = await call(
      keyWindow,
      { body: { lineId, connectionId, db, key, place: value, offset: done } },
      { tag: 'redis:detail.value', told: 'form' },
    )
    const part = fromBase64(reply.base64)
    if (sha1 !== null && sha1 !== reply.sha1) return null
    sha1 = reply.sha1
    parts.push(part)
    done += part.length
    if (part.length === 0 || done >= reply.bytes || done >= limit) break
  }
  return { bytes: joined(parts), sha1: sha1 ?? '' }
}

/**
 * A whole value, or its first `limit` bytes, in windows; one that changes meanwhile is read again. Throws a `CallError` where
 * it changes faster than it can be read: what it is nobody knows then.
 */
export async function readWhole(place: KeyPlace, value: ValuePlace, limit: number): Promise<WholeValue> {
  for (let tries = 1; ; tries += 1) {
    const read = await readOnce(place, value, limit)
    if (read !== null) return read
    if (tries === READ_TRIES)
      throw new CallError({
        code: 'redis_value_moving',
        message: redisText('detail.changesTooFast', { tries }),
      })
  }
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
