import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Reply } from '../link/redis-link.ts'
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
