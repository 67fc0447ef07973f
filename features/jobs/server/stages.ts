import { parseJsonText } from '@qd/canonical-json'
import type { JobStage } from '@qd/server-kit'
import { stageEnds } from './cut-rows.ts'
import type { StoredJob } from './job-tables.ts'

/** The stages before the rest; none for a job that runs in one go. */
export function stagesOf({ stages }: Pick<StoredJob, 'stages'>): JobStage[] {
  return stages === null ? [] : (parseJsonText(stages) as JobStage[])
}

/** Rows before this one belong to the stage the job is at, or to an earlier one. */
export function stageEnd(job: Pick<StoredJob, 'stages' | 'stage'>): number {
  return stageEnds(stagesOf(job))[job.stage] ?? Infinity
}

const AT_GATE = new Set(['stage_go', 'stage_failed'])

/** Whether the job stands between two stages until somebody says that it goes on. */
export const needsGo = ({ state, why }: Pick<StoredJob, 'state' | 'why'>): boolean =>
  state === 'paused' && AT_GATE.has(why)

/** Whether somebody may say now that it goes on with the next stage: it waits for that, or for a time. */
export function isBetweenStages(job: Pick<StoredJob, 'state' | 'why' | 'gate_until'>): boolean {
  const isWaiting = job.gate_until !== null && (job.state === 'queued' || job.state === 'paused')
  return needsGo(job) || isWaiting
}
