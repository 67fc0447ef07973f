import type { FastifyReply, FastifyRequest } from 'fastify'
import { ANSWER_HEADERS } from './answer-headers.ts'
import { readOn } from './read-on.ts'

/** What a client has sent before it can have heard of a refusal: more than this it may still be sending. */
const SMALL_BODY_BYTES = 8_192

/** Whether the client is, for all we know, still sending its body. */
export function isStillSending({ raw, headers }: FastifyRequest): boolean {
  if (raw.readableEnded || raw.destroyed) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > SMALL_BODY_BYTES
}

const headersOf = (body: string) => ({
  ...ANSWER_HEADERS,
  'content-length': Buffer.byteLength(body),
})

/** Answers a body that does not come: there is next to nothing under way that closing could reset. */
export function answerAndClose(reply: FastifyReply, status: number, body: string): void {
  reply.hijack()
  reply.raw.writeHead(status, { ...headersOf(body), connection: 'close' })
  reply.raw.end(body)
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
  reply.raw.writeHead(status, headersOf(body))
  reply.raw.write(body)
  readOn(request.raw, () => reply.raw.end())
}
