import type { Caller } from '@qd/server-kit'
import type { JobStanding } from '../../contract/index.ts'

/** How far jobs are, as far as the caller may see them. */
export interface JobStandingPort {
  standingOf(
    caller: Caller,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<JobStanding, 'done' | 'total'>>>
}

export const NO_JOBS: JobStandingPort = { standingOf: async () => new Map() }
