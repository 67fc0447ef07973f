import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { begunPieces } from './begun-pieces.ts'
import type { CallContext } from './call-context.ts'

export interface SentFile {
  name: string
  type: 'csv' | 'jsonl'
  /** The text piece by piece, also as its bytes; `count` is told how many rows each piece held. */
  pieces: (count: (rows: number) => void) => AsyncIterable<string | Buffer>
}

const TYPES: Record<SentFile['type'], string> = {
  // Not by a name of JSON: readers of answers would take it for an envelope.
  jsonl: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/**
 * Streams a file as fast as the client reads; the audit tells how many rows left, and whether all did. Throws what reading
 * its first piece throws: nothing has left then.
 */
export async function sendFile(
  ctx: Pick<CallContext, 'reply' | 'note'>,
  { name, type, pieces }: SentFile,
): Promise<FastifyReply> {
  const { reply } = ctx
  let rows = 0
  const begun = await begunPieces(pieces((more) => (rows += more)))
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': TYPES[type],
    'content-disposition': `attachment; filename="${name}.${type}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  try {
    await pipeline(Readable.from(begun, { highWaterMark: 2 }), reply.raw)
    ctx.note({ rows })
  } catch (error) {
    // The answer has begun, so that a fault can only cut it; the row says so.
    reply.raw.destroy()
    ctx.note({ rows, isCut: true, cause: String((error as { code?: unknown }).code ?? error) })
  }
  return reply
}
