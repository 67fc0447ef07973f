import type { RouteInput } from '@qd/contract-kit'
import { CELL_BYTES, EDIT_BYTES } from '../../contract/index.ts'
import type { LongName, keyWindow } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { FIND_NAME_SCRIPT } from '../scripts/own-scripts.ts'
import type { CutText } from './cut-replies.ts'
import { sha1Of } from './run-watched.ts'
import type { ValueWindow } from './key-window.ts'
import { isRefusedCommand, keyChanged } from './words.ts'

/*
 * A field or member longer than a cell comes to the page cut, and Redis knows it by all its bytes alone. It is looked for
 * again where the page met it, by its length and hash; the page then has the whole of it and sends it back with a change.
 */

/** Entries asked for at once, and looked at for one name at most. */
const CHUNK = 500
const EXAMINED_MAX = 100_000

/** Hash of a name; of a longer one than is edited, of its ends, for the server holds everybody up while it counts. */
export function markOf(name: Buffer): string {
  if (name.length <= EDIT_BYTES) return sha1Of(name)
  return sha1Of(Buffer.concat([name.subarray(0, CELL_BYTES), name.subarray(-CELL_BYTES)]))
}

/** `at`: where it was met. Undefined for a name that came whole. */
export function longName({ bytes, mark }: CutText, at: string): LongName | undefined {
  return bytes > CELL_BYTES ? { at, bytes, mark } : undefined
}

type Place = Extract<RouteInput<typeof keyWindow>['body']['place'], { kind: 'name' }>

interface Asked {
  readonly key: Buffer
  readonly place: Place
  readonly offset: number
  readonly size: number
}

/** What one question found, and where the next one goes on. */
interface Look {
  readonly next: string
  readonly window: ValueWindow | null
}

async function look(database: RedisDatabase, asked: Asked, args: readonly Arg[]): Promise<Look> {
  const { key, place, offset, size } = asked
  const step = place.type === 'hash' ? 2 : 1
  const wanted = [String(place.bytes), place.mark, String(step)]
  const bounds = [String(offset), String(size), String(EDIT_BYTES), String(CELL_BYTES)]
  try {
    const reply = await database.run(
      ['EVAL_RO', FIND_NAME_SCRIPT.text, '1', key, ...bounds, ...wanted, ...args],
      {
        isQuiet: true,
      },
    )
    const [next, part, bytes, sha1] = reply as readonly Reply[]
    const window =
      part === undefined ? null : { part: part as Buffer, bytes: Number(bytes), sha1: String(sha1) }
    return { next: String(next), window }
  } catch (error) {
    if (!isRefusedCommand(error, 'eval_ro')) throw error
  }
  // Without scripts the names come and are compared here, as the page of them came.
  const reply = (await database.run(args, { isQuiet: true })) as readonly Reply[]
  const isScanned = place.type !== 'zset'
  const list = (isScanned ? reply[1] : reply) as readonly Buffer[]
  const name = list.find(
    (each, at) => at % step === 0 && each.length === place.bytes && markOf(each) === place.mark,
  )
  const window =
    name === undefined
      ? null
      : {
          part: name.subarray(offset, offset + size),
          bytes: name.length,
          sha1: name.length <= EDIT_BYTES ? place.mark : '',
        }
  return { next: isScanned ? String(reply[0]) : String(list.length), window }
}

async function findScored(database: RedisDatabase, asked: Asked): Promise<ValueWindow | null> {
  const { at } = asked.place
  for (let done = 0; done < EXAMINED_MAX; done += CHUNK) {
    const limit = ['LIMIT', String(done), String(CHUNK)]
    const { next, window } = await look(database, asked, ['ZRANGEBYSCORE', asked.key, at, at, ...limit])
    if (window !== null || Number(next) < CHUNK) return window
  }
  return null
}

async function findScanned(database: RedisDatabase, asked: Asked): Promise<ValueWindow | null> {
  const { key, place } = asked
  const name = place.type === 'hash' ? 'HSCAN' : 'SSCAN'
  const [, cursor, count] = /^(\d{1,20})\.(\d{1,5})$/.exec(place.at) ?? []
  if (cursor !== undefined && count !== undefined) {
    const { window } = await look(database, asked, [name, key, cursor, 'COUNT', count])
    if (window !== null) return window
  }
  // The table has grown since: it is gone through from the beginning.
  let at = '0'
  for (let examined = 0; examined < EXAMINED_MAX; examined += CHUNK) {
    const { next, window } = await look(database, asked, [name, key, at, 'COUNT', String(CHUNK)])
    if (window !== null || next === '0') return window
    at = next
  }
  return null
}

/** A window of a long name. Throws `redis_key_changed` when it is not found any more. */
export async function nameWindow(database: RedisDatabase, asked: Asked): Promise<ValueWindow> {
  const find = asked.place.type === 'zset' ? findScored : findScanned
  const window = await find(database, asked)
  if (window === null) throw keyChanged()
  return window
}
