import { hash } from 'node:crypto'
import { decide } from '@qd/approval-flow'
import type { FlowState } from '@qd/approval-flow'
import { PROOF_FORMAT } from './proof-file.ts'
import type { ProofFile, ProvenRow } from './proof-file.ts'
import { unsealedProof } from './seal-proof.ts'

/** The codes of a request, in words. */
const STATUS_WORDS = ['draft', 'pending', 'in review', 'rejected', 'vetoed', 'approved']

/** What a look at a proof found; empty: it holds. */
export interface ProofVerdict {
  problems: string[]
  /** What holds, for people. */
  facts: string[]
}

export interface ProofChecks {
  /** Hash of a link of the audit chain, as the audit writes it. */
  hashOfRow(row: Omit<ProvenRow, 'hash'>): string
}

const sha256 = (text: string) => hash('sha256', text, 'hex')

function checkRevisions({ request, revisions }: ProofFile): string[] {
  const problems = revisions.flatMap((each) => {
    const content = JSON.parse(each.content) as { type?: string; route?: string }
    return [
      ...(sha256(each.content) === each.hash
        ? []
        : [`revision ${each.revision}: the content does not have its hash`]),
      ...(content.type === request.type && content.route === request.route
        ? []
        : [`revision ${each.revision}: the content is of another kind or call`]),
    ]
  })
  const last = revisions.find(({ revision }) => revision === request.revision)
  if (last?.hash !== request.hash) problems.push('the request does not have the hash of its revision')
  return problems
}

/** Plays the votes through the flow: what the policy says must come out. */
function replayed({ request, revisions, votes }: ProofFile): { state: FlowState; problems: string[] } {
  const { stages, differentPeople } = request.policy
  let state: FlowState = {
    status: 1,
    execution: 'none',
    isStopping: false,
    revision: request.revision,
    stage: 0,
    stages,
    differentPeople,
    votes: [],
    excluded: revisions.map(({ by }) => by.person),
    hash: request.hash,
  }
  const problems: string[] = []
  for (const vote of votes.filter(
    (each) => each.revision === request.revision && each.decision === 'approve',
  )) {
    const actor = {
      person: vote.by.person,
      voice: vote.onBehalfOf.person,
      isAuthor: false,
      isAsked: vote.stage === state.stage,
      mayVeto: false,
      mayBypass: false,
    }
    const answer = decide(state, actor, { kind: 'approve', hash: vote.hash })
    if ('next' in answer) state = answer.next
    else problems.push(`the vote of ${vote.by.name} does not count: ${answer.refusal}`)
    if (request.risk === 'R4' && vote.proof === null)
      problems.push(`the vote of ${vote.by.name} has no step-up proof`)
  }
  return { state, problems }
}

function checkVotes(proof: ProofFile): string[] {
  const { request, override } = proof
  const { state, problems } = replayed(proof)
  if (request.isOverride) {
    if (override === null) problems.push('the request says it was overridden, and nobody has')
  } else if ((request.status === 5 || request.startedAt !== null) && state.status !== 5) {
    problems.push('the votes are not enough for the policy')
  }
  return problems
}

function checkChain({ request, votes, override, chain }: ProofFile, { hashOfRow }: ProofChecks): string[] {
  const problems: string[] = []
  for (const [at, { hash: own, ...row }] of chain.entries()) {
    if (hashOfRow(row) !== own) problems.push(`row ${row.seq} of the audit is not what was written`)
    const before = chain[at - 1]
    if (before === undefined) continue
    if (before.seq >= row.seq) problems.push(`row ${row.seq} of the audit is out of order`)
    if (before.seq + 1 === row.seq && row.prev_hash !== before.hash) {
      problems.push(`row ${row.seq} of the audit does not follow row ${before.seq}`)
    }
  }
  const told = (action: string, actorId: string, detail: Record<string, string> = {}) =>
    chain.some((row) => {
      if (row.action !== action || row.actor_id !== actorId || !row.entry.includes(request.id)) return false
      const said = (JSON.parse(row.entry) as { entry: { detail: Record<string, unknown> } }).entry.detail
      return Object.entries(detail).every(([key, value]) => said[key] === value)
    })
  for (const { by, decision, hash: of } of votes) {
    const isTold =
      decision === 'veto'
        ? told('approvals.veto', by.id)
        : told('approvals.vote', by.id, { decision, hash: of })
    if (!isTold) problems.push(`the audit has no row of the vote of ${by.name}`)
  }
  if (override !== null && !told('approvals.override', override.by.id)) {
    problems.push('the audit has no row of the override')
  }
  if (
    request.endedAt !== null &&
    !told('approvals.executed', request.author.id, { outcome: request.execution })
  ) {
    problems.push('the audit has no row of the execution')
  }
  return problems
}

/** Checks a proof by itself: hashes, votes against the policy, and the links of the audit. */
export function verifyProof(text: string, checks: ProofChecks): ProofVerdict {
  let read: ReturnType<typeof unsealedProof>
  try {
    read = unsealedProof(text)
  } catch {
    return { problems: ['the file is no proof: it is not JSON'], facts: [] }
  }
  const { proof, isWhole } = read
  if (proof.format !== PROOF_FORMAT) return { problems: ['the file is no proof of this version'], facts: [] }
  // What somebody has touched may hold anything: it is not read any further.
  if (!isWhole) return { problems: ['the file is not as it was written'], facts: [] }
  const { request, revisions, votes, chain } = proof
  return {
    problems: [...checkRevisions(proof), ...checkVotes(proof), ...checkChain(proof, checks)],
    facts: [
      `request ${request.number} (${request.type}), revision ${request.revision} of ${revisions.length}`,
      `hash ${request.hash}`,
      `${STATUS_WORDS[request.status] ?? request.status}, execution ${request.execution}${request.isOverride ? ', by override' : ''}`,
      `votes: ${votes.length}, rows of the audit: ${chain.length}`,
    ],
  }
}
