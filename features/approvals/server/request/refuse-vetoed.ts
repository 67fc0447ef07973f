import { AppError } from '@qd/contract-kit'
import { utcText } from '@qd/server-kit'
import { approvalErrors } from '../../contract/index.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'

/** Throws where the same content was vetoed, in whoever's request, and is blocked since. */
export async function refuseVetoed(
  { store, nowMs }: Pick<UseCaseDeps, 'store' | 'nowMs'>,
  contentHash: string,
): Promise<void> {
  const block = await store.read
    .selectFrom('approval_block')
    .select(['at', 'until'])
    .where('content_hash', '=', contentHash)
    .where('until', '>', nowMs())
    .executeTakeFirst()
  if (block === undefined) return
  const params = { date: utcText(block.at), until: utcText(block.until) }
  throw new AppError(approvalErrors.approval_vetoed_before, { params })
}

/** Whether the request that a job was started for was vetoed. */
export async function isVetoedJob({ store }: Pick<UseCaseDeps, 'store'>, jobId: string): Promise<boolean> {
  const vetoed = await store.read
    .selectFrom('approval_request')
    .select('id')
    .where('job_id', '=', jobId)
    .where('status', '=', 4)
    .where('execution', '!=', 'none')
    .executeTakeFirst()
  return vetoed !== undefined
}
