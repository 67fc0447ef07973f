import { call } from '@qd/web-calls'
import { MOST_VOTES, approvalDecideMany } from '../../contract/index.ts'
import type { ListedApproval } from '../../contract/index.ts'

export type BatchChoice = 'approve' | 'reject'

/** How one of several requests was decided on, or why it was not. */
export interface BatchResult {
  request: ListedApproval
  /** Empty: decided. */
  fault: string
}

/** An approval that takes a step-up proof for its hash is given by itself. */
export const isAlone = (request: Pick<ListedApproval, 'risk'>, choice: BatchChoice): boolean =>
  choice === 'approve' && request.risk === 'R4'

/** Decides on each as it was read; the results in the same order. */
export async function decideMany(
  requests: readonly ListedApproval[],
  { choice, reason, ownId }: { choice: BatchChoice; reason: string; ownId: string },
): Promise<BatchResult[]> {
  const results: BatchResult[] = []
  for (let at = 0; at < requests.length; at += MOST_VOTES) {
    const part = requests.slice(at, at + MOST_VOTES)
    const votes = part.map(({ id, hash, voice }) => ({
      id,
      hash,
      ...(voice === null || voice.id === ownId ? {} : { onBehalfOf: voice.id }),
    }))
    const body = { votes, decision: choice, reason }
    const reply = await call(approvalDecideMany, { body }, { tag: 'approvals:batch.title', told: 'form' })
    for (const [index, request] of part.entries())
      results.push({ request, fault: reply.results[index]?.msg ?? '' })
  }
  return results
}
