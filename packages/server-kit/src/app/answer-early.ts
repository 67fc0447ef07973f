import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a client has sent before it can have heard of a refusal: more than this it may still be sending. */
const SMALL_BODY_BYTES = 65_536
const READ_ON_MS = 10_000

/** Whether the client is, for all we know, still sending its body. */
export function isStillSending({ raw, headers }: FastifyRequest): boolean {
  if (raw.readableEnded || raw.destroyed) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > SMALL_BODY_BYTES
}

/**
 * Answers a body nobody wants. Closing on a client that still sends resets the connection, and most clients
 * read an answer only after their body: so what comes is thrown away, until its end or for 10 s.
 */
export function answerEarly(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: string,
): void {
  reply.hijack()
  reply.raw.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  reply.raw.write(body)
  const timer = setTimeout(() => request.raw.destroy(), READ_ON_MS)
  const finish = () => {
    clearTimeout(timer)
    reply.raw.end()
  }
  request.raw.once('end', finish).once('close', finish).resume()
}
