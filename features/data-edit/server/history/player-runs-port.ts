import type { CallContext } from '@qd/server-kit'
import type { Expression } from 'kysely'
import type { PlayerRun, RunCount, RunsAsked } from '../../contract/index.ts'

/** What functions did to the player of a call, as far as its caller may see it. */
export interface PlayerRunsPort {
  /** Newest first. */
  list(ctx: CallContext, asked: RunsAsked): Promise<PlayerRun[]>
  /** Added up by the database: a player may have any number of runs. */
  counts(ctx: CallContext, asked: RunsAsked): Promise<RunCount[]>
  /** Their ids as a part of a query: what stands in brackets after `in`; null: there are none. */
  idsIn(ctx: CallContext, asked: RunsAsked): Expression<unknown> | null
}

export const NO_RUNS: PlayerRunsPort = { list: async () => [], counts: async () => [], idsIn: () => null }
