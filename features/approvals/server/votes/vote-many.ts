import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { AuditEntry, CallContext } from '@qd/server-kit'
import { approvalDecide, approvalErrors } from '../../contract/index.ts'
import type { approvalDecideMany } from '../../contract/index.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { decideRequest } from './vote.ts'
import type { VoteContext } from './vote.ts'

type Body = RouteInput<typeof approvalDecideMany>['body']
type Result = RouteReplyGiven<typeof approvalDecideMany>['results'][number]

/** The row of one vote: the same that the vote by itself writes. */
function entryOf(
  ctx: CallContext,
  { id, hash, onBehalfOf = '' }: Body['votes'][number],
  body: Body,
): AuditEntry {
  const { caller, requestId, address } = ctx
  return {
    requestId,
    actorId: caller.userId,
    actor: caller.username,
    sessionId: caller.sessionId,
    address,
    action: approvalDecide.title,
    risk: approvalDecide.risk,
    scope: '',
    target: id,
    reason: body.reason,
    detail: { decision: body.decision, hash, onBehalfOf, votes: body.votes.length },
  }
}

function contextOf(deps: UseCaseDeps, ctx: CallContext, entry: AuditEntry): VoteContext {
  return {
    caller: ctx.caller,
    stepUpGiven: null,
    async askStepUp() {
      throw new AppError(approvalErrors.approval_alone)
    },
    fileAt(scope) {
      entry.scope = scope
    },
    note(detail) {
      Object.assign(entry.detail, detail)
    },
    commit: (change) => deps.audit.commit(() => entry, change),
  }
}

/** Decides on each request as its own vote would; what one is refused for keeps no other one back. */
export async function decideMany(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof approvalDecideMany>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof approvalDecideMany>> {
  if (body.decision === 'reject' && body.reason === '') {
    throw new AppError(coreErrors.reason_required, { field: 'reason' })
  }
  const { decision, reason } = body
  const results: Result[] = []
  for (const vote of body.votes) {
    const entry = entryOf(ctx, vote, body)
    try {
      const given = { body: { ...vote, decision, reason } }
      const { status } = await decideRequest(deps, given, contextOf(deps, ctx, entry))
      results.push({ id: vote.id, status, code: '', msg: '' })
    } catch (error) {
      const known = error instanceof AppError ? error : new AppError(coreErrors.internal)
      if (known !== error) deps.log.error({ err: error, approvalId: vote.id }, 'a vote failed by a fault')
      const { code, status } = known.def
      await deps.audit.refused(entry, { status, code })
      results.push({ id: vote.id, status: null, code, msg: deps.texts.error(known, ctx.lang) })
    }
  }
  return { results }
}
