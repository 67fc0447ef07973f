import { AppError, coreErrors, higherRisk, permissionKey, riskAtLeast } from '@qd/contract-kit'
import type { PermissionTriple, Risk } from '@qd/contract-kit'
import { editPlayerData, editSensitive, readPlayerData } from '@qd/data-edit/contract'
import { checkFunction } from '@qd/function-steps'
import type { Step, StepFault } from '@qd/function-steps'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { fromGame } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { enterHash } from '@qd/simulator/contract'
import { customFunctionErrors, runRiskyFunction } from '../../contract/index.ts'
import type { FunctionDefinition } from '../../contract/index.ts'
import type { UseCaseDeps } from '../function-deps.ts'
import { serverOf } from '../place.ts'
import { offeredCommands } from '../server-commands.ts'
import type { OfferedCommand } from '../server-commands.ts'
import { touchesSensitive, riskOf } from '../weigh.ts'

export interface DesignWorld {
  protocol: ProtocolDefinition
  commands: readonly OfferedCommand[]
  messages: ReadonlySet<string> | null
}

async function commandsOf(deps: UseCaseDeps, ctx: CallContext): Promise<readonly OfferedCommand[]> {
  try {
    return (await offeredCommands(deps, serverOf(ctx))).commands
  } catch (error) {
    // A game without functions of its own still has functions made of reads and patches.
    if (error instanceof AppError && error.def === coreErrors.capability_missing) return []
    throw error
  }
}

/** What a definition is checked against: all of it comes from the server the page stands on. */
export async function designWorld(
  deps: UseCaseDeps,
  ctx: CallContext,
  steps: readonly { kind?: unknown }[],
): Promise<DesignWorld> {
  const server = serverOf(ctx)
  const protocol = await deps.edits.protocol(server)
  const isNeeded = (kind: string) => steps.some((step) => step.kind === kind)
  const commands = isNeeded('command') ? await commandsOf(deps, ctx) : []
  if (!isNeeded('message')) return { protocol, commands, messages: null }
  const { proto, target } = await deps.reach.reach(server)
  const { cmds } = await fromGame(proto.read(target))
  const sent = cmds.filter(({ req }) => req !== '').map(({ name }) => name)
  return { protocol, commands, messages: new Set(sent) }
}

export function faultsOf(world: DesignWorld, definition: FunctionDefinition): StepFault[] {
  const commands = world.commands.map(({ command }) => command)
  return checkFunction(definition, { ...world, commands })
}

export function weighDefinition(deps: UseCaseDeps, world: DesignWorld, definition: FunctionDefinition): Risk {
  // Only a definition without faults is weighed: its steps have their shape.
  return higherRisk(riskOf(deps.edits, world, definition.steps as unknown as Step[]), definition.risk ?? 'R0')
}

function neededFor(deps: UseCaseDeps, world: DesignWorld, step: Step): PermissionTriple[] {
  if (step.kind === 'read') return [readPlayerData]
  if (step.kind === 'patch') {
    return touchesSensitive(deps.edits, world.protocol, step)
      ? [editPlayerData, editSensitive]
      : [editPlayerData]
  }
  if (step.kind === 'message') return [enterHash.permission as PermissionTriple]
  const offered = step.kind === 'command' && world.commands.find(({ command }) => command.name === step.name)
  return offered && riskAtLeast(offered.risk, 'R3') ? [runRiskyFunction] : []
}

/** A designer lends nobody rights they do not hold themselves where the function is offered. */
export function refuseBeyondRights(
  deps: UseCaseDeps,
  world: DesignWorld,
  steps: readonly Step[],
  holds: (permission: PermissionTriple) => boolean,
): void {
  for (const [index, step] of steps.entries()) {
    const missing = neededFor(deps, world, step).find((permission) => !holds(permission))
    if (missing === undefined) continue
    const permission = permissionKey(missing)
    throw new AppError(customFunctionErrors.function_beyond_rights, {
      field: `definition.steps.${index}`,
      params: { step: index + 1, permission: { permission } },
      details: { permission },
    })
  }
}
