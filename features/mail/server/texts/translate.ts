import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { SHEET_BOUNDS, bytesSource, readSheet, writeXlsx } from '@qd/sheet-rows'
import type { FastifyReply } from 'fastify'
import { mailErrors } from '../../contract/index.ts'
import type { MailDraft, mailTextsExport, mailTextsImport } from '../../contract/index.ts'
import { draftColumns } from '../drafts/mail-columns.ts'
import { draftOf, findEditable, findMail } from '../drafts/mail-record.ts'
import { updateDraft } from '../drafts/save-mail.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import { fileFault } from '../recipients/file-fault.ts'
import { sentFile } from '../recipients/import-mail.ts'
import { targetServers } from '../servers.ts'
import type { MailTables } from '../tables.ts'

/** Fixed, so that a workbook of any reader comes back. */
const HEAD = ['language', 'title', 'body', 'sender']
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Languages of the line, as far as its first server says them; then those that are written. */
async function languagesFor({ reach }: UseCaseDeps, lineId: string, draft: MailDraft): Promise<string[]> {
  const [server] = targetServers({ reach }, lineId, draft)
  const written = [draft.fallback, ...Object.keys(draft.content)]
  if (server === undefined) return [...new Set(written)]
  const reached = await reach.reach(server)
  const meta = await reached.meta(reached.target).catch(() => null)
  return [...new Set([...written, ...(meta?.limits.mail?.languages ?? [])])]
}

/** A row for each language, those that are missing as well. */
export async function handleTextsExport(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailTextsExport>,
  ctx: CallContext,
): Promise<FastifyReply> {
  const row = await findMail(deps, ctx.place.lineId, body.id)
  const draft = draftOf(row)
  const languages = await languagesFor(deps, row.line_id, draft)
  const rows = languages.map((code) => {
    const { title = '', body: text = '' } = draft.content[code] ?? {}
    return [code, title, text, draft.sender[code] ?? '']
  })
  const file = writeXlsx([{ name: 'mail', rows: [HEAD, ...rows], widths: [12, 40, 90, 20] }])
  ctx.note({ languages: languages.length })
  return ctx.reply
    .header('content-type', XLSX)
    .header('content-disposition', `attachment; filename="mail-texts-${row.id}.xlsx"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(Buffer.from(file))
}

type Cells = readonly string[]

async function readTexts(bytes: Buffer): Promise<Cells[]> {
  const ofRows = { rows: 200, cells: 16, cellLength: 20_000, lineLength: 65_536 }
  const ofWorkbook = { workbookBytes: 16 * 1_048_576, workbookCells: 20_000 }
  const bounds = { ...SHEET_BOUNDS, ...ofRows, ...ofWorkbook }
  const rows: Cells[] = []
  try {
    for await (const some of readSheet(bytesSource(bytes), bounds))
      rows.push(...some.map(({ cells }) => cells))
  } catch (error) {
    throw fileFault(error, 'texts')
  }
  return rows
}

/** What translators sent back: a cell that is empty changes nothing. */
export async function handleTextsImport(
  deps: UseCaseDeps,
  { query }: RouteInput<typeof mailTextsImport>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailTextsImport>> {
  const row = await findEditable(deps, ctx, query)
  const [head = [], ...rows] = await readTexts(await sentFile(ctx))
  const columns = HEAD.map((name) => head.findIndex((cell) => cell.trim().toLowerCase() === name))
  const [languageAt = -1, titleAt = -1, bodyAt = -1, senderAt = -1] = columns
  if (languageAt === -1 || titleAt === -1 || bodyAt === -1)
    throw new AppError(mailErrors.mail_columns_wrong, { field: 'file' })
  const draft = draftOf(row)
  const content = { ...draft.content }
  const sender = { ...draft.sender }
  const languages: string[] = []
  const ignored: string[] = []
  for (const cells of rows) {
    const code = (cells[languageAt] ?? '').trim().toLowerCase()
    const [title, body, name] = [titleAt, bodyAt, senderAt].map((at) => cells[at] ?? '')
    if (!/^[a-z]{2}$/.test(code) || (title ?? '').length > 1_000 || (name ?? '').length > 200) {
      ignored.push(code === '' ? '?' : code.slice(0, 20))
      continue
    }
    const before = content[code] ?? { title: '', body: '' }
    if (title !== '' || body !== '')
      content[code] = { title: title === '' ? before.title : title!, body: body === '' ? before.body : body! }
    if (name !== '') sender[code] = name!
    languages.push(code)
  }
  const next: MailDraft = { ...draft, content, sender }
  ctx.changed({ content: draft.content, sender: draft.sender }, { content, sender })
  const revision = await ctx.commit<MailTables, number>((tx) =>
    updateDraft(tx, row, { ...draftColumns(next), actor: ctx.caller.username, now: deps.nowMs() }),
  )
  return { revision, languages, ignored }
}
