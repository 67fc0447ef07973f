import type { FunctionRun } from '../contract/index.ts'

/** `''` in operator and line_id: all below the place above. */
export interface CustomFunctionRow {
  id: string
  game: string
  operator: string
  line_id: string
  owner_id: string
  owner: string
  /** JSON list of group ids. */
  groups: string
  /** Number of the newest version. */
  version: number
  is_archived: number
  created_at: number
}

/** A save; never changed afterwards. */
export interface CustomFunctionVersionRow {
  function_id: string
  version: number
  /** JSON of `functionDefinition`. */
  definition: string
  risk: string
  at: number
  actor_id: string
  actor: string
  note: string
}

/** What the console says otherwise about a function of the game servers of a line. */
export interface FunctionOverrideRow {
  line_id: string
  name: string
  is_hidden: number
  risk: string | null
  /** JSON list of group ids; null: everybody with the right. */
  groups: string | null
  actor: string
  at: number
}

/** What the console says that a function of the game servers of a line does. */
export interface FunctionEffectsRow {
  line_id: string
  name: string
  /** Counts up with each change. */
  revision: number
  /** JSON list of effects; null: taken back. */
  effects: string | null
  actor: string
  at: number
}

/** A dry run, good for some minutes: what was planned, for whom and by which version. */
export interface FunctionPlanRow {
  id: string
  actor_id: string
  at: number
  /** Hash over function, version, parameters and target. */
  meant: string
  /** JSON of the planned steps. */
  steps: string
}

export interface FunctionRunRow {
  id: string
  actor_id: string
  actor: string
  at: number
  /** Made up by the caller; one run per user and key, of a job one per job and key whoever goes on with it. */
  key: string
  body_hash: string
  source: string
  function_id: string
  version: string
  title: string
  server_key: string
  s_id: number
  u_id: string
  reason: string
  /** JSON, without sensitive parameters. */
  params: string
  status: FunctionRun['status']
  /** JSON of the step results so far. */
  steps: string
  /** JSON of what going on needs (`RunState`); empty once the run has ended. */
  state: string
  job_id: string | null
}

export interface CustomFunctionTables {
  custom_function: CustomFunctionRow
  custom_function_version: CustomFunctionVersionRow
  function_override: FunctionOverrideRow
  function_effects: FunctionEffectsRow
  function_plan: FunctionPlanRow
  function_run: FunctionRunRow
}
