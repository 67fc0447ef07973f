import {
  AppError,
  MANY_PLAYERS,
  NO_WORTH,
  UNKNOWN_EFFECTS,
  UNKNOWN_WORTH,
  addEffects,
  effectsOf,
} from '@qd/contract-kit'
import type { Effects, Worth } from '@qd/contract-kit'
import type { Step } from '@qd/function-steps'
import { effectsOfPlaces } from '@qd/player-edit'
import type { PlannedStep } from '../../contract/index.ts'
import type { RunContext, UseCaseDeps } from '../function-deps.ts'
import { placeOnly } from '../weigh.ts'
import type { Runnable } from './runnable.ts'

/** A message does what the game lets a player do with it, which nobody declares; a command what it declares. */
function effectsOfStep({ protocol, commands }: Runnable, step: Step): Effects {
  if (step.kind === 'read') return effectsOf()
  if (step.kind === 'patch') return effectsOfPlaces(protocol, step.changes.map(placeOnly))
  if (step.kind === 'message') return UNKNOWN_EFFECTS
  return commands.get(step.name)?.effects ?? UNKNOWN_EFFECTS
}

/** What a run can do, whatever its values are; `players` null: on the server. */
export function effectsOfRun(runnable: Runnable, players: readonly string[] | null): Effects {
  return addEffects([
    effectsOf((players?.length ?? 0) >= MANY_PLAYERS && 'many'),
    ...runnable.steps.map((step) => effectsOfStep(runnable, step)),
  ])
}

/**
 * What a run without a plan gives: nothing, or nobody can say, because a patch takes its values from each player and a
 * command of the game does not tell how much it gives.
 */
export function worthUnplanned(runnable: Runnable): Worth {
  const { known, isComplete } = effectsOfRun(runnable, null)
  return isComplete && !known.includes('items') ? NO_WORTH : UNKNOWN_WORTH
}

/** What a run gives by its plan, as far as the plan can know it. */
export async function worthPlanned(
  { edits }: Pick<UseCaseDeps, 'edits'>,
  ctx: RunContext,
  runnable: Runnable,
  plan: () => Promise<readonly PlannedStep[] | null>,
): Promise<Worth> {
  const unplanned = worthUnplanned(runnable)
  const { steps, parameters } = runnable
  const isPlain = steps.every(({ kind }) => kind === 'read' || kind === 'patch')
  // A plan keeps no secrets, so that a quantity may be missing in it.
  if (unplanned.isComplete || !isPlain || parameters.some(({ sensitive }) => sensitive === true))
    return unplanned
  try {
    const planned = await plan()
    if (planned === null) return unplanned
    return await edits.worthOf(
      ctx,
      planned.flatMap(({ status, changes }) => (status === 'ready' ? changes : [])),
    )
  } catch (error) {
    // A plan that is too old refuses the run itself.
    if (error instanceof AppError) return unplanned
    throw error
  }
}
