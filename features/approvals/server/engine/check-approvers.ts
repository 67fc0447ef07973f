import { AppError } from '@qd/contract-kit'
import { grantsFor } from '@qd/server-kit'
import { approvalErrors, decideApprovals } from '../../contract/index.ts'
import type { StoredRequest, StoredVote } from '../approval-tables.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { excludedBy, isAskedAt, personOf, policyOf } from '../people/asked.ts'
import { revisionsOf } from '../request/find-request.ts'

interface Standing {
  stage: number
  people: string[]
}

/** A vote as it stands now: its people, or null where the account, the right or the group is gone. */
async function standingOf(
  deps: UseCaseDeps,
  request: StoredRequest,
  vote: StoredVote,
): Promise<Standing | null> {
  const voice = await deps.callers.of(vote.voice_id)
  const voter = vote.voter_id === vote.voice_id ? voice : await deps.callers.of(vote.voter_id)
  if (voice === null || voter === null) return null
  // Who decides for somebody is somebody who may decide.
  if (grantsFor(voter, decideApprovals).length === 0) return null
  if (!(await isAskedAt(deps, voice, request, vote.stage))) return null
  return { stage: vote.stage, people: [...new Set([personOf(voter), personOf(voice)])] }
}

/**
 * Throws unless each vote still counts with the rights of now, and enough different people are behind them: accounts may
 * have become those of one person since.
 */
export async function checkApprovers(
  deps: UseCaseDeps,
  request: StoredRequest,
  votes: readonly StoredVote[],
): Promise<void> {
  const excluded = excludedBy(await revisionsOf(deps, request.id))
  const { stages, differentPeople } = policyOf(request)
  const yes = votes.filter((vote) => vote.revision === request.revision && vote.decision === 'approve')
  const lost = (name: string) => new AppError(approvalErrors.approval_votes_lost, { params: { name } })
  const seen = new Map<number, Set<string>>()
  for (const vote of yes) {
    const standing = await standingOf(deps, request, vote)
    if (standing === null || vote.hash !== request.hash) throw lost(vote.voter)
    const key = differentPeople ? -1 : standing.stage
    const known = seen.get(key) ?? new Set()
    for (const person of standing.people) {
      if (excluded.includes(person) || known.has(person)) throw lost(vote.voter)
      known.add(person)
    }
    seen.set(key, known)
  }
  for (const [at, { need }] of stages.entries()) {
    if (yes.filter(({ stage }) => stage === at).length < need) throw lost('')
  }
}
