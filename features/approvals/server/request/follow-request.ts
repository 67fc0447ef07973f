import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import type { ApprovalTables } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { findSeen, revisionsOf, votesOf } from './find-request.ts'
import { actorOf, decided } from './flow-of.ts'
import { columnsOf, moveRequest, publishMove, withFresh } from './move-request.ts'
import { addWatchers } from './submit-request.ts'

/** Back to a draft that only its author sees; handed in again it is a new revision. */
export async function withdrawRequest(
  deps: UseCaseDeps,
  { id }: { id: string },
  ctx: CallContext,
): Promise<null> {
  return withFresh(async () => {
    const request = await findSeen(deps, ctx.caller, id)
    ctx.fileAt(request.scope)
    const whole = { request, revisions: await revisionsOf(deps, id), votes: await votesOf(deps, id) }
    const next = decided(whole, await actorOf(deps, ctx.caller, request), { kind: 'withdraw' })
    await ctx.commit(async (tx: AnyTx) => {
      const happening = { what: 'withdrawn', by: ctx.caller } as const
      const change = { ...columnsOf(next), expires_at: null }
      await moveRequest(deps, tx, request, { change, happening })
      ctx.note({ approval: id, number: request.number })
    })
    return null
  })
}

export async function commentOn(
  deps: UseCaseDeps,
  { id, text }: { id: string; text: string },
  ctx: CallContext,
): Promise<{ commentId: string }> {
  const request = await findSeen(deps, ctx.caller, id)
  ctx.fileAt(request.scope)
  const at = deps.nowMs()
  const commentId = uuidv7(at)
  const { userId, name } = ctx.caller
  await ctx.commit(async (tx: AnyTx) => {
    const db: Kysely<ApprovalTables> = tx
    const row = { id: commentId, request_id: id, by_id: userId, by_name: name, text, at }
    await db.insertInto('approval_comment').values(row).execute()
    publishMove(tx, request)
  })
  return { commentId }
}

export async function watchRequest(
  deps: UseCaseDeps,
  { id, isWatched }: { id: string; isWatched: boolean },
  ctx: CallContext,
): Promise<null> {
  const request = await findSeen(deps, ctx.caller, id)
  ctx.fileAt(request.scope)
  const { userId } = ctx.caller
  await ctx.commit(async (tx: AnyTx) => {
    const db: Kysely<ApprovalTables> = tx
    if (isWatched) return addWatchers(tx, id, [userId])
    await db
      .deleteFrom('approval_watcher')
      .where('request_id', '=', id)
      .where('user_id', '=', userId)
      .execute()
    return undefined
  })
  return null
}
