import { createHash } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { DECODERS_MAX, DECODER_BYTES, decoderFault, redisErrors } from '../../contract/index.ts'
import type { OwnDecoder, deleteDecoder, readDecoder, saveDecoder } from '../../contract/index.ts'
import type { DecoderRow, ViewerTables } from './viewer-tables.ts'
import type { ViewersDeps } from './viewers.ts'

type Body<R> = RouteInput<R>['body']

const notFound = () => new AppError(redisErrors.redis_decoder_not_found, { field: 'decoderId' })

const viewOf = (row: Omit<DecoderRow, 'module'>): OwnDecoder => ({
  decoderId: row.id,
  name: row.name,
  sha256: row.sha256,
  bytes: Number(row.bytes),
  by: row.changed_by,
  at: Number(row.changed_at),
})

/** The decoders of a line by name, without their modules. */
export async function decodersOf({ store }: ViewersDeps, lineId: string): Promise<OwnDecoder[]> {
  const rows = await store.read
    .selectFrom('redis_decoders')
    .select(['id', 'line_id', 'name', 'sha256', 'bytes', 'changed_by', 'changed_at'])
    .where('line_id', '=', lineId)
    .orderBy('name')
    .execute()
  return rows.map(viewOf)
}

export async function readModule(
  { store }: ViewersDeps,
  { lineId, decoderId }: Body<typeof readDecoder>,
): Promise<RouteReplyGiven<typeof readDecoder>> {
  const row = await store.read
    .selectFrom('redis_decoders')
    .select(['module', 'sha256'])
    .where('id', '=', decoderId)
    .where('line_id', '=', lineId)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return { base64: row.module, sha256: row.sha256 }
}

/** Checks a module by its sections, which runs nothing of it, and keeps it with its SHA-256. */
export async function saveModule(
  { nowMs }: ViewersDeps,
  { lineId, name, module }: Body<typeof saveDecoder>,
  ctx: CallContext,
): Promise<OwnDecoder> {
  const bytes = Buffer.from(module, 'base64')
  const fault = bytes.length > DECODER_BYTES ? 'memory' : decoderFault(bytes)
  if (fault !== null) {
    const reason = ctx.text(`redis.decoder.${fault}`)
    throw new AppError(redisErrors.redis_decoder_invalid, { field: 'module', params: { reason } })
  }
  return ctx.commit<ViewerTables, OwnDecoder>(async (tx) => {
    const all = await tx
      .selectFrom('redis_decoders')
      .select(['id', 'name', 'sha256'])
      .where('line_id', '=', lineId)
      .execute()
    const before = all.find((each) => each.name === name)
    if (before === undefined && all.length >= DECODERS_MAX) {
      throw new AppError(redisErrors.redis_viewers_full, { params: { limit: DECODERS_MAX } })
    }
    const row: DecoderRow = {
      id: before?.id ?? uuidv7(),
      line_id: lineId,
      name,
      module: bytes.toString('base64'),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
      changed_by: ctx.caller.username,
      changed_at: nowMs(),
    }
    if (before === undefined) await tx.insertInto('redis_decoders').values(row).execute()
    else await tx.updateTable('redis_decoders').set(row).where('id', '=', row.id).execute()
    ctx.changed(before === undefined ? null : { name, sha256: before.sha256 }, { name, sha256: row.sha256 })
    return viewOf(row)
  })
}

export async function removeModule(
  _deps: ViewersDeps,
  { lineId, decoderId }: Body<typeof deleteDecoder>,
  ctx: CallContext,
): Promise<void> {
  await ctx.commit<ViewerTables, void>(async (tx) => {
    const row = await tx
      .selectFrom('redis_decoders')
      .select(['name', 'sha256'])
      .where('id', '=', decoderId)
      .where('line_id', '=', lineId)
      .executeTakeFirst()
    if (row === undefined) throw notFound()
    await tx.deleteFrom('redis_decoders').where('id', '=', decoderId).execute()
    ctx.changed(row, null)
  })
}
