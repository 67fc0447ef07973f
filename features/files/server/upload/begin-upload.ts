import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext, FileUse } from '@qd/server-kit'
import { PART_BYTES, filesErrors } from '../../contract/index.ts'
import type { fileBegin } from '../../contract/index.ts'
import type { FileRow, FileTables } from '../file-tables.ts'
import type { UseCaseDeps } from '../files-deps.ts'
import { viewOf } from './find-file.ts'
import { mayUse } from './may-use.ts'

const MEGABYTE = 1_048_576

/** Sizes are told in whole MB, the way limits are set. */
export const inMegabytes = (bytes: number): number => Math.floor(bytes / MEGABYTE)

/** One person fills neither the disk nor the list; what all uploads under way still lack takes its room as well. */
export async function assertRoom(
  deps: UseCaseDeps,
  { caller }: Pick<CallContext, 'caller'>,
  size: number,
): Promise<void> {
  const { limits } = deps
  const held = await deps.store.read
    .selectFrom('file')
    .select(['owner_id', 'sha256', 'size', 'received'])
    .where('expires_at', '>', deps.nowMs())
    .where((where) => where.or([where('owner_id', '=', caller.userId), where('sha256', 'is', null)]))
    .execute()
  const own = held.filter(({ owner_id }) => owner_id === caller.userId)
  const uploads = own.filter(({ sha256 }) => sha256 === null)
  const bytes = own.reduce((sum, each) => sum + each.size, size)
  if (uploads.length >= limits.uploads || bytes > limits.bytesOfPerson) {
    const params = { uploads: limits.uploads, size: inMegabytes(limits.bytesOfPerson) }
    throw new AppError(filesErrors.file_quota, { params })
  }
  const coming = held.reduce(
    (sum, each) => sum + (each.sha256 === null ? each.size - each.received : 0),
    size,
  )
  if ((await deps.folder.freeBytes()) - coming < limits.freeBytes) throw new AppError(coreErrors.storage_full)
}

export async function beginUpload(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof fileBegin>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof fileBegin>> {
  const use = mayUse(deps, body.use, ctx.caller)
  if (body.size > use.maxBytes) {
    throw new AppError(filesErrors.file_too_large, {
      field: 'size',
      params: { limit: inMegabytes(use.maxBytes) },
    })
  }
  await deps.assertOneFolder()
  return deps.oneAtATime(() => enter(deps, { use, body }, ctx))
}

/** Looks for room and takes it; one at a time on a node, so that many who begin at once do not all find the same. */
async function enter(
  deps: UseCaseDeps,
  { use, body }: { use: FileUse; body: RouteInput<typeof fileBegin>['body'] },
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof fileBegin>> {
  await assertRoom(deps, ctx, body.size)
  const nowMs = deps.nowMs()
  const row: FileRow = {
    id: uuidv7(nowMs),
    use_name: use.name,
    name: body.name,
    size: body.size,
    received: 0,
    sha256: null,
    owner_id: ctx.caller.userId,
    writer: null,
    writer_until: 0,
    is_rewritten: 0,
    created_at: nowMs,
    expires_at: nowMs + deps.limits.stillMs,
  }
  await ctx.commit<FileTables, unknown>((tx) => tx.insertInto('file').values(row).execute())
  return { ...viewOf(row), partBytes: PART_BYTES }
}
