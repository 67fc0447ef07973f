import type { RedisBytes } from '../../contract/index.ts'
import { bytesOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { askOrNull } from './key-facts.ts'

export interface InfoRow {
  readonly name: string
  readonly value: string
}

/** What a type of a module tells of itself, by the name TYPE has for it. Made from the command reference. */
const INFO: Record<string, string> = {
  'MBbloom--': 'BF.INFO',
  MBbloomCF: 'CF.INFO',
  'CMSk-TYPE': 'CMS.INFO',
  'TopK-TYPE': 'TOPK.INFO',
  'TDIS-TYPE': 'TDIGEST.INFO',
  'TSDB-TYPE': 'TS.INFO',
  vectorset: 'VINFO',
}
/** Some of what it holds. A time series takes its newest samples, a vector set elements by chance: it has no order. */
const ITEMS: Record<string, (key: Buffer) => Arg[]> = {
  'TopK-TYPE': (key) => ['TOPK.LIST', key, 'WITHCOUNT'],
  'TSDB-TYPE': (key) => ['TS.REVRANGE', key, '-', '+', 'COUNT', String(ITEMS_MAX)],
  vectorset: (key) => ['VRANDMEMBER', key, String(ITEMS_MAX)],
}
const ITEMS_MAX = 50
const ROWS_MAX = 100
const CHARS_MAX = 1_000

function textOf(reply: Reply | Error): string {
  if (reply === null || reply instanceof Error) return ''
  if (typeof reply === 'string' || Buffer.isBuffer(reply)) return String(reply)
  return reply.map(textOf).join(', ')
}

/** Rows of a type of a module; empty for the types of Redis itself, for unknown ones and where the server refuses. */
export async function moduleInfo(database: RedisDatabase, type: string, key: Buffer): Promise<InfoRow[]> {
  if (type === 'ReJSON-RL') {
    const root = await askOrNull(database, ['JSON.TYPE', key, '.'])
    return root === null ? [] : [{ name: 'root', value: textOf(root) }]
  }
  const command = INFO[type]
  if (command === undefined) return []
  const reply = await askOrNull(database, [command, key])
  if (!Array.isArray(reply)) return []
  const flat = reply as readonly (Reply | Error)[]
  return Array.from({ length: Math.min(ROWS_MAX, Math.floor(flat.length / 2)) }, (_, at) => ({
    name: textOf(flat[2 * at]!),
    value: textOf(flat[2 * at + 1]!).slice(0, CHARS_MAX),
  }))
}

const nameIn = (reply: Reply | Error | undefined): RedisBytes =>
  bytesOf(Buffer.isBuffer(reply) ? reply : Buffer.from(textOf(reply ?? null)))

/** Items with what is told of them: a count, the value at a time, nothing of an element. */
export async function moduleItems(
  database: RedisDatabase,
  type: string,
  key: Buffer,
): Promise<{ name: RedisBytes; value: string }[]> {
  const command = ITEMS[type]
  if (command === undefined) return []
  const reply = await askOrNull(database, command(key))
  if (!Array.isArray(reply)) return []
  const list = reply as readonly (Reply | Error)[]
  if (type === 'vectorset') return list.slice(0, ITEMS_MAX).map((name) => ({ name: nameIn(name), value: '' }))
  // Samples are pairs; items and counts come in turn.
  const flat = list.flatMap((each) => (Array.isArray(each) ? (each as readonly (Reply | Error)[]) : [each]))
  return Array.from({ length: Math.min(ITEMS_MAX, Math.floor(flat.length / 2)) }, (_none, at) => ({
    name: nameIn(flat[2 * at]),
    value: textOf(flat[2 * at + 1]!).slice(0, CHARS_MAX),
  }))
}
