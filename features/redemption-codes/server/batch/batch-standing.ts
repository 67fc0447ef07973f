import { AppError } from '@qd/contract-kit'
import { OPEN_STANDINGS } from '@qd/server-kit'
import { codesErrors } from '../../contract/index.ts'
import type { BatchState } from '../../contract/index.ts'
import type { BatchRow } from '../code-tables.ts'
import type { UseCaseDeps } from '../codes-deps.ts'

/** Ids of batches whose making was given up. */
export type Stopped = ReadonlySet<string>

/** Which of these are still to be made and have no job any more that would. */
export async function stoppedOf(
  { endingsOf }: Pick<UseCaseDeps, 'endingsOf'>,
  rows: readonly BatchRow[],
): Promise<Stopped> {
  const making = rows.filter(({ state }) => state === 'generating')
  if (making.length === 0) return new Set()
  const endings = await endingsOf(making.flatMap(({ job_id: jobId }) => jobId ?? []))
  const isGone = ({ job_id: jobId }: BatchRow) => endings.get(jobId ?? '')?.isOpen !== true
  return new Set(making.filter(isGone).map(({ id }) => id))
}

/** Where a batch stands for people: a draft where its request does, one that is not made any more is paused. */
export function standingOf(row: BatchRow, stopped: Stopped): BatchState {
  if (stopped.has(row.id)) return 'paused'
  if (row.state !== 'draft') return row.state
  if (row.request_state === 'pending') return 'pending'
  return row.request_state === 'approved' || row.request_state === 'executing' ? 'approved' : 'draft'
}

export function requestOf({ request_id: requestId, request_number: number, request_state: state }: BatchRow) {
  return requestId === null || state === null ? null : { requestId, number: number ?? 0, state }
}

/** What somebody may be voting on, or is about to be released, stays as it is. */
export function assertUnasked({ request_state: state, request_number: number }: BatchRow): void {
  if (state !== null && OPEN_STANDINGS.includes(state))
    throw new AppError(codesErrors.code_batch_in_approval, { params: { number: number ?? 0 } })
}
