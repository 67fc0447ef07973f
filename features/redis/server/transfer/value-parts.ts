import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { nextStreamId } from './next-stream-id.ts'

export interface StreamEntry {
  readonly id: string
  /** Names and values in turn. */
  readonly fields: readonly Buffer[]
}

/** A value, or a part of a large one. `dump` is what DUMP writes, for types of modules. */
export type PartValue =
  | { readonly type: 'string' | 'dump'; readonly bytes: Buffer }
  | { readonly type: 'list' | 'set'; readonly items: readonly Buffer[] }
  | { readonly type: 'hash'; readonly pairs: readonly (readonly [Buffer, Buffer])[] }
  | { readonly type: 'zset'; readonly scores: readonly (readonly [Buffer, string])[] }
  /** `lastId` comes with the last part; without entries before it the stream is an empty one. */
  | { readonly type: 'stream'; readonly entries: readonly StreamEntry[]; readonly lastId: string | null }

/** Bytes of a part, about. */
const PART_BYTES = 262_144
const PART_ITEMS = 500
/** Of a value that cannot be read in parts, in the server's memory. */
const DUMP_BYTES = 16 * 1_048_576

const SCANS = { hash: 'HSCAN', set: 'SSCAN', zset: 'ZSCAN' } as const

const ask = (database: RedisDatabase, args: readonly Arg[], signal: AbortSignal): Promise<Reply> =>
  database.run(args, { isQuiet: true, signal })

const twos = (list: readonly Buffer[]): [Buffer, Buffer][] =>
  Array.from({ length: list.length / 2 }, (_, at) => [list[2 * at]!, list[2 * at + 1]!])

/** A key, as what reads it knows it. */
export interface ReadKey {
  readonly database: RedisDatabase
  readonly key: Buffer
  readonly signal: AbortSignal
}

async function bytesInMemory({ database, key, signal }: ReadKey): Promise<number> {
  // What refuses it is read in small pages.
  const reply = await ask(database, ['MEMORY', 'USAGE', key], signal).catch(() => null)
  return reply === null ? Number.MAX_SAFE_INTEGER : Number(String(reply))
}

/** Entries it has now, and how many make a part, by how large they are on the average. */
async function sizeOf(of: ReadKey, count: readonly Arg[]): Promise<{ length: number; items: number }> {
  const length = Number(String(await ask(of.database, count, of.signal)))
  if (length <= 1) return { length, items: 1 }
  const each = (await bytesInMemory(of)) / length
  return { length, items: Math.max(1, Math.min(PART_ITEMS, Math.floor(PART_BYTES / each))) }
}

/*
 * What grows faster than it is read would never end: a string, a list and a stream are read as far as they went when
 * their reading began.
 */

async function* stringParts({ database, key, signal }: ReadKey): AsyncGenerator<PartValue> {
  const part = async (from: number, to: number) =>
    (await ask(database, ['GETRANGE', key, String(from), String(to - 1)], signal)) as Buffer
  const first = await part(0, PART_BYTES)
  yield { type: 'string', bytes: first }
  if (first.length < PART_BYTES) return
  const length = Number(String(await ask(database, ['STRLEN', key], signal)))
  for (let from = PART_BYTES; from < length; from += PART_BYTES) {
    const bytes = await part(from, Math.min(length, from + PART_BYTES))
    // It was cut meanwhile.
    if (bytes.length === 0) return
    yield { type: 'string', bytes }
  }
}

async function* listParts(of: ReadKey): AsyncGenerator<PartValue> {
  const { database, key, signal } = of
  const { length, items: count } = await sizeOf(of, ['LLEN', key])
  for (let from = 0; from < length; from += count) {
    const args = ['LRANGE', key, String(from), String(Math.min(length, from + count) - 1)]
    const items = (await ask(database, args, signal)) as Buffer[]
    if (items.length === 0) return
    yield { type: 'list', items }
  }
}

/** Entries that come twice while the table is resized are written twice, which changes nothing. */
async function* scannedParts(of: ReadKey, type: keyof typeof SCANS): AsyncGenerator<PartValue> {
  const { database, key, signal } = of
  const { items: count } = await sizeOf(of, [{ hash: 'HLEN', set: 'SCARD', zset: 'ZCARD' }[type], key])
  let cursor = '0'
  do {
    const args = [SCANS[type], key, cursor, 'COUNT', String(count)]
    const [next, list] = (await ask(database, args, signal)) as unknown as [Buffer, Buffer[]]
    cursor = String(next)
    if (list.length === 0) continue
    if (type === 'set') yield { type, items: list }
    else if (type === 'hash') yield { type, pairs: twos(list) }
    else yield { type, scores: twos(list).map(([member, score]) => [member, String(score)]) }
  } while (cursor !== '0')
}

async function lastIdOf({ database, key, signal }: ReadKey): Promise<string> {
  const info = (await ask(database, ['XINFO', 'STREAM', key], signal)) as unknown as unknown[]
  const at = info.findIndex((each) => String(each) === 'last-generated-id')
  return at < 0 ? '0-0' : String(info[at + 1])
}

async function* streamParts(of: ReadKey): AsyncGenerator<PartValue> {
  const { database, key, signal } = of
  const { items: count } = await sizeOf(of, ['XLEN', key])
  const lastId = await lastIdOf(of)
  let from: string | null = '-'
  while (from !== null) {
    const reply = await ask(database, ['XRANGE', key, from, lastId, 'COUNT', String(count)], signal)
    const entries = (reply as unknown as [Buffer, Buffer[] | null][]).map(([id, fields]) => ({
      id: String(id),
      fields: fields ?? [],
    }))
    if (entries.length > 0) yield { type: 'stream', entries, lastId: null }
    from = entries.length < count ? null : nextStreamId(entries.at(-1)!.id)
  }
  yield { type: 'stream', entries: [], lastId }
}

async function* dumpParts(of: ReadKey): AsyncGenerator<PartValue> {
  if ((await bytesInMemory(of)) > DUMP_BYTES) return
  const bytes = await ask(of.database, ['DUMP', of.key], of.signal)
  if (Buffer.isBuffer(bytes)) yield { type: 'dump', bytes }
}

/**
 * What a key holds, in parts that fit into memory whatever its size. Nothing comes of a key that is gone, and of one of a
 * module or for an exact copy (`asDump`) that is too large to be read as a whole.
 */
export async function* valueParts(of: ReadKey, type: string, asDump: boolean): AsyncGenerator<PartValue> {
  if (asDump) yield* dumpParts(of)
  else if (type === 'string') yield* stringParts(of)
  else if (type === 'list') yield* listParts(of)
  else if (type === 'hash' || type === 'set' || type === 'zset') yield* scannedParts(of, type)
  else if (type === 'stream') yield* streamParts(of)
  else yield* dumpParts(of)
}
