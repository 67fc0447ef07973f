import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { begunPieces, contentDisposition } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { FastifyReply } from 'fastify'
import { filesErrors } from '../../contract/index.ts'
import type { fileContent } from '../../contract/index.ts'
import type { UseCaseDeps } from '../files-deps.ts'
import { findFile } from '../upload/find-file.ts'
import { readRange } from './byte-range.ts'

export async function sendFile(
  deps: UseCaseDeps,
  { query }: RouteInput<typeof fileContent>,
  ctx: CallContext,
): Promise<FastifyReply> {
  const row = await findFile(deps, ctx.caller, query.fileId)
  // Its feature gives it out, where its own permission is asked for.
  if (deps.uses().some(({ name, isMade }) => name === row.use_name && isMade === true)) {
    throw new AppError(filesErrors.file_not_found, { field: 'fileId' })
  }
  if (row.sha256 === null) {
    throw new AppError(filesErrors.file_incomplete, { details: { received: row.received } })
  }
  const { reply } = ctx
  const etag = `"${row.sha256}"`
  const asked = ctx.request.headers['if-range'] ?? etag
  const range = asked === etag ? readRange(ctx.request.headers.range, row.size) : null
  const part = range === null || range === 'unsatisfiable' ? { from: 0, to: row.size } : range
  const isRefused = range === 'unsatisfiable'
  const begun = await begunPieces(deps.folder.read(row.sha256, isRefused ? { from: 0, to: 0 } : part))
  reply.hijack()
  reply.raw.writeHead(isRefused ? 416 : range === null ? 200 : 206, {
    'content-type': 'application/octet-stream',
    'content-disposition': contentDisposition(row.name),
    'content-length': isRefused ? 0 : part.to - part.from,
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(isRefused
      ? { 'content-range': `bytes */${row.size}` }
      : range === null
        ? {}
        : { 'content-range': `bytes ${part.from}-${part.to - 1}/${row.size}` }),
  })
  if (isRefused) {
    reply.raw.end()
    return reply
  }
  try {
    await pipeline(Readable.from(begun), reply.raw)
    ctx.note({ name: row.name, bytes: part.to - part.from })
  } catch (error) {
    // The answer has begun, so that a fault can only cut it; the row says so.
    reply.raw.destroy()
    ctx.note({ name: row.name, isCut: true, cause: String((error as { code?: unknown }).code ?? error) })
  }
  return reply
}
