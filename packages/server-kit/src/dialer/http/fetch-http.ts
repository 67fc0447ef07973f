import type { DialAnswer, DialRequest } from '@qd/game-contract/adapter'
import { streamHttp } from './stream-http.ts'
import type { HttpWay } from './stream-http.ts'

const NEVER = Number.POSITIVE_INFINITY

/** A call with a short body and a short answer, and one time for all of it. */
export async function fetchHttp(url: string, request: DialRequest, way: HttpWay): Promise<DialAnswer> {
  const { timeoutMs, ...rest } = request
  const times = { connectMs: NEVER, firstByteMs: NEVER, idleMs: NEVER, wholeMs: timeoutMs }
  const { status, headers, body } = await streamHttp(url, { ...rest, times }, way)
  return { status, headers, body: Buffer.concat(await body.toArray()) }
}
