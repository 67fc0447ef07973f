import type { StoredRequest } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { placesOf, policyOf } from '../people/asked.ts'
import { revisionsOf, votesOf } from '../request/find-request.ts'
import { PROOF_FORMAT } from './proof-file.ts'
import type { ProofFile } from './proof-file.ts'

function requestPart(request: StoredRequest): ProofFile['request'] {
  return {
    id: request.id,
    number: request.number,
    type: request.type,
    route: request.route,
    status: request.status,
    execution: request.execution,
    risk: request.risk,
    scope: request.scope,
    environment: request.environment,
    places: placesOf(request),
    revision: request.revision,
    hash: request.hash,
    policy: policyOf(request),
    author: { id: request.owner_id, name: request.owner },
    isOverride: request.is_override === 1,
    window: { from: request.window_from, to: request.window_to },
    createdAt: request.created_at,
    decidedAt: request.decided_at,
    startedAt: request.started_at,
    endedAt: request.ended_at,
    jobId: request.job_id,
    code: request.run_code,
  }
}

/** What proves a request, with the links of the audit chain that belong to it. */
export async function makeProof(
  deps: UseCaseDeps,
  request: StoredRequest,
  head: { seq: number; hash: string },
): Promise<ProofFile> {
  const revisions = await revisionsOf(deps, request.id)
  const callIds = revisions.map((each) => each.call_id)
  const [votes, override, chain] = await Promise.all([
    votesOf(deps, request.id),
    deps.store.read
      .selectFrom('approval_override')
      .selectAll()
      .where('request_id', '=', request.id)
      .executeTakeFirst(),
    deps.chainOf(request.id, callIds),
  ])
  return {
    format: PROOF_FORMAT,
    madeAt: deps.nowMs(),
    head,
    request: requestPart(request),
    revisions: revisions.map((each) => ({
      revision: each.revision,
      hash: each.hash,
      content: each.content,
      by: { id: each.by_id, name: each.by_name, person: each.by_person },
      reason: each.reason,
      at: each.at,
    })),
    votes: votes.map((vote) => ({
      revision: vote.revision,
      stage: vote.stage,
      decision: vote.decision,
      by: { id: vote.voter_id, name: vote.voter, person: vote.person },
      onBehalfOf: { id: vote.voice_id, name: vote.voice_name, person: vote.voice },
      hash: vote.hash,
      reason: vote.reason,
      proof: vote.proof,
      at: vote.at,
    })),
    override:
      override === undefined
        ? null
        : {
            by: { id: override.by_id, name: override.by_name, person: override.by_person },
            reason: override.reason,
            at: override.at,
          },
    chain: [...chain],
  }
}
