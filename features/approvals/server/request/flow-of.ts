import { AppError, coreErrors } from '@qd/contract-kit'
import { decide } from '@qd/approval-flow'
import type { FlowActor, FlowEvent, FlowRefusal, FlowState } from '@qd/approval-flow'
import { holdsAtPath, utcText } from '@qd/server-kit'
import type { Caller } from '@qd/server-kit'
import { approvalErrors, bypassApprovals, vetoApprovals } from '../../contract/index.ts'
import type { StoredRequest, StoredRevision, StoredVote } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { isAuthorOf } from './find-request.ts'
import { excludedBy, isAskedAt, mayLetHold, personOf, placesOf, policyOf } from '../people/asked.ts'

export interface WholeRequest {
  request: StoredRequest
  revisions: readonly Pick<StoredRevision, 'by_id' | 'by_person' | 'by_token'>[]
  votes: readonly StoredVote[]
}

/** What the flow needs to know of a request. */
export function flowOf({ request, revisions, votes }: WholeRequest): FlowState {
  const { stages, differentPeople } = policyOf(request)
  const yes = votes.filter((vote) => vote.revision === request.revision && vote.decision === 'approve')
  return {
    status: request.status,
    execution: request.execution,
    isStopping: request.is_stopping === 1,
    revision: request.revision,
    stage: request.stage,
    stages,
    differentPeople,
    votes: yes.map(({ person, voice, stage }) => ({ person, voice, stage })),
    excluded: excludedBy(revisions),
    hash: request.hash,
  }
}

const holdsEverywhere = (caller: Caller, request: StoredRequest, permission: typeof vetoApprovals) =>
  placesOf(request).every((place) => holdsAtPath(caller, permission, place))

/** Somebody who acts, for themselves or in another's voice. */
export async function actorOf(
  deps: Pick<UseCaseDeps, 'groups' | 'mayGive' | 'calls'>,
  caller: Caller,
  request: StoredRequest,
  voice: Caller = caller,
): Promise<FlowActor> {
  return {
    person: personOf(caller),
    voice: personOf(voice),
    isAuthor: isAuthorOf(deps, caller, request),
    isAsked: await isAskedAt(deps, voice, request, request.stage),
    mayVeto: holdsEverywhere(caller, request, vetoApprovals),
    // Not even in an emergency: it would let them hold more than they do.
    mayBypass: holdsEverywhere(caller, request, bypassApprovals) && (await mayLetHold(deps, caller, request)),
  }
}

/** The console by itself. */
export const CONSOLE_ACTOR: FlowActor = {
  person: null,
  voice: null,
  isAuthor: false,
  isAsked: false,
  mayVeto: false,
  mayBypass: false,
}

const REFUSALS: Record<FlowRefusal, AppError['def']> = {
  wrong_state: approvalErrors.approval_state_changed,
  not_author: coreErrors.forbidden,
  not_system: coreErrors.forbidden,
  excluded: approvalErrors.approval_own,
  voted: approvalErrors.approval_voted,
  not_asked: approvalErrors.approval_not_asked,
  no_right: coreErrors.forbidden,
  other_hash: approvalErrors.approval_revision_changed,
  window_closed: approvalErrors.approval_window_closed,
}

/** When a window opens and closes, in words. */
export function windowParams({ window_from: from, window_to: to }: StoredRequest) {
  const at = (ms: number | null) => (ms === null ? '…' : utcText(ms))
  return { from: at(from), to: at(to) }
}

/** What becomes of the request; throws what the flow refuses. */
export function decided(whole: WholeRequest, actor: FlowActor, event: FlowEvent): FlowState {
  const answer = decide(flowOf(whole), actor, event)
  if ('next' in answer) return answer.next
  const def = REFUSALS[answer.refusal]
  throw new AppError(def, answer.refusal === 'window_closed' ? { params: windowParams(whole.request) } : {})
}

export function isAllowed(whole: WholeRequest, actor: FlowActor, event: FlowEvent): boolean {
  return 'next' in decide(flowOf(whole), actor, event)
}
