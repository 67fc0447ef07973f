import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { tokenOf } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import { approvalErrors } from '../../contract/index.ts'
import type { approvalRevise } from '../../contract/index.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { personOf } from '../people/asked.ts'
import { findSeen, revisionsOf, votesOf } from './find-request.ts'
import { actorOf, decided } from './flow-of.ts'
import { columnsOf, moveRequest, withFresh } from './move-request.ts'
import { TO_DECIDE, askedAccounts, tell } from './notices.ts'
import { objectsOf, tellOwner } from './tell-owner.ts'
import {
  addWatchers,
  checkedWindow,
  contentColumns,
  neededFor,
  readText,
  rehearsed,
  writeRevision,
} from './submit-request.ts'

const NOT_RUN = {
  has_begun: 0,
  has_written: 0,
  started_at: null,
  ended_at: null,
  job_id: null,
  run_code: '',
  run_words: null,
  decided_at: null,
  is_override: 0,
} as const

/** A new revision by the author: what it would do now, approved by nobody. */
export async function reviseRequest(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof approvalRevise>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof approvalRevise>> {
  const text = await readText(ctx)
  const first = await findSeen(deps, ctx.caller, body.id)
  ctx.fileAt(first.scope)
  const stored = { route: first.route, input: body.input, text, reason: body.reason }
  // Not for others: what it would do is told in the caller's name.
  const actor = await actorOf(deps, ctx.caller, first)
  const whole = async () => ({
    request: await findSeen(deps, ctx.caller, body.id),
    revisions: await revisionsOf(deps, body.id),
    votes: await votesOf(deps, body.id),
  })
  decided(await whole(), actor, { kind: 'revise', hash: first.hash })
  const told = await rehearsed(deps, ctx, stored)
  const policy = await neededFor(deps, told)
  const window = checkedWindow(deps, body.window)
  return withFresh(async () => {
    const read = await whole()
    const { request } = read
    if (request.revision !== body.revision) throw new AppError(approvalErrors.approval_revision_changed)
    const next = decided(read, actor, { kind: 'revise', hash: told.hash })
    const change = {
      ...contentColumns(deps, ctx, told, policy),
      ...columnsOf(next),
      ...NOT_RUN,
      owner_token: tokenOf(ctx.caller),
      lang: ctx.lang,
      reason: body.reason,
      ticket: body.ticket ?? request.ticket,
      window_from: window.from,
      window_to: window.to,
      is_auto: window.auto ? 1 : 0,
    } as const
    const excluded = [personOf(ctx.caller)]
    const to = await askedAccounts(deps, { ...request, ...change }, { excluded })
    await ctx.commit(async (tx: AnyTx) => {
      const happening = { what: 'revised', by: ctx.caller, detail: body.reason } as const
      const before = await objectsOf(tx, request.id)
      const moved = await moveRequest(deps, tx, request, { change, happening })
      const parts = { requestId: request.id, revision: next.revision, told, stored }
      await writeRevision(deps, tx, ctx, parts)
      await tellOwner(deps, tx, moved, before)
      await addWatchers(tx, request.id, body.watchers ?? [])
      await tell(deps, tx, moved, { kind: TO_DECIDE, to, params: { reason: body.reason } })
      ctx.note({ approval: request.id, number: request.number, revision: next.revision, hash: told.hash })
    })
    return { revision: next.revision, hash: told.hash }
  })
}
