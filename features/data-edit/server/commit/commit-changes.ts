import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { dataEditErrors } from '../../contract/index.ts'
import type { Change, commitChanges } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { findRefusals } from '../checking/find-refusals.ts'
import { policyFor } from '../reading/online-policies.ts'
import { playerOf } from '../player-of.ts'
import { limitError, tellerOf } from '../items/beyond-limits.ts'
import { excessOf } from '../items/count-edit.ts'
import { changesFacts } from './approval-facts.ts'
import type { EditCall } from './edit-order.ts'
import { findRequest } from './edit-store.ts'
import { triedEdit } from './try-edit.ts'
import { ticketOf } from './run-edit.ts'
import type { RunEdit } from './run-edit.ts'

/** Refuses the whole commit, before anything is written, when one of its rows can't be right. */
export async function refuseWrongRows(
  deps: UseCaseDeps,
  changes: readonly Change[],
  ctx: Pick<CallContext, 'place' | 'text' | 'holds' | 'signal'>,
): Promise<void> {
  const refused = await findRefusals(deps, changes, ctx)
  const first = refused[0]
  if (first === undefined) return
  throw new AppError(dataEditErrors.edit_refused, {
    field: `changes.${first.index}`,
    params: { msg: first.msg },
    details: { refused },
  })
}

/** Nobody is asked to approve what a limit of items refuses. A call that was made before has its answer. */
async function refuseBeyondLimits(deps: UseCaseDeps, call: EditCall, changes: Change[]): Promise<void> {
  const { caller, player, ticket } = call
  if ((await findRequest(deps.store, ticket)) !== undefined) return
  const excess = await excessOf(deps, changes, { caller, player, kind: 'edit' })
  if (excess.length === 0) return
  const { protocol } = await deps.protocols.known(player.server)
  throw limitError(protocol, changes, { excess, tell: await tellerOf(deps, player.server, call) })
}

/** Sends the changes to the game once, and tells row by row what became of them (S7.15). */
export async function handleCommitChanges(
  deps: UseCaseDeps,
  runEdit: RunEdit,
  { body }: RouteInput<typeof commitChanges>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof commitChanges>> {
  const player = playerOf(ctx)
  const { version, changes, reason, onlinePolicy: asked, idempotencyKey } = body
  const meant = {
    call: 'commit',
    player: [player.server.key, player.uId],
    version,
    changes,
    reason,
    onlinePolicy: asked ?? 'live',
  }
  const { caller, requestId } = ctx
  const ticket = ticketOf(caller.userId, idempotencyKey, meant)
  const call = { caller, requestId, player, ticket, lang: ctx.lang, text: ctx.text.bind(ctx) }
  await refuseBeyondLimits(deps, call, changes)
  await ctx.approve(
    await changesFacts(deps, ctx, { changes, key: 'edit.title.commit', isBack: false, gives: changes }),
    triedEdit(deps, ctx, async () => ({
      version,
      changes,
      ...(asked === undefined ? {} : { onlinePolicy: asked }),
    })),
  )
  const answer = await runEdit(call, async () => {
    // Nothing has been sent yet, and nothing is unknown: waiting again for a silent server would only take longer.
    deps.protocols.refuseSilent(player.server)
    // Side by side: a server that does not answer lets each of them wait.
    const [, onlinePolicy] = await Promise.all([
      refuseWrongRows(deps, changes, ctx),
      policyFor(deps, player, asked),
    ])
    deps.protocols.refuseSilent(player.server)
    return { version, reason, changes, onlinePolicy }
  })
  const { editId, results, replayed = false } = answer
  ctx.note({ editId, version: answer.version, results, replayed })
  return answer
}
