import { defineErrors } from '@qd/contract-kit'

export const customFunctionErrors = defineErrors({
  /** Missing, archived or not open to the caller: all the same to them. */
  function_not_found: 404,
  /** Somebody saved meanwhile, or the game server declares it otherwise now. `details: {version}` is the newest. */
  function_changed: 409,
  /** `details: {faults}`, see `functionFault`. */
  function_invalid: 422,
  /** `details: {faults}` with paths below `params`. */
  parameters_invalid: 422,
  function_needs_player: 400,
  function_needs_no_player: 400,
  /** Players of a list that are not of the server, `details: {uIds}` the first hundred of them. */
  function_players_foreign: 422,
  /** The risk asks for `function.run.high`. */
  function_too_risky: 403,
  /** A step needs a right its author does not hold, `details: {permission}`. */
  function_beyond_rights: 403,
  /** No dry run of this version, with these parameters, on this target, by this user in the last 10 minutes. */
  dry_run_required: 409,
  function_version_not_found: 404,
  /** Risk may be raised in the console, never lowered below what the game server says. */
  function_risk_lowered: 422,
  function_group_unknown: 422,
  /** Somebody has said meanwhile what it does. */
  function_effects_changed: 409,
  commands_refused: 502,
})
