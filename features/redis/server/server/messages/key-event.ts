import type { KeyEvent } from '../../../contract/index.ts'
import { bytesOf } from '../../bytes.ts'
import { fitsGlob } from '../../glob.ts'
import type { Wanted } from '../../listen/listen.ts'
import type { LinkMessage } from '../../link/redis-link.ts'

export type Told = 'byKey' | 'byEvent'

/**
 * How the server tells of keys, by `notify-keyspace-events`: K has a channel for each key, which Redis filters by itself;
 * E has one for each event, whose keys are filtered here. With both, each change would come twice.
 */
export const toldBy = (setting: string): Told =>
  setting.includes('E') && !setting.includes('K') ? 'byEvent' : 'byKey'

/** What is subscribed to at each master: only it tells of its own keys. */
export function wantedEvents(told: Told, { db, pattern }: { db: number | null; pattern: string }): Wanted {
  const at = db === null ? '*' : String(db)
  const glob = told === 'byKey' ? `__keyspace@${at}__:${pattern}` : `__keyevent@${at}__:*`
  return { patterns: [glob], everyMaster: true }
}

const CHANNEL = /^__key(?:space|event)@(\d+)__:/

/** The event of a message; null for a key that was not asked for, and for what others send over such a channel. */
export function keyEventOf(
  told: Told,
  message: LinkMessage,
  of: { pattern: Buffer; at: number },
): KeyEvent | null {
  const head = CHANNEL.exec(message.channel.toString('latin1'))
  if (head === null) return null
  const rest = message.channel.subarray(head[0].length)
  const [key, event] = told === 'byKey' ? [rest, message.payload] : [message.payload, rest]
  if (told === 'byEvent' && !fitsGlob(of.pattern, key)) return null
  return { at: of.at, db: Number(head[1]), key: bytesOf(key), event: event.toString().slice(0, 100) }
}
