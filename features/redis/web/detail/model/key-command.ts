import { commandText } from '../../../contract/index.ts'
import type { RedisBytes } from '../../../contract/index.ts'

/** What a command is made of, by type; `ttlMs` -1 for no end. */
export type CopiedContent =
  | { type: 'string'; value: RedisBytes }
  | { type: 'hash'; fields: readonly { field: RedisBytes; value: RedisBytes; ttlMs: number | null }[] }
  | { type: 'list'; values: readonly RedisBytes[] }
  | { type: 'set'; members: readonly RedisBytes[] }
  | { type: 'zset'; members: readonly { member: RedisBytes; score: string }[] }
  | {
      type: 'stream'
      entries: readonly { id: string; fields: readonly { name: RedisBytes; value: RedisBytes }[] }[]
    }
  | { type: 'json'; value: string }

/** Entries of one command; more go into the next line. */
const PER_COMMAND = 100
const line = (...parts: readonly RedisBytes[]): string => commandText(parts)

function chunked<T>(rows: readonly T[]): T[][] {
  const chunks: T[][] = []
  for (let at = 0; at < rows.length; at += PER_COMMAND) chunks.push(rows.slice(at, at + PER_COMMAND))
  return chunks
}

function linesOf(key: RedisBytes, content: CopiedContent): string[] {
  switch (content.type) {
    case 'string':
      return [line('SET', key, content.value)]
    case 'hash': {
      const sets = chunked(content.fields).map((part) =>
        line('HSET', key, ...part.flatMap(({ field, value }) => [field, value])),
      )
      const ends = content.fields
        .filter(({ ttlMs }) => ttlMs !== null && ttlMs > 0)
        .map(({ field, ttlMs }) => line('HPEXPIRE', key, String(ttlMs), 'FIELDS', '1', field))
      return [...sets, ...ends]
    }
    case 'list':
      return chunked(content.values).map((part) => line('RPUSH', key, ...part))
    case 'set':
      return chunked(content.members).map((part) => line('SADD', key, ...part))
    case 'zset':
      return chunked(content.members).map((part) =>
        line('ZADD', key, ...part.flatMap(({ member, score }) => [score, member])),
      )
    case 'stream':
      return content.entries.map(({ id, fields }) =>
        line('XADD', key, id, ...fields.flatMap(({ name, value }) => [name, value])),
      )
    case 'json':
      return [line('JSON.SET', key, '$', content.value)]
  }
}

/** The commands that would make the key anew, one a line. */
export function keyCommand(key: RedisBytes, content: CopiedContent, ttlMs = -1): string {
  const lines = linesOf(key, content)
  return [...lines, ...(ttlMs > 0 ? [line('PEXPIRE', key, String(ttlMs))] : [])].join('\n')
}
