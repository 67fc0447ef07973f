import { AppError, coreErrors, higherRisk } from '@qd/contract-kit'
import type { Risk } from '@qd/contract-kit'
import { readParams } from '@qd/function-steps'
import type { Step, StepFault } from '@qd/function-steps'
import { textIn } from '@qd/i18n'
import { fieldIn } from '@qd/protocol-model'
import type { Field, ProtocolDefinition } from '@qd/protocol-model'
import type { JobTitle } from '@qd/server-kit'
import { customFunctionErrors } from '../../contract/index.ts'
import type { FunctionDefinition, FunctionRef } from '../../contract/index.ts'
import { needsDryRun } from '../entries.ts'
import { refuseParams } from '../faults.ts'
import { findComposed } from '../find-composed.ts'
import type { UseCaseDeps, RunContext } from '../function-deps.ts'
import { viewerOf } from '../list/list-functions.ts'
import { serverOf } from '../place.ts'
import { offeredCommands } from '../server-commands.ts'
import type { OfferedCommand } from '../server-commands.ts'
import { mayRunRisk, seesCommand } from '../visible.ts'
import { riskOf } from '../weigh.ts'

/** A function in one version with all that running it takes; those of the game are one step of their own. */
export interface Runnable {
  ref: FunctionRef
  title: string
  /** The same for readers of all languages the game has. */
  name: JobTitle
  needsPlayer: boolean
  parameters: readonly Field[]
  steps: readonly Step[]
  risk: Risk
  needsDryRun: boolean
  confirmName: string
  protocol: ProtocolDefinition
  commands: ReadonlyMap<string, OfferedCommand>
}

/** A function of the game that a step may call: it is there and not hidden. */
export function openCommand(
  { commands }: Pick<Runnable, 'commands'>,
  name: string,
): OfferedCommand | undefined {
  const offered = commands.get(name)
  return offered?.override?.isHidden === true ? undefined : offered
}

export const commandUnknown = (name: string): StepFault => ({
  path: '',
  code: 'command_unknown',
  detail: name,
})

const notFound = () => new AppError(customFunctionErrors.function_not_found, { field: 'function' })

async function commandsFor(
  deps: UseCaseDeps,
  ctx: RunContext,
  isNeeded: boolean,
): Promise<ReadonlyMap<string, OfferedCommand>> {
  if (!isNeeded) return new Map()
  const { commands } = await offeredCommands(deps, serverOf(ctx))
  return new Map(commands.map((each) => [each.command.name, each]))
}

async function gameFunction(deps: UseCaseDeps, ctx: RunContext, ref: FunctionRef): Promise<Runnable> {
  const commands = await commandsFor(deps, ctx, true)
  const offered = commands.get(ref.id)
  if (offered === undefined || offered.override?.isHidden === true) throw notFound()
  if (!seesCommand(await viewerOf(deps, ctx), offered)) throw notFound()
  if (offered.version !== ref.version) {
    const details = { version: offered.version }
    throw new AppError(customFunctionErrors.function_changed, { field: 'function.version', details })
  }
  const { command, risk } = offered
  const params = Object.fromEntries(
    command.parameters.map(({ fieldName }) => [fieldName, { $: `param.${fieldName}` }]),
  )
  const title = textIn(command.title, ctx.lang)
  return {
    ref,
    title,
    name: typeof command.title === 'string' ? title : { texts: command.title, otherwise: title },
    needsPlayer: command.target === 'player',
    parameters: command.parameters.map((field) => fieldIn(field, ctx.lang)),
    steps: [{ kind: 'command', name: command.name, params }],
    risk,
    needsDryRun: needsDryRun(command.hasDryRun, risk),
    confirmName: command.confirmName ?? '',
    protocol: await deps.edits.protocol(serverOf(ctx)),
    commands,
  }
}

async function composedFunction(deps: UseCaseDeps, ctx: RunContext, ref: FunctionRef): Promise<Runnable> {
  const { row, saved, definition } = await findComposed(deps, ctx, ref.id, ref.version)
  if (row.is_archived === 1) throw notFound()
  // Checked when it was saved; a step that no longer fits the game fails as a step.
  const steps = definition.steps as unknown as Step[]
  const commands = await commandsFor(
    deps,
    ctx,
    steps.some(({ kind }) => kind === 'command'),
  )
  const protocol = await deps.edits.protocol(serverOf(ctx))
  const now = riskOf(deps.edits, { protocol, commands: [...commands.values()] }, steps)
  const risk = higherRisk(saved.risk as Risk, now)
  return {
    ref,
    title: definition.title,
    name: definition.title,
    needsPlayer: definition.target === 'player',
    parameters: definition.parameters as readonly Field[],
    steps,
    risk,
    needsDryRun: needsDryRun(true, risk),
    confirmName: '',
    protocol,
    commands,
  }
}

/** The function a caller wants to run, if it is open to them; throws AppError. */
export async function findRunnable(deps: UseCaseDeps, ctx: RunContext, ref: FunctionRef): Promise<Runnable> {
  const runnable = await (ref.source === 'server' ? gameFunction : composedFunction)(deps, ctx, ref)
  if (!mayRunRisk(ctx, runnable.risk)) {
    throw new AppError(customFunctionErrors.function_too_risky, { params: { risk: runnable.risk } })
  }
  return runnable
}

/** The values it runs with, on a target that fits; throws AppError. */
export function checkedParams(
  ctx: RunContext,
  runnable: Runnable,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (runnable.needsPlayer && ctx.place.uId === undefined) {
    throw new AppError(customFunctionErrors.function_needs_player, { field: 'uId' })
  }
  const { params, faults } = readParams(runnable.parameters, given, runnable.protocol)
  refuseParams(ctx, faults, { parameters: [...runnable.parameters] as FunctionDefinition['parameters'] })
  return params
}

/** What an operator types to confirm. */
export function confirmNameOf(ctx: Pick<RunContext, 'place'>, runnable: Runnable): string {
  if (runnable.confirmName !== '') return runnable.confirmName
  return (runnable.needsPlayer ? ctx.place.uId : undefined) ?? serverOf(ctx).serviceName
}

/** The player the function is about, as its own target; throws `player_required`. */
export function playerIn({ place }: Pick<RunContext, 'place'>): string {
  if (place.uId === undefined) throw new AppError(coreErrors.player_required)
  return place.uId
}
