import type { KeySelection, TransferFormat } from '../../contract/index.ts'
import { bufferOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Reply } from '../link/redis-link.ts'
import { findKeys, patternOf } from '../jobs/find-keys.ts'
import type { FindAt } from '../jobs/find-keys.ts'
import { FORMATS } from './formats.ts'
import type { KeyEnd } from './formats.ts'
import { valueParts } from './value-parts.ts'

/** Keys whose types and ends are asked for at once. */
const HEADS = 200

async function* keysOf(at: FindAt, selection: KeySelection): AsyncGenerator<readonly Buffer[]> {
  // Named keys are not looked for, so that what the caller may read is asked here.
  if (selection.kind === 'keys') yield selection.keys.map(bufferOf).filter((key) => at.database.mayRead(key))
  else for await (const { keys } of findKeys(at, patternOf(selection))) yield keys
}

function endOf(pttl: unknown): KeyEnd {
  const leftMs = Number(String(pttl))
  return leftMs < 0 ? { at: null, leftMs: null } : { at: Date.now() + leftMs, leftMs }
}

type Codec = (typeof FORMATS)[TransferFormat]

/** A key and what TYPE and PTTL answer to it. */
interface Head {
  readonly key: Buffer
  readonly type: Reply | Error | undefined
  readonly pttl: Reply | Error | undefined
}

/** Types and ends of the keys, some at a time. */
export async function* headsOf(
  database: RedisDatabase,
  keys: readonly Buffer[],
  signal: AbortSignal,
): AsyncGenerator<Head> {
  for (let from = 0; from < keys.length; from += HEADS) {
    const some = keys.slice(from, from + HEADS)
    const asked = some.flatMap((key) => [
      ['TYPE', key],
      ['PTTL', key],
    ])
    const heads = await database.runAll(asked, { isQuiet: true, signal })
    for (const [at, key] of some.entries()) yield { key, type: heads[2 * at], pttl: heads[2 * at + 1] }
  }
}

/** One key as text; nothing of a key that is gone, or that can only be dumped and is too large. */
export async function* textOfKey(
  { database, signal, codec }: { database: RedisDatabase; signal: AbortSignal; codec: Codec },
  { key, type, pttl }: Head,
): AsyncGenerator<string> {
  const fault = [type, pttl].find((reply) => reply instanceof Error)
  if (fault !== undefined) throw fault
  const end = endOf(pttl)
  let isFirst = true
  for await (const value of valueParts({ database, key, signal }, String(type), codec.asDump)) {
    yield codec.write({ key, end, value, isFirst })
    isFirst = false
  }
}

/** Keys of a selection as the text of a file, piece by piece; `count` is told of each that is whole. */
export async function* exportText(
  at: FindAt,
  { selection, format }: { selection: KeySelection; format: TransferFormat },
  count: (keys: number) => void,
): AsyncGenerator<string> {
  const { database, signal } = at
  const codec = FORMATS[format]
  if (codec.head !== '') yield codec.head
  for await (const keys of keysOf(at, selection)) {
    for await (const head of headsOf(database, keys, signal)) {
      let isThere = false
      for await (const piece of textOfKey({ database, signal, codec }, head)) {
        yield piece
        isThere = true
      }
      if (isThere) count(1)
    }
  }
}
