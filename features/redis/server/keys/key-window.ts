import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { EDIT_BYTES, WINDOW_BYTES } from '../../contract/index.ts'
import type { keyWindow } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { sha1Of } from './run-watched.ts'
import { asKeyError, isRefusedCommand, keyNotFound } from './words.ts'

type Asked = RouteInput<typeof keyWindow>['body']

/** Length, window and hash of one moment: a hash of another one would let an unseen value be written over. */
const WINDOW = `
local from, size, edit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if ARGV[4] == 'GET' then
  local n = redis.call('STRLEN', KEYS[1])
  if n == 0 and redis.call('EXISTS', KEYS[1]) == 0 then return false end
  local hash = n <= edit and redis.sha1hex(redis.call('GET', KEYS[1])) or ''
  return {redis.call('GETRANGE', KEYS[1], from, from + size - 1), tostring(n), hash}
end
local v = redis.call(unpack(ARGV, 4))
if not v then return false end
return {v:sub(from + 1, from + size), tostring(#v), #v <= edit and redis.sha1hex(v) or ''}`

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

/** Without scripts a string is still never read whole beyond what is edited; a value inside a key is. */
async function plainWindow(database: RedisDatabase, ask: WindowAsk): Promise<ValueWindow | null> {
  const { key, args, offset, size } = ask
  if (args[0] === 'GET') {
    const bytes = Number(await database.run(['STRLEN', key], { isQuiet: true }))
    if (bytes > EDIT_BYTES) {
      const part = await database.run(['GETRANGE', key, String(offset), String(offset + size - 1)], {
        isQuiet: true,
      })
      return { part: part as Buffer, bytes, sha1: '' }
    }
  }
  const whole = await database.run(args, { isQuiet: true })
  return whole === null ? null : windowOf(whole as Buffer, ask)
}

/** A window of one value; null when there is none. */
export async function cutWindow(database: RedisDatabase, ask: WindowAsk): Promise<ValueWindow | null> {
  const { key, args, offset, size } = ask
  try {
    const script = ['EVAL_RO', WINDOW, '1', key, String(offset), String(size), String(EDIT_BYTES), ...args]
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
  if (place.kind === 'index') return ['LINDEX', key, String(place.index)]
  return place.kind === 'json' ? ['JSON.GET', key, place.path] : ['GET', key]
}

export async function readWindow(
  database: RedisDatabase,
  { key: name, place, offset }: Asked,
): Promise<RouteReplyGiven<typeof keyWindow>> {
  const key = bufferOf(name)
  try {
    const window = await cutWindow(database, { key, args: readerOf(key, place), offset, size: WINDOW_BYTES })
    if (window === null) throw keyNotFound()
    return { base64: window.part.toString('base64'), bytes: window.bytes, sha1: window.sha1 }
  } catch (error) {
    throw asKeyError(error)
  }
}
