import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { sendFile, serve, serveJob } from '@qd/server-kit'
import type { CallContext, ServedJob, ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import type { DatabaseRef } from '../guard/databases.ts'
import { countOf, keptSelection, rowsOf as keyRowsOf, writable } from '../jobs/serve-key-jobs.ts'
import { EXPORT_FILES, exportFileId } from './export-files.ts'
import { exportText } from './export-keys.ts'
import { exportRunner } from './export-runner.ts'
import { IMPORT_FILES } from './import-files.ts'
import { faultText, importRunner } from './import-runner.ts'
import type { LineFault } from './line-fault.ts'
import { lookAtFile } from './look-at-file.ts'
import type { TransferDeps } from './transfer-deps.ts'

type StartInput = RouteInput<typeof contract.startImport>

async function sendKeys(
  { databases, budgets }: TransferDeps,
  { body }: RouteInput<typeof contract.exportKeys>,
  ctx: CallContext,
): ReturnType<typeof sendFile> {
  const database = await databases.of(ctx, body)
  const { format, selection } = body
  return sendFile(ctx, {
    name: 'redis-keys',
    type: format === 'csv' ? 'csv' : 'jsonl',
    pieces: (count) => exportText({ database, budgets, signal: ctx.signal }, { selection, format }, count),
  })
}

async function startExport(
  deps: TransferDeps,
  { body }: RouteInput<typeof contract.startExport>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof contract.startExport>> {
  // Jobs go by the place alone: who may read some keys there has the export that the page waits for.
  if (!ctx.holds(contract.readRedis)) throw new AppError(coreErrors.forbidden)
  const { lineId, connectionId, db, format, selection, idempotencyKey } = body
  const database = await deps.databases.of(ctx, body)
  const before = await deps.jobs.startedWith(ctx.caller, idempotencyKey)
  const keys = before?.rows ?? (await countOf(deps, database, selection, ctx))
  const started = await deps.jobs.start(ctx, {
    job: contract.exportJob,
    params: { lineId, connectionId, db, format, selection: keptSelection(selection) },
    rows: keyRowsOf(selection, keys),
    title: { key: 'redis.job.title.export', params: { connection: database.connection.name, db } },
    reason: '',
    idempotencyKey,
  })
  return { ...started, keys }
}

async function sendExport(
  { files }: TransferDeps,
  { body }: RouteInput<typeof contract.exportFile>,
  ctx: CallContext,
): ReturnType<typeof sendFile> {
  const file = await files.open(ctx.caller, exportFileId(body.jobId, body.lineId), EXPORT_FILES)
  ctx.note({ bytes: file.size })
  return sendFile(ctx, { name: 'redis-keys', type: 'jsonl', pieces: () => file.pieces() })
}

const sayIn =
  (ctx: CallContext) =>
  (fault: LineFault): string =>
    faultText(ctx.text.bind(ctx), fault)

/** Jobs go by the place alone: who may change some keys there brings none in. */
function assertWhole(ctx: CallContext): void {
  if (!ctx.holds(contract.editRedis)) throw new AppError(coreErrors.forbidden)
}

async function preview(
  deps: TransferDeps,
  { body }: RouteInput<typeof contract.previewImport>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof contract.previewImport>> {
  assertWhole(ctx)
  const database = await writable(deps, ctx, body)
  const file = await deps.files.open(ctx.caller, body.fileId, IMPORT_FILES)
  const look = await lookAtFile(file, body as never, { database, signal: ctx.signal, say: sayIn(ctx) })
  return look.preview
}

async function start(
  deps: TransferDeps,
  { body }: StartInput,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof contract.startImport>> {
  assertWhole(ctx)
  const { lineId, connectionId, db, fileId, format, prefix, conflict, ttl, idempotencyKey, reason } = body
  const database = await writable(deps, ctx, body)
  const file = await deps.files.open(ctx.caller, fileId, IMPORT_FILES)
  const before = await deps.jobs.startedWith(ctx.caller, idempotencyKey)
  const keys = before?.rows ?? (await rowsOf(body, file, ctx))
  const started = await deps.jobs.start(ctx, {
    job: contract.importJob,
    params: { lineId, connectionId, db, fileId, format, prefix, conflict, ttl },
    rows: { from: {}, digest: file.sha256, expected: keys },
    title: { key: 'redis.job.title.import', params: { connection: database.connection.name, db } },
    reason,
    idempotencyKey,
  })
  return { ...started, keys }
}

async function rowsOf(
  { format, prefix }: StartInput['body'],
  file: Parameters<typeof lookAtFile>[0],
  ctx: CallContext,
): Promise<number> {
  const given = { format, prefix }
  const look = await lookAtFile(file, given, { database: null, signal: ctx.signal, say: sayIn(ctx) })
  if (look.repeatedLine > 0) {
    throw new AppError(contract.redisErrors.redis_import_repeated, {
      field: 'fileId',
      params: { line: look.repeatedLine },
    })
  }
  if (look.preview.keys === 0) throw new AppError(contract.redisErrors.redis_no_keys, { field: 'fileId' })
  return look.rows
}

/** Keys as files, and files of keys. */
export function serveTransfer(deps: TransferDeps): { routes: ServedRoute[]; jobs: ServedJob[] } {
  const nameOf = async ({ body }: { body: DatabaseRef }, ctx: CallContext): Promise<string> =>
    (await deps.databases.of(ctx, body)).connection.name
  return {
    routes: [
      serve(contract.exportKeys, (input, ctx) => sendKeys(deps, input, ctx)),
      serve(contract.startExport, {
        effect: 'store',
        handle: (input, ctx) => startExport(deps, input, ctx),
      }),
      serve(contract.exportFile, (input, ctx) => sendExport(deps, input, ctx)),
      serve(contract.previewImport, (input, ctx) => preview(deps, input, ctx)),
      serve(contract.startImport, {
        effect: 'store',
        targetName: nameOf,
        handle: (input, ctx) => start(deps, input, ctx),
      }),
    ],
    jobs: [
      serveJob(contract.exportJob, exportRunner(deps)),
      serveJob(contract.importJob, importRunner(deps)),
    ],
  }
}
