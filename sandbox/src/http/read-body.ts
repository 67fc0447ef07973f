import type { IncomingMessage } from 'node:http'

export const MAX_BODY_BYTES = 1_048_576

/** The body's bytes, or null as soon as it is over the limit. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
