import { createPublicKey, hash, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import { decide } from '@qd/approval-flow'
import type { FlowState } from '@qd/approval-flow'
import { PROOF_FORMAT, UNSIGNED_FORMAT } from './proof-file.ts'
import type { ProofFile, ProvenRow } from './proof-file.ts'
import { bytesOf, unsealedProof } from './seal-proof.ts'
import type { ReadProof } from './seal-proof.ts'
import { fingerprintOfKey } from './trusted-keys.ts'
import type { TrustedKey } from './trusted-keys.ts'

/** The codes of a request, in words. */
const STATUS_WORDS = ['draft', 'pending', 'in review', 'rejected', 'vetoed', 'approved']

/** What a look at a proof found. */
export interface ProofVerdict {
  /** Empty: nothing in it contradicts itself. */
  problems: string[]
  /** Why nobody can say that the console wrote it; empty, without problems: it is proven. */
  unproven: string[]
  /** What holds, for people. */
  facts: string[]
}

export interface ProofChecks {
  /** Keys from elsewhere; one inside the file is never trusted. */
  keys: readonly TrustedKey[]
  /** Hash of a link of the audit chain, as the audit writes it. */
  hashOfRow(row: Omit<ProvenRow, 'hash'>): string
}

const sha256 = (text: string) => hash('sha256', text, 'hex')

function checkRevisions({ request, revisions }: ProofFile): string[] {
  const problems = revisions.flatMap((each) => {
    const content = parseJsonText(each.content) as { type?: string; route?: string }
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
      const said = (parseJsonText(row.entry) as { entry: { detail: Record<string, unknown> } }).entry.detail
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

const refused = (problem: string): ProofVerdict => ({ problems: [problem], unproven: [], facts: [] })

function publicKeyOf(base64: string): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), type: 'spki', format: 'der' })
  } catch {
    return null
  }
}

const isWithin = (seq: number, { from, to }: TrustedKey) =>
  (from === null || seq >= from) && (to === null || seq <= to)

/** Whether a key that the reader trusts signed these bytes, within its span of the audit. */
function checkSignature(
  { proof, signature }: ReadProof,
  keys: readonly TrustedKey[],
): Pick<ProofVerdict, 'problems' | 'unproven'> {
  const problem = (text: string) => ({ problems: [text], unproven: [] })
  if (proof.format === UNSIGNED_FORMAT) {
    return { problems: [], unproven: ['it was written by a version that signed no proofs'] }
  }
  if (signature === undefined || proof.head === undefined) return problem('the file has no signature')
  if (signature === null) return problem('what stands in place of its signature is none')
  if (keys.length === 0) {
    const hint = 'give the key of the console with --key, or its fingerprint with --fingerprint'
    return { problems: [], unproven: [`its signature was not compared with a key that you trust: ${hint}`] }
  }
  const { fingerprint } = signature
  const trusted = keys.find((each) => each.fingerprint === fingerprint)
  if (trusted === undefined)
    return problem(`it is signed by ${fingerprint}, which is none of the keys you gave`)
  const key = publicKeyOf(signature.publicKey)
  if (key === null || fingerprintOfKey(key) !== fingerprint) {
    return problem('the key inside the file does not have the fingerprint it says')
  }
  if (!verify(null, bytesOf(proof), key, Buffer.from(signature.value, 'base64'))) {
    return problem('the signature is not of this content')
  }
  if (trusted.state === 'revoked') return problem('its key was revoked: nothing it signed is proven')
  if (trusted.state === 'retired' && (trusted.from === null || trusted.to === null)) {
    return { problems: [], unproven: ['its key is retired, and the span of it in the audit is not known'] }
  }
  if (!isWithin(proof.head.seq, trusted)) {
    return problem(`it was signed at row ${proof.head.seq} of the audit, outside the span of its key`)
  }
  const later = proof.chain.find(({ seq }) => seq > proof.head!.seq)
  if (later !== undefined) return problem(`row ${later.seq} of the audit is later than its signature`)
  return { problems: [], unproven: [] }
}

/** Checks a proof: hashes, votes against the policy, the links of the audit, and the signature by a key that is trusted. */
export function verifyProof(text: string, checks: ProofChecks): ProofVerdict {
  let read: ReturnType<typeof unsealedProof>
  try {
    read = unsealedProof(text)
  } catch {
    return refused('the file is no proof: it is not JSON')
  }
  const { proof, isWhole } = read
  if (proof.format !== PROOF_FORMAT && proof.format !== UNSIGNED_FORMAT) {
    return refused('the file is no proof of this version')
  }
  // What somebody has touched may hold anything: it is not read any further.
  if (!isWhole) return refused('the file is not as it was written')
  const { request, revisions, votes, chain } = proof
  const signed = checkSignature(read, checks.keys)
  return {
    problems: [
      ...signed.problems,
      ...checkRevisions(proof),
      ...checkVotes(proof),
      ...checkChain(proof, checks),
    ],
    unproven: signed.unproven,
    facts: [
      `request ${request.number} (${request.type}), revision ${request.revision} of ${revisions.length}`,
      `hash ${request.hash}`,
      `${STATUS_WORDS[request.status] ?? request.status}, execution ${request.execution}${request.isOverride ? ', by override' : ''}`,
      `votes: ${votes.length}, rows of the audit: ${chain.length}`,
    ],
  }
}
