import type { CallContext } from '@qd/server-kit'
import type { PlayerRun, RunBrief, RunsAsked } from '../../contract/index.ts'

/** What functions did to the player of a call, as far as its caller may see it; newest first. */
export interface PlayerRunsPort {
  list(ctx: CallContext, asked: RunsAsked): Promise<PlayerRun[]>
  briefs(ctx: CallContext, asked: RunsAsked): Promise<RunBrief[]>
}

export const NO_RUNS: PlayerRunsPort = { list: async () => [], briefs: async () => [] }
