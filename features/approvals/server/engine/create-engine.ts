import { setTimeout as sleep } from 'node:timers/promises'
import { inBackground } from '@qd/server-kit'
import { APPROVALS_TOPIC } from '../approvals-deps.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { beginScheduled, expireRequests } from './begin-execution.ts'
import { tellUntold } from '../request/tell-owner.ts'
import { execute } from './execute.ts'
import { followJobs } from './follow-jobs.ts'

/** Executions one node does at once: most only start a job. */
const MOST_RUNS = 8
const GRACE_MS = 1_000

/** The part of every node that executes what was approved. */
export interface ApprovalEngine {
  start(): void
  stop(): Promise<void>
  /** Looks for work now. */
  wake(): void
}

export function createApprovalEngine(deps: UseCaseDeps): ApprovalEngine {
  const { store, timing, log, leases } = deps
  const local = new Map<string, Promise<void>>()
  const heldBack = new Map<string, number>()
  const stopping = new AbortController()
  const disposers: (() => void)[] = []
  let looking: Promise<void> | undefined
  let isLookWanted = false
  let isStopping = false

  async function hold(id: string): Promise<void> {
    try {
      const lease = { name: `approval:${id}`, ttlMs: timing.leaseMs }
      const isRun = await leases.run(lease, (held) => execute(deps, id, held, stopping.signal))
      if (!isRun) heldBack.set(id, performance.now() + timing.leaseMs / 3)
    } catch (error) {
      heldBack.set(id, performance.now() + timing.pollMs)
      if (!stopping.signal.aborted)
        log.error({ err: error, approvalId: id }, 'an execution stopped on this node')
    }
    local.delete(id)
    wake()
  }

  async function beginRuns(): Promise<void> {
    const rows = await store.read
      .selectFrom('approval_request')
      .select('id')
      .where('execution', '=', 'executing')
      .where('job_id', 'is', null)
      .orderBy('started_at')
      .limit(MOST_RUNS * 8)
      .execute()
    const open = new Set(rows.map(({ id }) => id))
    for (const id of heldBack.keys()) if (!open.has(id)) heldBack.delete(id)
    for (const { id } of rows) {
      if (isStopping || local.size >= MOST_RUNS) return
      if (local.has(id) || (heldBack.get(id) ?? 0) > performance.now()) continue
      heldBack.delete(id)
      local.set(
        id,
        inBackground(() => hold(id)),
      )
    }
  }

  async function look(): Promise<void> {
    while (isLookWanted) {
      isLookWanted = false
      if (isStopping) return
      await tellUntold(deps)
      await expireRequests(deps)
      await beginScheduled(deps)
      await followJobs(deps)
      await beginRuns()
    }
  }

  function wake(): void {
    isLookWanted = true
    if (isStopping) return
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'approved requests could not be looked for'))
      .finally(() => (looking = undefined))
  }

  async function drained(limitMs: number): Promise<boolean> {
    const aborter = new AbortController()
    const late = sleep(limitMs, false, { signal: aborter.signal, ref: false }).catch(() => false)
    const isDone = await Promise.race([Promise.all([looking, ...local.values()]).then(() => true), late])
    aborter.abort()
    return isDone
  }

  return {
    wake,
    start() {
      const timer = setInterval(() => inBackground(wake), timing.pollMs)
      timer.unref()
      disposers.push(
        () => clearInterval(timer),
        store.broadcast.subscribe(APPROVALS_TOPIC, () => inBackground(wake)),
        store.broadcast.onLost(wake),
      )
      wake()
    },
    async stop() {
      isStopping = true
      for (const dispose of disposers.splice(0)) dispose()
      if (!(await drained(timing.drainMs))) {
        stopping.abort()
        await drained(GRACE_MS)
      }
      stopping.abort()
    },
  }
}
