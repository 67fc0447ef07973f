import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { begunPieces, contentDisposition } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { keyName } from '../../contract/index.ts'
import { bytesOf } from '../bytes.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { cutWindow } from './key-window.ts'
import { asKeyError, keyNotFound } from './words.ts'

const STRING_PIECE = 262_144
/** The server takes the whole value in hand for each piece of it, so there are few. */
const FIELD_PIECE = 8 * 1_048_576

interface Source {
  readonly bytes: number
  /** The value is another one now when its length is. */
  readonly piece: (offset: number) => Promise<{ part: Buffer; bytes: number } | null>
  readonly size: number
}

async function stringSource(database: RedisDatabase, key: Buffer): Promise<Source | null> {
  const isQuiet = true
  const piece = async (offset: number) => {
    const range = ['GETRANGE', key, String(offset), String(offset + STRING_PIECE - 1)]
    const [part, bytes] = await database.runAll([range, ['STRLEN', key]], { isQuiet })
    if (part instanceof Error) throw part
    return { part: part as Buffer, bytes: Number(bytes) }
  }
  if (String(await database.run(['EXISTS', key], { isQuiet })) === '0') return null
  return { bytes: Number(await database.run(['STRLEN', key], { isQuiet })), piece, size: STRING_PIECE }
}

async function fieldSource(database: RedisDatabase, key: Buffer, field: Buffer): Promise<Source | null> {
  const piece = (offset: number) =>
    cutWindow(database, { key, args: ['HGET', key, field], offset, size: FIELD_PIECE })
  const first = await piece(0)
  return first === null ? null : { bytes: first.bytes, piece, size: FIELD_PIECE }
}

/** Pieces one after the other, each asked for when the one before has left. */
async function* piecesOf({ bytes, piece, size }: Source): AsyncGenerator<Buffer, void> {
  for (let offset = 0; offset < bytes; offset += size) {
    const next = await piece(offset)
    if (next === null || next.bytes !== bytes) throw new Error('the value has changed on the way')
    yield next.part
  }
}

/** Sends a string, or a field of a hash, as fast as the client reads; a value that changes on the way is cut off. */
export async function download(
  database: RedisDatabase,
  { key, field }: { key: Buffer; field: Buffer | null },
  ctx: Pick<CallContext, 'reply'>,
): Promise<CallContext['reply']> {
  const { reply } = ctx
  const source = await (
    field === null ? stringSource(database, key) : fieldSource(database, key, field)
  ).catch((error: unknown) => {
    throw asKeyError(error)
  })
  if (source === null) throw keyNotFound()
  const begun = await begunPieces(piecesOf(source)).catch((error: unknown) => {
    throw asKeyError(error)
  })
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': contentDisposition(keyName(bytesOf(field ?? key))),
    'content-length': source.bytes,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  try {
    await pipeline(Readable.from(begun, { highWaterMark: 1 }), reply.raw)
  } catch {
    // The answer has begun, so that a fault can only cut it; its length says that something is missing.
    reply.raw.destroy()
  }
  return reply
}
