import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext, FileUse } from '@qd/server-kit'
import { bytesSource, readSheet } from '@qd/sheet-rows'
import { MAIL_FILE_BYTES, MAIL_FILE_USE, editMail, mailErrors } from '../../contract/index.ts'
import type { ColumnMap, mailColumns, mailImport, mailUpload } from '../../contract/index.ts'
import { draftOf, findEditable, setView } from '../drafts/mail-record.ts'
import { updateDraft } from '../drafts/save-mail.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { targetServers } from '../servers.ts'
import type { MailRow, MailTables } from '../tables.ts'
import { fileFault } from './file-fault.ts'
import { guessColumns } from './guess-columns.ts'
import { importLists } from './read-lists.ts'
import type { GivenFile } from './read-lists.ts'

const SAMPLE_ROWS = 6

/** What files of recipients are sent for. */
export const RECIPIENT_FILES: FileUse = {
  name: MAIL_FILE_USE,
  permission: editMail,
  maxBytes: MAIL_FILE_BYTES,
  keptMs: 86_400_000,
}

async function firstRows({ name, source }: GivenFile): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = []
  try {
    for await (const some of readSheet(source)) {
      rows.push(...some.slice(0, SAMPLE_ROWS - rows.length).map(({ cells }) => cells))
      if (rows.length >= SAMPLE_ROWS) break
    }
  } catch (error) {
    throw fileFault(error, name)
  }
  return rows
}

export async function handleMailColumns(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailColumns>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailColumns>> {
  const file = await deps.files.open(ctx.caller, body.fileId, RECIPIENT_FILES)
  const rows = await firstRows({ name: file.name, source: file })
  const columns = Math.max(...rows.map(({ length }) => length), 0)
  return { columns, rows: rows.map((cells) => [...cells]), guess: guessColumns(rows[0] ?? []) }
}

/** Reads the lists and lets the draft point at them, if nobody has saved it meanwhile. */
async function takeLists(
  deps: UseCaseDeps,
  ctx: CallContext,
  { row, files, columns }: { row: MailRow; files: GivenFile[]; columns: ColumnMap },
) {
  const draft = draftOf(row)
  const servers = targetServers(deps, row.line_id, draft)
  const given = { mailId: row.id, lineId: row.line_id, servers, files, columns }
  const { row: set, info } = await importLists(deps, given, ctx.signal)
  ctx.note({ players: set.players, problems: info.problems, duplicates: info.duplicates, hash: set.hash })
  const sent = JSON.stringify({ ...draft, sendType: 4, playerObj: [] })
  const revision = await ctx.commit<MailTables, number>(async (tx) => {
    await tx.insertInto('mail_set').values(set).execute()
    const link = { set_id: set.id, send_type: 4, draft: sent }
    return updateDraft(tx, row, { ...link, actor: ctx.caller.username, now: deps.nowMs() })
  })
  return { revision, recipients: setView({ ...set, parsed: info }) }
}

export async function handleMailImport(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailImport>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailImport>> {
  const row = await findEditable(deps, ctx, body)
  if (body.fileIds.length === 0) throw new AppError(mailErrors.mail_no_players, { field: 'fileIds' })
  const files: GivenFile[] = []
  for (const fileId of body.fileIds) {
    const file = await deps.files.open(ctx.caller, fileId, RECIPIENT_FILES)
    files.push({ name: file.name, source: file })
  }
  return takeLists(deps, ctx, { row, files, columns: body.columns })
}

/** The whole body of a call that brings a file; its route has a limit. */
export async function sentFile(ctx: CallContext): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const piece of ctx.sentBytes.pieces()) parts.push(piece)
  return Buffer.concat(parts)
}

export async function handleMailUpload(
  deps: UseCaseDeps,
  { query }: RouteInput<typeof mailUpload>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailUpload>> {
  const row = await findEditable(deps, ctx, query)
  const file = { name: query.name, source: bytesSource(await sentFile(ctx)) }
  const columns = guessColumns((await firstRows(file))[0] ?? [])
  if (columns.uId === undefined && columns.roleId === undefined)
    throw new AppError(mailErrors.mail_columns_wrong, { field: 'file' })
  return takeLists(deps, ctx, { row, files: [file], columns })
}
