import { AppError } from '@qd/contract-kit'
import { isWindowOpen } from '@qd/approval-flow'
import type { FlowActor } from '@qd/approval-flow'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { findSeen, revisionsOf, votesOf } from '../request/find-request.ts'
import { CONSOLE_ACTOR, actorOf, decided } from '../request/flow-of.ts'
import { columnsOf, moveRequest, withFresh } from '../request/move-request.ts'
import { DECIDED, followersOf, outcomeText, tell } from '../request/notices.ts'
import { refuseVetoed } from '../request/refuse-vetoed.ts'

async function begun(deps: UseCaseDeps, request: StoredRequest, actor: FlowActor, hash: string) {
  const { id, window_from: from, window_to: to } = request
  const whole = { request, revisions: await revisionsOf(deps, id), votes: await votesOf(deps, id) }
  const isOpen = isWindowOpen({ from, to }, deps.nowMs())
  const next = decided(whole, actor, { kind: 'begin', hash, isWindowOpen: isOpen })
  return { ...columnsOf(next), started_at: deps.nowMs(), expires_at: null }
}

/** Begins the execution of an approved request; a node does it from here on, whatever becomes of the page. */
export async function executeRequest(
  deps: UseCaseDeps,
  { id, hash }: { id: string; hash: string },
  ctx: CallContext,
): Promise<null> {
  return withFresh(async () => {
    const request = await findSeen(deps, ctx.caller, id)
    ctx.fileAt(request.scope)
    const change = await begun(deps, request, await actorOf(deps, ctx.caller, request), hash)
    await refuseVetoed(deps, request.content_hash)
    await ctx.commit(async (tx: AnyTx) => {
      await moveRequest(deps, tx, request, { change, happening: { what: 'executing', by: ctx.caller } })
      ctx.note({ approval: id, number: request.number })
    })
    return null
  })
}

/** Begins what was approved to begin by itself, once its window is open. */
export async function beginScheduled(deps: UseCaseDeps): Promise<void> {
  const now = deps.nowMs()
  const ready = await deps.store.read
    .selectFrom('approval_request')
    .selectAll()
    .where('execution', '=', 'scheduled')
    .where('status', '=', 5)
    .where((eb) => eb.or([eb('window_from', 'is', null), eb('window_from', '<=', now)]))
    .where((eb) => eb.or([eb('window_to', 'is', null), eb('window_to', '>=', now)]))
    .limit(100)
    .execute()
  for (const request of ready) {
    await unlessRefused(async () => {
      const change = await begun(deps, request, CONSOLE_ACTOR, request.hash)
      const happening = { what: 'executing', by: null } as const
      await deps.store.write((tx) => moveRequest(deps, tx, request, { change, happening }))
    })
  }
}

/** Another node was first, or somebody else: the next look tells what is left to do. */
export async function unlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Ends the execution: what has not begun does not begin, a job stops at its next row. */
export async function stopExecution(
  deps: UseCaseDeps,
  { id, reason }: { id: string; reason: string },
  ctx: CallContext,
): Promise<null> {
  const stopped = await withFresh(async () => {
    const request = await findSeen(deps, ctx.caller, id)
    ctx.fileAt(request.scope)
    const whole = { request, revisions: await revisionsOf(deps, id), votes: await votesOf(deps, id) }
    const next = decided(whole, await actorOf(deps, ctx.caller, request), { kind: 'stop' })
    return ctx.commit((tx: AnyTx) => {
      const happening = { what: 'cancelled', by: ctx.caller, detail: reason } as const
      ctx.note({ approval: id, number: request.number, reason })
      return moveRequest(deps, tx, request, { change: columnsOf(next), happening })
    })
  })
  if (stopped.is_stopping === 1 && stopped.job_id !== null)
    await deps.jobs.cancel(stopped.job_id, ctx.caller.userId)
  return null
}

/** Requests that nobody decided on, or executed, in time. */
export async function expireRequests(deps: UseCaseDeps): Promise<void> {
  const late = await deps.store.read
    .selectFrom('approval_request')
    .selectAll()
    .where('execution', 'in', ['none', 'scheduled'])
    .where('status', 'in', [1, 2, 5])
    .where('expires_at', '<=', deps.nowMs())
    .limit(100)
    .execute()
  for (const request of late) await unlessRefused(() => expire(deps, request))
}

async function expire(deps: UseCaseDeps, request: StoredRequest): Promise<void> {
  const whole = { request, revisions: [], votes: [] }
  const next = decided(whole, CONSOLE_ACTOR, { kind: 'expire' })
  const change = { ...columnsOf(next), expires_at: null }
  const to = await followersOf(deps, request)
  await deps.store.write(async (tx) => {
    const happening = { what: 'expired', by: null } as const
    const moved = await moveRequest(deps, tx, request, { change, happening })
    const by = { text: 'approvals.console' }
    const params = { outcome: outcomeText('expired'), by, reason: request.reason }
    await tell(deps, tx, moved, { kind: DECIDED, to, params })
  })
}
