import type { ClientRequest } from 'node:http'
import { Readable } from 'node:stream'
import { DialError } from '@qd/game-contract/adapter'
import type { Ending } from '../ending.ts'

/** Bytes, or their source; a source is read only as fast as the other side takes it. */
export type SentBody = Uint8Array | AsyncIterable<Uint8Array>

const PIECE_BYTES = 65_536

/** How the length of a body is announced: known, or piece by piece. */
export function bodyHeaders(body: SentBody | undefined): Record<string, string> {
  if (body === undefined) return {}
  return body instanceof Uint8Array
    ? { 'content-length': String(body.byteLength) }
    : { 'transfer-encoding': 'chunked' }
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/** Resolves with what comes first: the promise, or null when the request is over. */
function orClosed<T>(sent: ClientRequest, promise: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const onClose = () => resolve(null)
    sent.once('close', onClose)
    promise.then(resolve, reject).finally(() => sent.off('close', onClose))
  })
}

async function drained(sent: ClientRequest, ending: Ending, idleMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  sent.once('drain', resolve)
  const stop = ending.after(idleMs, 'timeout', 'other side takes nothing')
  await orClosed(sent, promise)
  stop()
  sent.off('drain', resolve)
}

/** Sends all of a body, and leaves its source alone as soon as the request is over. */
export async function sendBody(
  sent: ClientRequest,
  body: SentBody | undefined,
  { ending, idleMs }: { ending: Ending; idleMs: number },
): Promise<void> {
  if (body === undefined || (body instanceof Uint8Array && body.byteLength <= PIECE_BYTES)) {
    sent.end(body)
    return
  }
  const source: AsyncIterator<Uint8Array> | Iterator<Uint8Array> =
    body instanceof Uint8Array ? piecesOf(body) : body[Symbol.asyncIterator]()
  try {
    while (!sent.destroyed) {
      const next = await orClosed(sent, Promise.resolve(source.next()))
      if (next === null) return
      if (next.done === true) return void sent.end()
      if (!sent.write(next.value)) await drained(sent, ending, idleMs)
    }
  } catch (cause) {
    sent.destroy(new DialError('cut', 'what was to be sent broke off', { cause }))
  } finally {
    // Not awaited: a source that waits for its next piece ends when it gets one.
    if (body instanceof Readable) body.destroy()
    else void Promise.resolve(source.return?.()).catch(() => undefined)
  }
}
