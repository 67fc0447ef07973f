import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { Step } from '@qd/function-steps'
import type { Field } from '@qd/protocol-model'
import type { CallContext } from '@qd/server-kit'
import type { tryFunction } from '../../contract/index.ts'
import { refuseFaults } from '../faults.ts'
import type { UseCaseDeps } from '../function-deps.ts'
import { planRun } from '../run/plan-run.ts'
import { checkedParams } from '../run/runnable.ts'
import type { Runnable } from '../run/runnable.ts'
import { designWorld, faultsOf, refuseBeyondRights, weighDefinition } from './check-definition.ts'

/** Plans a definition that nobody has saved, with the rights its designer has here; no run can follow from it. */
export async function handleTryFunction(
  deps: UseCaseDeps,
  { body: { definition, params: given } }: RouteInput<typeof tryFunction>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof tryFunction>> {
  const world = await designWorld(deps, ctx, definition.steps)
  refuseFaults(ctx, faultsOf(world, definition), definition)
  const steps = definition.steps as unknown as Step[]
  refuseBeyondRights(deps, world, steps, (permission) => ctx.holds(permission))
  const runnable: Runnable = {
    ref: { source: 'composed', id: '', version: '' },
    title: definition.title,
    name: definition.title,
    needsPlayer: definition.target === 'player',
    parameters: definition.parameters as readonly Field[],
    steps,
    risk: weighDefinition(deps, world, definition),
    needsDryRun: false,
    confirmName: '',
    protocol: world.protocol,
    commands: new Map(world.commands.map((each) => [each.command.name, each])),
  }
  const planned = await planRun(deps, ctx, runnable, checkedParams(ctx, runnable, given))
  return {
    risk: runnable.risk,
    isRunnable: planned.every(({ status }) => status !== 'failed'),
    steps: planned,
  }
}
