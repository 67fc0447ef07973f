import { defineErrors } from '@qd/contract-kit'

export const botsErrors = defineErrors({
  /** The scenario is wrong at a step. */
  bots_scenario_wrong: 400,
  /** More clients than the environment may have. */
  bots_over_limit: 429,
  /** No grant names production. */
  bots_production: 403,
  bots_definition_refused: 502,
  bots_run_not_found: 404,
  bots_no_report: 409,
  bots_scenario_not_found: 404,
  /** Somebody has saved another version meanwhile. */
  bots_scenario_changed: 409,
  /** The caller has one of this name. */
  bots_scenario_twice: 409,
  bots_scenarios_full: 429,
})
