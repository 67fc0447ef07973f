import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { OPEN_STANDINGS } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { mailErrors } from '../../contract/index.ts'
import type { MailDraft, RecipientSet } from '../../contract/index.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import type { MailRow, MailSetRow } from '../tables.ts'

/** What was fixed when it was released. */
export interface Released {
  byId: string
  by: string
  at: number
  reason: string
  contentHash: string
  /** Of a list: its players. */
  recipientsHash: string | null
  /** Keys of the servers, of a mail to everybody in the order of its rows. */
  servers: string[]
  /** Languages that players of the servers read. */
  languages: string[]
  /** `real`: its times are real ones. Absent from what an older console released: they went to the games as they stand. */
  clock?: 'real'
  /** Key of the release: sent again it gives the same job. */
  key: string
}

export interface TestSend {
  contentHash: string
  at: number
  by: string
  sent: number
  failed: number
}

/** What an import came to, beside its chunks. */
export type SetInfo = Omit<RecipientSet, 'setId' | 'players' | 'hash' | 'at'> & {
  /** By number of item what all rows with own attachments give, and how many rows those are. */
  own: { players: number; totals: Record<string, string>; most: Record<string, string> }
  /** First, middle and last. */
  sample: { sId: number; player: string; vars: Record<string, string> }[]
}

export const draftOf = (row: MailRow) => parseJsonText(row.draft) as MailDraft
export const releasedOf = (row: MailRow) =>
  row.released === null ? null : (parseJsonText(row.released) as Released)

export async function findMail(
  { store }: Pick<UseCaseDeps, 'store'>,
  lineId: string | undefined,
  id: string,
): Promise<MailRow> {
  const row = await store.read.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || row.line_id !== lineId)
    throw new AppError(mailErrors.mail_not_found, { field: 'id' })
  return row
}

/** The same where it is still written on, and nobody has saved it since the caller read it. */
export async function findDraft(
  deps: Pick<UseCaseDeps, 'store'>,
  ctx: Pick<CallContext, 'place'>,
  { id, revision }: { id: string; revision: number },
): Promise<MailRow> {
  const row = await findMail(deps, ctx.place.lineId, id)
  if (row.released !== null) throw new AppError(mailErrors.mail_not_draft, { field: 'id' })
  if (row.revision !== revision) throw new AppError(mailErrors.mail_changed, { field: 'revision' })
  return row
}

/** Whether a request for approval of it may still be executed. */
export const isInApproval = ({ request_state: state }: Pick<MailRow, 'request_state'>) =>
  state !== null && OPEN_STANDINGS.includes(state)

/** A draft that the caller may change: one in approval where they say that this withdraws the request. */
export async function findEditable(
  deps: Pick<UseCaseDeps, 'store'>,
  ctx: Pick<CallContext, 'place'>,
  wanted: { id: string; revision: number; withdraws?: boolean | undefined },
): Promise<MailRow> {
  const row = await findDraft(deps, ctx, wanted)
  if (isInApproval(row) && wanted.withdraws !== true)
    throw new AppError(mailErrors.mail_in_approval, {
      field: 'withdraws',
      params: { number: row.request_number ?? 0 },
    })
  return row
}

/** The same where it was sent. */
export async function findSent(
  deps: Pick<UseCaseDeps, 'store'>,
  ctx: Pick<CallContext, 'place'>,
  id: string,
): Promise<MailRow & { released: string }> {
  const row = await findMail(deps, ctx.place.lineId, id)
  if (row.released === null) throw new AppError(mailErrors.mail_not_sent, { field: 'id' })
  return { ...row, released: row.released }
}

export async function findSet(
  { store }: Pick<UseCaseDeps, 'store'>,
  setId: string | null,
): Promise<(MailSetRow & { parsed: SetInfo }) | null> {
  if (setId === null) return null
  const row = await store.read.selectFrom('mail_set').selectAll().where('id', '=', setId).executeTakeFirst()
  return row === undefined ? null : { ...row, parsed: parseJsonText(row.info) as SetInfo }
}

export function setView(row: MailSetRow & { parsed: SetInfo }): RecipientSet {
  const { own: _own, sample: _sample, ...info } = row.parsed
  return { ...info, setId: row.id, players: row.players, hash: row.hash, at: row.at }
}
