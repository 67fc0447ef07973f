import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { begunPieces, contentDisposition } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'

export interface CodesFile {
  name: string
  type: string
  pieces: (count: (rows: number) => void) => AsyncIterable<unknown>
}

interface Ending {
  signal: AbortSignal
  /** Runs when everything but the end was handed over and the client is still there. */
  beforeEnd: () => Promise<void>
}

const STEP_MS = 50
const QUIET_STEPS = 15

/**
 * Buffers of a connection take a small file whole, whether or not anybody reads it. No client closes before the end came: one
 * that does has not got the file.
 */
async function assertReading(raw: ServerResponse, signal: AbortSignal): Promise<void> {
  for (let quiet = 0; quiet < QUIET_STEPS; quiet++) {
    await delay(STEP_MS, undefined, { signal })
    if (raw.destroyed) throw Object.assign(new Error('the client went away'), { code: 'ECONNRESET' })
    if (raw.writableLength > 0) quiet = 0
  }
}

/** Streams as fast as the client reads; false: it was cut. The audit tells how many left. Throws before anything has left. */
export async function sendPieces(
  ctx: CallContext,
  { name, type, pieces }: CodesFile,
  ending?: Ending,
): Promise<boolean> {
  const { raw } = ctx.reply
  let rows = 0
  const begun = await begunPieces(pieces((more) => (rows += more)))
  ctx.reply.hijack()
  raw.writeHead(200, {
    'content-type': type,
    'content-disposition': contentDisposition(name),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const source = Readable.from(begun, { highWaterMark: 2 })
  try {
    if (ending === undefined) await pipeline(source, raw)
    else {
      await pipeline(source, raw, { end: false, signal: ending.signal })
      await assertReading(raw, ending.signal)
      await ending.beforeEnd()
      raw.end()
    }
    ctx.note({ rows })
    return true
  } catch (error) {
    // The answer has begun, so that a fault can only cut it; the row says so.
    raw.destroy()
    ctx.note({ rows, isCut: true, cause: String((error as { code?: unknown }).code ?? error) })
    return false
  }
}
