import { AppError, coreErrors, riskAtLeast } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { expiryOf } from '@qd/approval-flow'
import type { FlowEvent, FlowState } from '@qd/approval-flow'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext, Caller } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import type { approvalDecide, approvalVeto } from '../../contract/index.ts'
import type { ApprovalTables, StoredRequest, StoredVote } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { delegatorsOf, personOf } from '../people/asked.ts'
import { voiceOf } from '../people/delegations.ts'
import { findSeen, revisionsOf, votesOf } from '../request/find-request.ts'
import { actorOf, decided } from '../request/flow-of.ts'
import { columnsOf, moveRequest, withFresh } from '../request/move-request.ts'
import { DECIDED, TO_DECIDE, askedAccounts, followersOf, outcomeText, tell } from '../request/notices.ts'
import { refuseVetoed } from '../request/refuse-vetoed.ts'

/** A content that was vetoed cannot be handed in again for so long. */
const BLOCK_MS = 30 * 86_400_000
const PROVEN_FROM = 'R4'

interface Ballot {
  decision: StoredVote['decision']
  stage: number
  reason: string
  proof: string | null
}

async function writeVote(
  tx: AnyTx,
  { request, caller, voice, nowMs }: { request: StoredRequest; caller: Caller; voice: Caller; nowMs: number },
  { decision, stage, reason, proof }: Ballot,
): Promise<void> {
  const db: Kysely<ApprovalTables> = tx
  await db
    .insertInto('approval_vote')
    .values({
      id: uuidv7(nowMs),
      request_id: request.id,
      revision: request.revision,
      stage,
      voter_id: caller.userId,
      voter: caller.name,
      person: personOf(caller),
      voice_id: voice.userId,
      voice_name: voice.name,
      voice: personOf(voice),
      decision,
      reason,
      hash: request.hash,
      proof,
      at: nowMs,
    })
    .execute()
}

/** What follows from an approval: how long it is good for, and whether the console begins by itself. */
function afterApproval(deps: UseCaseDeps, request: StoredRequest, next: FlowState): Partial<StoredRequest> {
  if (next.status !== 5) return columnsOf(next)
  const now = deps.nowMs()
  const execution = request.is_auto === 1 ? 'scheduled' : next.execution
  const window = { from: request.window_from, to: request.window_to }
  return { ...columnsOf(next), execution, decided_at: now, expires_at: expiryOf(window, now) }
}

/** What a vote needs of its call. */
export type VoteContext = Pick<
  CallContext,
  'caller' | 'askStepUp' | 'stepUpGiven' | 'fileAt' | 'note' | 'commit'
>

const wholeOf = async (deps: UseCaseDeps, ctx: VoteContext, id: string) => ({
  request: await findSeen(deps, ctx.caller, id),
  revisions: await revisionsOf(deps, id),
  votes: await votesOf(deps, id),
})

type DecideBody = RouteInput<typeof approvalDecide>['body']

async function decideOnce(deps: UseCaseDeps, body: DecideBody, ctx: VoteContext) {
  const whole = await wholeOf(deps, ctx, body.id)
  const { request } = whole
  ctx.fileAt(request.scope)
  const voice = await voiceOf(deps, ctx, body.onBehalfOf, await delegatorsOf(deps, ctx.caller.userId))
  const actor = await actorOf(deps, ctx.caller, request, voice)
  const event: FlowEvent = { kind: body.decision, hash: body.hash }
  const next = decided(whole, actor, event)
  const isApproval = body.decision === 'approve'
  if (isApproval) await refuseVetoed(deps, request.content_hash)
  if (isApproval && riskAtLeast(request.risk, PROVEN_FROM)) await ctx.askStepUp()
  const change = isApproval
    ? afterApproval(deps, request, next)
    : { ...columnsOf(next), decided_at: deps.nowMs(), expires_at: null }
  const isStage = isApproval && next.status !== 5
  const hasPassed = isStage && next.stage !== request.stage
  const waiting = hasPassed
    ? await askedAccounts(deps, { ...request, stage: next.stage }, { excluded: [personOf(ctx.caller)] })
    : []
  const followers = isStage ? [] : await followersOf(deps, request)
  await ctx.commit(async (tx: AnyTx) => {
    const what = isApproval ? (isStage ? 'approved_stage' : 'approved') : 'rejected'
    const happening = { what, by: ctx.caller, detail: body.reason } as const
    const moved = await moveRequest(deps, tx, request, { change, happening })
    const stage = isApproval ? request.stage : -2
    const proof = ctx.stepUpGiven
    const ballot = { decision: body.decision, stage, reason: body.reason, proof }
    await writeVote(tx, { request, caller: ctx.caller, voice, nowMs: moved.updated_at }, ballot)
    await tell(deps, tx, moved, { kind: TO_DECIDE, to: waiting, params: { reason: request.reason } })
    const outcome = outcomeText(isApproval ? 'approved' : 'rejected')
    const params = { outcome, by: ctx.caller.name, reason: body.reason }
    await tell(deps, tx, moved, { kind: DECIDED, to: followers, params })
    ctx.note({ approval: request.id, number: request.number, revision: request.revision })
  })
  return { status: next.status }
}

/** Approves or sends back exactly what was read; of two who decide at once the second decides on what the first has left. */
export async function decideRequest(
  deps: UseCaseDeps,
  { body }: Pick<RouteInput<typeof approvalDecide>, 'body'>,
  ctx: VoteContext,
): Promise<RouteReplyGiven<typeof approvalDecide>> {
  if (body.decision === 'reject' && body.reason === '') {
    throw new AppError(coreErrors.reason_required, { field: 'reason' })
  }
  return withFresh(() => decideOnce(deps, body, ctx))
}

/** Ends a request for good, and blocks the same content; a job under way stops at its next row. */
export async function vetoRequest(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof approvalVeto>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof approvalVeto>> {
  const moved = await withFresh(async () => {
    const whole = await wholeOf(deps, ctx, body.id)
    const { request } = whole
    ctx.fileAt(request.scope)
    const actor = await actorOf(deps, ctx.caller, request)
    const next = decided(whole, actor, { kind: 'veto', hash: body.hash })
    const followers = await followersOf(deps, request)
    return ctx.commit(async (tx: AnyTx) => {
      const now = deps.nowMs()
      const happening = { what: 'vetoed', by: ctx.caller, detail: body.reason } as const
      const change = { ...columnsOf(next), decided_at: now, expires_at: null }
      const row = await moveRequest(deps, tx, request, { change, happening })
      const ballot = { decision: 'veto', stage: -1, reason: body.reason, proof: null } as const
      await writeVote(tx, { request, caller: ctx.caller, voice: ctx.caller, nowMs: now }, ballot)
      await block(tx, request, now)
      const params = { outcome: outcomeText('vetoed'), by: ctx.caller.name, reason: body.reason }
      await tell(deps, tx, row, { kind: DECIDED, to: followers, params })
      ctx.note({ approval: request.id, number: request.number, revision: request.revision })
      return row
    })
  })
  if (moved.is_stopping === 1 && moved.job_id !== null)
    await deps.jobs.cancel(moved.job_id, ctx.caller.userId)
  return { status: moved.status }
}

async function block(tx: AnyTx, request: StoredRequest, nowMs: number): Promise<void> {
  const db: Kysely<ApprovalTables> = tx
  const until = nowMs + BLOCK_MS
  await db
    .insertInto('approval_block')
    .values({ content_hash: request.content_hash, until, at: nowMs, request_id: request.id })
    .onConflict((conflict) => conflict.column('content_hash').doUpdateSet({ until, at: nowMs }))
    .execute()
}
