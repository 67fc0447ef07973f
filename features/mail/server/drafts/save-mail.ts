import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { checkEntries } from '@qd/gift-content'
import { OPEN_STANDINGS, uuidv7 } from '@qd/server-kit'
import type { CallContext, CataloguePlace } from '@qd/server-kit'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { mailErrors } from '../../contract/index.ts'
import type { MailDraft, mailClone, mailRemove, mailSave } from '../../contract/index.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import type { MailRow, MailTables } from '../tables.ts'
import { draftColumns } from './mail-columns.ts'
import { draftOf, findEditable, findMail, isInApproval } from './mail-record.ts'

/** Refuses what could never be sent; the rest is for the checks. */
function soundDraft(draft: MailDraft): MailDraft {
  const gift = checkEntries(draft.attach)
  if (!gift.ok) {
    const { entry, rule } = gift.faults[0]!
    throw new AppError(mailErrors.mail_entry_wrong, {
      field: `draft.attach.${String(entry)}`,
      params: {
        text: `${draft.attach[entry]?.number ?? ''} × ${draft.attach[entry]?.quantity ?? ''} (${rule})`,
      },
    })
  }
  const wrong = draft.playerObj.findIndex(({ id, roleId }) => (id === undefined) === (roleId === undefined))
  if (wrong !== -1)
    throw new AppError(mailErrors.mail_entry_wrong, {
      field: `draft.playerObj.${String(wrong)}`,
      params: { text: String(wrong + 1) },
    })
  return { ...draft, attach: gift.entries }
}

function newRow(
  place: CataloguePlace,
  draft: MailDraft,
  { actor, now, ...more }: { actor: string; now: number } & Pick<MailRow, 'is_template' | 'platform'>,
): MailRow {
  return {
    id: uuidv7(),
    game: place.game ?? '',
    operator: place.operator ?? '',
    line_id: place.lineId ?? '',
    revision: 1,
    ...more,
    ...draftColumns(draft),
    set_id: null,
    created_by: actor,
    created_at: now,
    updated_by: actor,
    updated_at: now,
    test: null,
    released: null,
    released_at: null,
    released_by: null,
    job_id: null,
    retries: 0,
    request_id: null,
    request_number: null,
    request_state: null,
    recall_job_id: null,
    total: null,
    delivered: 0,
    already: 0,
    failed: 0,
    unknown: 0,
    recall_removed: 0,
    recall_claimed: 0,
    recall_taken: 0,
    recall_missing: 0,
  }
}

/** The platform of the operator, as the servers of the line say it. */
const platformOf = ({ reach }: UseCaseDeps, lineId: string) => reach.serversOf(lineId)[0]?.platform ?? 0

async function create(deps: UseCaseDeps, ctx: CallContext, isTemplate: boolean, draft: MailDraft) {
  const row = newRow(ctx.place, draft, {
    actor: ctx.caller.username,
    now: deps.nowMs(),
    is_template: isTemplate ? 1 : 0,
    platform: platformOf(deps, ctx.place.lineId!),
  })
  await ctx.commit<MailTables, void>(async (tx) => {
    await tx.insertInto('mail').values(row).execute()
  })
  ctx.note({ mailId: row.id })
  return { id: row.id, revision: 1 }
}

/** Ends the open request for approval of a mail that is about to change; to be done before the change, in its write. */
export async function withdrawalOf({ requests }: UseCaseDeps, ctx: CallContext, row: MailRow) {
  if (!isInApproval(row) || row.request_id === null) return async () => undefined
  ctx.note({ withdrawn: row.request_number })
  return requests.withdrawal(row.request_id, ctx.caller)
}

/** Nobody has handed it in meanwhile. */
const isUnasked = (eb: ExpressionBuilder<MailTables, 'mail'>) =>
  eb.or([eb('request_state', 'is', null), eb('request_state', 'not in', [...OPEN_STANDINGS])])

/** Writes columns of a draft that is still at the revision the caller has seen. */
export async function updateDraft(
  tx: Kysely<MailTables>,
  row: MailRow,
  { actor, now, ...set }: Partial<MailRow> & { actor: string; now: number },
): Promise<number> {
  const revision = row.revision + 1
  const written = await tx
    .updateTable('mail')
    .set({ ...set, revision, updated_by: actor, updated_at: now })
    .where('id', '=', row.id)
    .where('revision', '=', row.revision)
    .where('released', 'is', null)
    .where(isUnasked)
    .executeTakeFirst()
  if (Number(written.numUpdatedRows) !== 1) throw new AppError(mailErrors.mail_changed, { field: 'revision' })
  return revision
}

export async function handleMailSave(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailSave>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailSave>> {
  const draft = soundDraft(body.draft)
  const { id, revision, isTemplate } = body
  if (id === undefined) return create(deps, ctx, isTemplate ?? false, draft)
  const row = await findEditable(deps, ctx, { id, revision: revision ?? 0, withdraws: body.withdraws })
  const withdraw = await withdrawalOf(deps, ctx, row)
  const before = draftOf(row)
  ctx.changed(before, draft)
  // Who is on which server may be read otherwise where the servers are others.
  const keepsSet = draft.sendType === 4 && sameServers(before, draft)
  const next = await ctx.commit<MailTables, number>(async (tx) => {
    await withdraw(tx)
    return updateDraft(tx, row, {
      ...draftColumns(draft),
      ...(keepsSet ? {} : { set_id: null }),
      actor: ctx.caller.username,
      now: deps.nowMs(),
    })
  })
  return { id, revision: next }
}

const sameServers = (left: MailDraft, right: MailDraft) =>
  left.serverId.toSorted((a, b) => a - b).join() === right.serverId.toSorted((a, b) => a - b).join()

export async function handleMailRemove(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailRemove>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailRemove>> {
  const row = await findEditable(deps, ctx, body)
  const withdraw = await withdrawalOf(deps, ctx, row)
  await ctx.commit<MailTables, void>(async (tx) => {
    await withdraw(tx)
    const gone = await tx
      .deleteFrom('mail')
      .where('id', '=', row.id)
      .where('revision', '=', row.revision)
      .where('released', 'is', null)
      .where(isUnasked)
      .executeTakeFirst()
    if (Number(gone.numDeletedRows) !== 1) throw new AppError(mailErrors.mail_changed, { field: 'revision' })
  })
  return null
}

export async function handleMailClone(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof mailClone>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof mailClone>> {
  const row = await findMail(deps, ctx.place.lineId, body.id)
  const draft = draftOf(row)
  // Times of the past are of no use to the copy.
  const times = { sendAt: null, expireAt: null }
  const copy = {
    ...draft,
    ...times,
    name: body.name === undefined || body.name === '' ? draft.name : body.name,
  }
  return create(deps, ctx, body.isTemplate, copy)
}
