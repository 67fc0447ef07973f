import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Letters of an answer below which packing saves no packet worth its time. */
export const LEAST_PACKED = 2_048
/** Higher levels take several times as long for a tenth less; a player of 10 MB shall not wait for it. */
const LEVEL = 3
const GZIP = /(?:^|[\s,])gzip\s*(?:$|,|;\s*q=(?:1|0\.0*[1-9]))/

const pack = promisify(gzip)

/**
 * A long answer as gzip for whoever takes it. Nobody but the caller can make a browser ask with their token, which no
 * page of another origin has: so the length tells no secret.
 */
export function packAnswer(
  text: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): string | Promise<Buffer> {
  if (text.length < LEAST_PACKED || !GZIP.test(headers['accept-encoding'] ?? '')) return text
  void reply.header('content-encoding', 'gzip')
  return pack(text, { level: LEVEL })
}
