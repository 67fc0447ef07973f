import { createNodeRuns } from '@qd/server-kit'
import type { NodeRuns } from '@qd/server-kit'
import { APPROVALS_TOPIC } from '../approvals-deps.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { beginScheduled, expireRequests } from './begin-execution.ts'
import { createGapWatch } from '../policy/tell-gaps.ts'
import { tellUntold } from '../request/tell-owner.ts'
import { execute } from './execute.ts'
import { followJobs } from './follow-jobs.ts'

/** Executions one node does at once: most only start a job. */
const MOST_RUNS = 8

/** The part of every node that executes what was approved. */
export type ApprovalEngine = Omit<NodeRuns, 'begin'>

export function createApprovalEngine(deps: UseCaseDeps): ApprovalEngine {
  const { store, timing, log, leases } = deps

  const lookForGaps = createGapWatch(deps)

  async function beginRuns(): Promise<void> {
    const rows = await store.read
      .selectFrom('approval_request')
      .select('id')
      .where('execution', '=', 'executing')
      .where('job_id', 'is', null)
      .orderBy('started_at')
      .limit(MOST_RUNS * 8)
      .execute()
    runs.begin(rows.map(({ id }) => id))
  }

  const runs = createNodeRuns({
    broadcast: store.broadcast,
    topic: APPROVALS_TOPIC,
    timing: { ...timing, retryMs: timing.pollMs },
    most: MOST_RUNS,
    async look() {
      await tellUntold(deps)
      await expireRequests(deps)
      await beginScheduled(deps)
      await followJobs(deps)
      await beginRuns()
      await lookForGaps()
    },
    run: (id, stopping) => {
      const lease = { name: `approval:${id}`, ttlMs: timing.leaseMs }
      return leases.run(lease, (held) => execute(deps, id, held, stopping))
    },
    onLookFault: (error) => log.error({ err: error }, 'approved requests could not be looked for'),
    onRunFault: (error, id) => log.error({ err: error, approvalId: id }, 'an execution stopped on this node'),
  })
  return runs
}
