import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { holdsAtPath } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import type { Words } from '@qd/contract-kit'
import { approvalErrors, decideApprovals, seeApprovals, vetoApprovals } from '../../contract/index.ts'
import type { approvalOverride, overrideReport, overrideReview } from '../../contract/index.ts'
import type { ApprovalTables } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { mayDecideAt, personOf, placesOf } from '../people/asked.ts'
import { findSeen, revisionsOf, votesOf } from '../request/find-request.ts'
import { actorOf, decided } from '../request/flow-of.ts'
import { addEvent, columnsOf, moveRequest, publishMove, withFresh } from '../request/move-request.ts'
import { OVERRIDDEN, followersOf, tell } from '../request/notices.ts'
import { refuseVetoed } from '../request/refuse-vetoed.ts'
import { say } from '../words.ts'

const REVIEW_MS = 86_400_000

/** Begins the execution without the approvals; everybody who decides or vetoes there is told. */
export async function overrideRequest(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof approvalOverride>,
  ctx: CallContext,
): Promise<null> {
  return withFresh(async () => {
    const request = await findSeen(deps, ctx.caller, body.id)
    ctx.fileAt(request.scope)
    const whole = {
      request,
      revisions: await revisionsOf(deps, body.id),
      votes: await votesOf(deps, body.id),
    }
    const actor = await actorOf(deps, ctx.caller, request)
    const next = decided(whole, actor, { kind: 'override', hash: body.hash })
    await refuseVetoed(deps, request.content_hash)
    const { scope, environment } = request
    const told = await Promise.all(
      [decideApprovals, vetoApprovals].map((permission) =>
        deps.holdersOf(permission, { scope, environment }),
      ),
    )
    const to = [...new Set([...told.flat(), ...(await followersOf(deps, request))])]
    await ctx.commit(async (tx: AnyTx) => {
      const db: Kysely<ApprovalTables> = tx
      const now = deps.nowMs()
      const change = {
        ...columnsOf(next),
        is_override: 1,
        decided_at: now,
        expires_at: null,
        started_at: now,
      } as const
      const happening = { what: 'overridden', by: ctx.caller, detail: body.reason } as const
      const moved = await moveRequest(deps, tx, request, { change, happening })
      const row = {
        request_id: request.id,
        by_id: ctx.caller.userId,
        by_name: ctx.caller.name,
        by_person: personOf(ctx.caller),
        reason: body.reason,
        at: now,
        review_due_at: now + REVIEW_MS,
        reviewed_by_id: null,
        reviewed_by: '',
        reviewed_at: null,
        review_note: '',
      }
      await db
        .insertInto('approval_override')
        .values(row)
        .onConflict((conflict) => conflict.column('request_id').doUpdateSet(row))
        .execute()
      const params = { by: ctx.caller.name, reason: body.reason }
      await tell(deps, tx, moved, { kind: OVERRIDDEN, to, params })
      ctx.note({ approval: request.id, number: request.number, reason: body.reason })
    })
    return null
  })
}

/** Overrides of a month by UTC, at places the caller sees. */
export async function reportOverrides(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof overrideReport>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof overrideReport>> {
  const [year = 0, month = 1] = body.month.split('-').map(Number)
  const rows = await deps.store.read
    .selectFrom('approval_override')
    .innerJoin('approval_request', 'approval_request.id', 'approval_override.request_id')
    .selectAll('approval_override')
    .select(['number', 'title', 'type', 'scope', 'environment'])
    .where('at', '>=', Date.UTC(year, month - 1))
    .where('at', '<', Date.UTC(year, month))
    .orderBy('at', 'desc')
    .execute()
  const seen = rows.filter((row) => holdsAtPath(ctx.caller, seeApprovals, row))
  const list = seen.map((row) => {
    const type = deps.types().find((each) => each.type === row.type)
    return {
      id: row.request_id,
      number: row.number,
      title: say(deps, parseJsonText(row.title) as Words, ctx.lang),
      typeTitle: type === undefined ? row.type : deps.texts.approval(ctx.lang, type.title),
      by: { id: row.by_id, name: row.by_name },
      reason: row.reason,
      at: row.at,
      reviewDueAt: row.review_due_at,
      reviewedBy: row.reviewed_by_id === null ? null : { id: row.reviewed_by_id, name: row.reviewed_by },
      reviewedAt: row.reviewed_at,
      reviewNote: row.review_note,
    }
  })
  const now = deps.nowMs()
  const overdue = list.filter((each) => each.reviewedAt === null && each.reviewDueAt < now).length
  return { list, overdue }
}

/** By somebody else who may decide there, once. */
export async function reviewOverride(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof overrideReview>,
  ctx: CallContext,
): Promise<null> {
  const request = await findSeen(deps, ctx.caller, body.id)
  ctx.fileAt(request.scope)
  const override = await deps.store.read
    .selectFrom('approval_override')
    .selectAll()
    .where('request_id', '=', body.id)
    .executeTakeFirst()
  if (override === undefined) throw new AppError(approvalErrors.approval_override_not_found, { field: 'id' })
  const person = personOf(ctx.caller)
  const own = (await revisionsOf(deps, body.id)).some(({ by_person: by }) => by === person)
  if (own || override.by_person === person) throw new AppError(approvalErrors.approval_own)
  if (!mayDecideAt(ctx.caller, placesOf(request))) throw new AppError(approvalErrors.approval_not_asked)
  await ctx.commit(async (tx: AnyTx) => {
    const db: Kysely<ApprovalTables> = tx
    const now = deps.nowMs()
    const reviewed = await db
      .updateTable('approval_override')
      .set({
        reviewed_by_id: ctx.caller.userId,
        reviewed_by: ctx.caller.name,
        reviewed_at: now,
        review_note: body.note,
      })
      .where('request_id', '=', body.id)
      .where('reviewed_at', 'is', null)
      .returning('request_id')
      .executeTakeFirst()
    if (reviewed === undefined) throw new AppError(approvalErrors.approval_override_reviewed)
    await addEvent(tx, request, { what: 'reviewed', by: ctx.caller, detail: body.note }, now)
    publishMove(tx, request)
    ctx.note({ approval: body.id, number: request.number })
  })
  return null
}
