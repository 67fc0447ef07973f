import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { grantsFor, uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { approvalErrors, decideApprovals } from '../../contract/index.ts'
import type { delegationEnd, delegationList, delegationSave } from '../../contract/index.ts'
import type { ApprovalTables } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { personOf } from './asked.ts'

const MOST_MS = 90 * 86_400_000
const MOST_SHOWN = 200
const MOST_PEOPLE = 500

/** Other people who decide somewhere, by name. */
async function possibleDelegates(deps: UseCaseDeps, ctx: CallContext) {
  const own = personOf(ctx.caller)
  const ids = await deps.holdersAnywhere(decideApprovals)
  const people: { username: string; name: string }[] = []
  for (const id of ids) {
    const caller = await deps.callers.of(id)
    if (caller === null || personOf(caller) === own) continue
    people.push({ username: caller.username, name: caller.name })
  }
  return people.toSorted((left, right) => (left.name < right.name ? -1 : 1)).slice(0, MOST_PEOPLE)
}

export async function listDelegations(
  deps: UseCaseDeps,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof delegationList>> {
  const { store, nowMs } = deps
  const { userId } = ctx.caller
  const rows = await store.read
    .selectFrom('approval_delegation')
    .selectAll()
    .where((eb) => eb.or([eb('from_id', '=', userId), eb('to_id', '=', userId)]))
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  const now = nowMs()
  return {
    people: await possibleDelegates(deps, ctx),
    list: rows.map((row) => ({
      id: row.id,
      from: { id: row.from_id, name: row.from_name },
      to: { id: row.to_id, name: row.to_name },
      fromAt: row.from_at,
      toAt: row.to_at,
      reason: row.reason,
      isMine: row.from_id === userId,
      isActive: row.ended_at === null && row.from_at <= now && now < row.to_at,
      endedAt: row.ended_at,
    })),
  }
}

/** Only to another person who may decide themselves. */
async function delegateOf(deps: UseCaseDeps, ctx: CallContext, username: string) {
  const unknown = () => new AppError(approvalErrors.approval_delegate_unknown, { field: 'to' })
  const account = await deps.accountOf(username)
  const delegate = account === null ? null : await deps.callers.of(account.id)
  if (account === null || delegate === null) throw unknown()
  if (personOf(delegate) === personOf(ctx.caller)) {
    throw new AppError(approvalErrors.approval_delegation_invalid, { field: 'to' })
  }
  if (grantsFor(delegate, decideApprovals).length === 0) throw unknown()
  return account
}

export async function saveDelegation(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof delegationSave>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof delegationSave>> {
  const { fromAt, toAt, reason } = body
  if (toAt <= fromAt || toAt <= deps.nowMs() || toAt - fromAt > MOST_MS) {
    throw new AppError(approvalErrors.approval_delegation_invalid, { field: 'toAt' })
  }
  const to = await delegateOf(deps, ctx, body.to)
  const id = uuidv7(deps.nowMs())
  const row = {
    id,
    from_id: ctx.caller.userId,
    from_name: ctx.caller.name,
    to_id: to.id,
    to_name: to.name,
    from_at: fromAt,
    to_at: toAt,
    reason,
    ended_at: null,
  }
  await ctx.commit(async (tx: AnyTx) => {
    const db: Kysely<ApprovalTables> = tx
    await db.insertInto('approval_delegation').values(row).execute()
  })
  return { id }
}

/** Who gave it ends it; who has it may give it back. */
export async function endDelegation(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof delegationEnd>,
  ctx: CallContext,
): Promise<null> {
  const { userId } = ctx.caller
  await ctx.commit(async (tx: AnyTx) => {
    const db: Kysely<ApprovalTables> = tx
    const ended = await db
      .updateTable('approval_delegation')
      .set({ ended_at: deps.nowMs() })
      .where('id', '=', body.id)
      .where('ended_at', 'is', null)
      .where((eb) => eb.or([eb('from_id', '=', userId), eb('to_id', '=', userId)]))
      .returning('id')
      .executeTakeFirst()
    if (ended === undefined) throw new AppError(approvalErrors.approval_delegation_not_found)
  })
  return null
}

/** The account somebody decides for; throws where they may not. */
export async function voiceOf(
  deps: UseCaseDeps,
  ctx: Pick<CallContext, 'caller'>,
  onBehalfOf: string | undefined,
  delegators: readonly { id: string; name: string }[],
) {
  if (onBehalfOf === undefined || onBehalfOf === ctx.caller.userId) return ctx.caller
  const isDelegated = delegators.some(({ id }) => id === onBehalfOf)
  const voice = isDelegated ? await deps.callers.of(onBehalfOf) : null
  if (voice === null) throw new AppError(coreErrors.forbidden, { field: 'onBehalfOf' })
  return voice
}
