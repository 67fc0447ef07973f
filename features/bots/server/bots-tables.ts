import type { BotsEnding } from '../contract/index.ts'

/** Times are ms UTC; JSON is text. */
export interface BotsTables {
  /** A run; its job is kept by the jobs feature. */
  bots_run: {
    job_id: string
    title: string
    hash: string
    /** The scenario as it was run. */
    scenario: string
    load: string
    scope: string
    /** 0: it was played against a record. */
    s_id: number
    /** Name of the socket-only record; empty: a server. */
    record: string
    line_id: string
    environment: string
    clients: number
    owner_id: string
    owner: string
    compare_to: string
    started_at: number
    /** When it began to play; a run is played once. */
    begun_at: number | null
    /** Null: its clients count against what the environment may have. */
    ended_at: number | null
    ended: BotsEnding | null
    report: string | null
  }
  /** A row an environment: whoever counts its clients locks it first. */
  bots_limit: { environment: string }
  bots_scenario: {
    id: string
    game: string
    name: string
    owner_id: string
    owner: string
    /** JSON of the ids of groups that see it. */
    share: string
    revision: number
    updated_at: number
  }
  bots_scenario_version: { scenario_id: string; revision: number; body: string; at: number; by: string }
}
