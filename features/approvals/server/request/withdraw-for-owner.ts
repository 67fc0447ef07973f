import { AppError } from '@qd/contract-kit'
import type { FlowActor } from '@qd/approval-flow'
import type { Caller } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import { approvalErrors } from '../../contract/index.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { findRow, revisionsOf, votesOf } from './find-request.ts'
import { CONSOLE_ACTOR, decided, isAllowed } from './flow-of.ts'
import { columnsOf, moveRequest } from './move-request.ts'
import { DECIDED, followersOf, outcomeText, tell } from './notices.ts'

/** The console in the place of the author: what the request is about changes, so that nobody can want it as it is. */
const FOR_AUTHOR: FlowActor = { ...CONSOLE_ACTOR, isAuthor: true }

/** What ends a request because its object is about to change; to be done in the write of the owner. */
export async function withdrawalFor(
  deps: UseCaseDeps,
  requestId: string,
  by: Caller,
): Promise<(tx: AnyTx) => Promise<void>> {
  const request = await findRow(deps, requestId)
  if (request?.execution === 'executing') throw new AppError(approvalErrors.approval_state_changed)
  if (request === undefined) return async () => undefined
  const revisions = await revisionsOf(deps, requestId)
  const whole = { request, revisions, votes: await votesOf(deps, requestId) }
  const event = (['withdraw', 'stop'] as const)
    .map((kind) => ({ kind }))
    .find((each) => isAllowed(whole, FOR_AUTHOR, each))
  if (event === undefined) return async () => undefined
  const to = (await followersOf(deps, request)).filter((id) => id !== by.userId)
  const change = { ...columnsOf(decided(whole, FOR_AUTHOR, event)), expires_at: null }
  const happening = { what: event.kind === 'stop' ? 'cancelled' : 'withdrawn', by } as const
  return async (tx) => {
    const moved = await moveRequest(deps, tx, request, { change, happening })
    const params = { outcome: outcomeText('cancelled'), by: by.name, reason: request.reason }
    await tell(deps, tx, moved, { kind: DECIDED, to, params })
  }
}
