import { timingSafeEqual } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import { codesFrom } from '@qd/code-alphabet/generate'
import { showCode } from '@qd/code-alphabet'
import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReply } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { Zip, ZipDeflate } from 'fflate'
import { codesErrors } from '../../contract/index.ts'
import type { codesExport, codesFile } from '../../contract/index.ts'
import { openSeed, shapeOf } from '../batch/batch-secrets.ts'
import { findBatch } from '../batch/find-batch.ts'
import type { BatchRow, CodeTables } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'
import { sendPieces } from './send-pieces.ts'
import type { CodesFile } from './send-pieces.ts'

const LINK_MS = 86_400_000
const PIECE = 2_000
/** How long others wait when the node that hands out codes of "export once" has died. */
const HELD_MS = 30_000

interface Link {
  batchId: string
  lineId: string
  fileFormat: string
  expires: string
}

/** No code looks so, and a link of one batch fits no other. */
async function signatureOf(
  { digest }: UseCaseDeps,
  { batchId, lineId, fileFormat, expires }: Link,
): Promise<string> {
  return (await digest.open())(`link ${batchId} ${lineId} ${fileFormat} ${expires}`)
}

/** Fails while codes are missing, and once the last ones were fetched. */
function assertThere(row: BatchRow): void {
  if (row.kind === 'universal' || row.generated < row.quantity)
    throw new AppError(codesErrors.code_batch_wrong_state)
  if (row.seed === null) throw new AppError(codesErrors.code_export_gone)
}

export async function makeExportLink(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof codesExport>,
  ctx: CallContext,
): Promise<RouteReply<typeof codesExport>> {
  const row = await findBatch(deps.store.read, ctx.place, body.batchId)
  assertThere(row)
  const expiresAt = deps.nowMs() + LINK_MS
  const link = { ...body, expires: String(expiresAt) }
  const sign = await signatureOf(deps, link)
  ctx.note({ number: row.number, name: row.name, expiresAt })
  return { url: `/partner/codes/file?${new URLSearchParams({ ...link, sign }).toString()}`, expiresAt }
}

/** The codes as lines, in the order they were made. */
async function* linesOf(
  deps: UseCaseDeps,
  row: BatchRow,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  const seed = openSeed(deps.secretBox, row)
  const skipped = new Set(parseJsonText(row.skipped) as number[])
  yield 'code\r\n'
  const most = row.gen_next > row.quantity ? row.gen_next : row.quantity
  for (let first = 0; first < most; first += PIECE) {
    const size = Math.min(PIECE, most - first)
    const codes = codesFrom(seed, shapeOf(row), { first, count: size }).filter(
      (_, at) => !skipped.has(first + at),
    )
    count(codes.length)
    yield codes.map((code) => `${showCode(code)}\r\n`).join('')
  }
}

/** The same as the one file of a zip, packed while it is made. */
async function* zipped(name: string, lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    packed.push(piece)
  })
  const file = new ZipDeflate(`${name}.csv`, { level: 6 })
  zip.add(file)
  for await (const line of lines) {
    file.push(Buffer.from(line))
    yield* packed.splice(0)
  }
  file.push(new Uint8Array(), true)
  zip.end()
  yield* packed.splice(0)
}

/** What left whole is counted; the codes of "export once" are nowhere from then on. */
async function noteExport({ store }: UseCaseDeps, row: BatchRow): Promise<void> {
  const db = store.as<CodeTables>()
  await db.write((tx) =>
    tx
      .updateTable('code_batch')
      .set((eb) => ({
        exports: eb('exports', '+', 1),
        exported: row.quantity,
        ...(row.export_once === 1 ? { seed: null } : {}),
      }))
      .where('id', '=', row.id)
      .execute(),
  )
}

function fileOf(deps: UseCaseDeps, row: BatchRow, fileFormat: 'csv' | 'zip'): CodesFile {
  const name = `codes-${row.number}-${row.exports + 1}`
  const lines = (count: (rows: number) => void) => linesOf(deps, row, count)
  return fileFormat === 'zip'
    ? { name: `${name}.zip`, type: 'application/zip', pieces: (count) => zipped(name, lines(count)) }
    : { name: `${name}.csv`, type: 'text/csv; charset=utf-8', pieces: lines }
}

/** One at a time: whoever comes meanwhile is refused, and may try again if the download breaks off. */
async function sendOnce(
  deps: UseCaseDeps,
  { query }: RouteInput<typeof codesFile>,
  ctx: CallContext,
): Promise<void> {
  const lease = { name: `codes.export/${query.batchId}`, ttlMs: HELD_MS }
  const isOurs = await deps.leases.run(lease, async ({ signal }) => {
    // Somebody may have fetched them before the lease was ours.
    const row = await findBatch(deps.store.read, ctx.place, query.batchId)
    assertThere(row)
    const file = fileOf(deps, row, query.fileFormat)
    await sendPieces(ctx, file, { signal, beforeEnd: () => noteExport(deps, row) })
  })
  if (!isOurs) throw new AppError(codesErrors.code_export_running)
}

export async function sendCodes(
  deps: UseCaseDeps,
  input: RouteInput<typeof codesFile>,
  ctx: CallContext,
): Promise<unknown> {
  const { query } = input
  const expected = Buffer.from(await signatureOf(deps, query))
  const given = Buffer.from(query.sign)
  const isSigned = expected.length === given.length && timingSafeEqual(expected, given)
  if (!isSigned || Number(query.expires) <= deps.nowMs()) throw new AppError(codesErrors.code_link_invalid)
  const row = await findBatch(deps.store.read, ctx.place, query.batchId)
  assertThere(row)
  ctx.note({ number: row.number, name: row.name })
  if (row.export_once === 1) await sendOnce(deps, input, ctx)
  else if (await sendPieces(ctx, fileOf(deps, row, query.fileFormat))) await noteExport(deps, row)
  return ctx.reply
}
