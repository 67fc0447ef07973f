import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { EDIT_BYTES, WINDOW_BYTES, redisErrors } from '../../contract/index.ts'
import type { keyWindow } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { WINDOW_SCRIPT } from '../scripts/own-scripts.ts'
import { lengthOrNull } from './key-facts.ts'
import { nameWindow } from './long-name.ts'
import { sha1Of } from './run-watched.ts'
import { asKeyError, isRefusedCommand, keyNotFound } from './words.ts'

type Asked = RouteInput<typeof keyWindow>['body']

/** A part of a value, of one moment. */
export interface ValueWindow {
  readonly part: Buffer
  /** Of the whole value. */
  readonly bytes: number
  /** Of the whole value where it is at most EDIT_BYTES; else empty. */
  readonly sha1: string
}

interface WindowAsk {
  readonly key: Buffer
  /** Reads the whole value. */
  readonly args: readonly Arg[]
  /** Where it stands in the answer, from the outside in and counted from 1; absent: it is the answer. */
  readonly path?: readonly number[]
  readonly offset: number
  readonly size: number
}

function windowOf(whole: Buffer, { offset, size }: WindowAsk): ValueWindow {
  return {
    part: whole.subarray(offset, offset + size),
    bytes: whole.length,
    sha1: whole.length <= EDIT_BYTES ? sha1Of(whole) : '',
  }
}

/** Largest value inside a key that comes whole to be cut here: half of what one answer may be. */
const WHOLE_BYTES = 33_554_432

function inside(reply: Reply, path: readonly number[]): Reply {
  let value = reply
  for (const step of path)
    value = Array.isArray(value) ? ((value as readonly Reply[])[step - 1] ?? null) : null
  return value
}

/**
 * Without scripts a string is still never read whole beyond what is edited. Redis reads no part of a value inside a key:
 * a field is asked for its length first. Elements and entries have none; for them the limit of one answer holds.
 */
async function plainWindow(database: RedisDatabase, ask: WindowAsk): Promise<ValueWindow | null> {
  const { key, args, offset, size } = ask
  if (args[0] === 'GET') {
    const bytes = await lengthOrNull(database, ['STRLEN', key])
    if (bytes !== null && bytes > EDIT_BYTES) {
      const part = await database.run(['GETRANGE', key, String(offset), String(offset + size - 1)], {
        isQuiet: true,
      })
      return { part: part as Buffer, bytes, sha1: '' }
    }
  }
  if (args[0] === 'HGET') {
    const bytes = await lengthOrNull(database, ['HSTRLEN', key, args[2]!])
    if (bytes !== null && bytes > WHOLE_BYTES)
      throw new AppError(redisErrors.redis_value_too_large, { params: { limitMb: WHOLE_BYTES / 1_048_576 } })
  }
  const whole = inside(await database.run(args, { isQuiet: true }), ask.path ?? [])
  return whole === null ? null : windowOf(whole as Buffer, ask)
}

/** A window of one value; null when there is none. */
export async function cutWindow(database: RedisDatabase, ask: WindowAsk): Promise<ValueWindow | null> {
  const { key, args, offset, size, path = [] } = ask
  try {
    // Of one moment: a hash of another one would let an unseen value be written over.
    const bounds = [offset, size, EDIT_BYTES, path.length, ...path].map(String)
    const script = ['EVAL_RO', WINDOW_SCRIPT.text, '1', key, ...bounds, ...args]
    const reply = (await database.run(script, { isQuiet: true })) as readonly Reply[] | null
    if (reply === null) return null
    return { part: reply[0] as Buffer, bytes: Number(reply[1]), sha1: String(reply[2]) }
  } catch (error) {
    if (!isRefusedCommand(error, 'eval_ro')) throw error
    return plainWindow(database, ask)
  }
}

/** The command that reads a place whole. */
function readerOf(key: Buffer, place: Asked['place']): Arg[] {
  if (place.kind === 'field') return ['HGET', key, bufferOf(place.field)]
  if (place.kind === 'entry') return ['XRANGE', key, place.id, place.id]
  if (place.kind === 'index') return ['LINDEX', key, String(place.index)]
  return place.kind === 'json' ? ['JSON.GET', key, place.path] : ['GET', key]
}

export async function readWindow(
  database: RedisDatabase,
  { key: name, place, offset }: Asked,
): Promise<RouteReplyGiven<typeof keyWindow>> {
  const key = bufferOf(name)
  try {
    const at = { key, offset, size: WINDOW_BYTES }
    const path = place.kind === 'entry' ? { path: [1, 2, 2 * place.at + 2] } : {}
    const window =
      place.kind === 'name'
        ? await nameWindow(database, { ...at, place })
        : await cutWindow(database, { ...at, args: readerOf(key, place), ...path })
    if (window === null) throw keyNotFound()
    return { base64: window.part.toString('base64'), bytes: window.bytes, sha1: window.sha1 }
  } catch (error) {
    throw asKeyError(error)
  }
}
