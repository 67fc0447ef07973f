import { AppError } from '@qd/contract-kit'
import type { Step } from '@qd/function-steps'
import { diffInfoOf } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import type { PlannedStep } from '../../contract/index.ts'
import type { RunContext, UseCaseDeps } from '../function-deps.ts'
import type { Runnable } from './runnable.ts'

/** Whether a step may give items: a change to a table of items, and whatever the game itself does. */
function mayGive(protocol: ProtocolDefinition, step: Step): boolean {
  if (step.kind === 'read') return false
  if (step.kind !== 'patch') return true
  return step.changes.some(({ diff, op }) => {
    const info = diffInfoOf(protocol, diff)
    const key = info?.fields.find(({ fieldName }) => fieldName === info.key)
    return op !== 'remove' && key?.dataProvider === 'gameProp'
  })
}

/**
 * What a run without a plan gives: nothing, or nobody can say, because a patch takes its values from each player and a
 * command of the game tells nothing of what it gives.
 */
export function worthUnplanned({ protocol, steps }: Runnable): string | null {
  return steps.some((step) => mayGive(protocol, step)) ? null : '0'
}

/** What a run gives by its plan, as far as the plan can know it. */
export async function worthPlanned(
  { edits }: Pick<UseCaseDeps, 'edits'>,
  ctx: RunContext,
  runnable: Runnable,
  plan: () => Promise<readonly PlannedStep[] | null>,
): Promise<string | null> {
  const unplanned = worthUnplanned(runnable)
  const { steps, parameters } = runnable
  const isPlain = steps.every(({ kind }) => kind === 'read' || kind === 'patch')
  // A plan keeps no secrets, so that a quantity may be missing in it.
  if (unplanned !== null || !isPlain || parameters.some(({ sensitive }) => sensitive === true))
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
