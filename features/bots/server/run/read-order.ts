import { createHash } from 'node:crypto'
import { canonicalJson } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import type { AdapterProto } from '@qd/game-contract/adapter'
import type { FrameDescriptor } from '@qd/game-frame'
import { checkScenario, compileScenario, linkScenario } from '@qd/scenario'
import type { Json, Scenario } from '@qd/scenario'
import { botsErrors } from '../../contract/index.ts'
import type { CallContext } from '@qd/server-kit'
import { foreignStep, mayBeAnybody } from './bot-devices.ts'
import { refuseFault } from '../scenarios/fault-text.ts'
import { commandFinder } from '../worker/command-finder.ts'
import { MessageBodies } from '../worker/message-bodies.ts'
import type { WorkerCommand } from '../worker/messages.ts'

/** The scenario with all it calls; throws with the step and the field that is wrong. */
export async function readScenario(
  value: unknown,
  find: (name: string) => Promise<Scenario | null>,
  ctx: Pick<CallContext, 'signal' | 'text'>,
): Promise<Scenario> {
  const checked = checkScenario(value)
  if (!checked.ok) return refuseFault(ctx, checked.faults)
  const linked = await linkScenario(checked.scenario, find, ctx.signal)
  return linked.ok ? linked.scenario : refuseFault(ctx, linked.faults)
}

type GameCommand = Omit<AdapterProto['cmds'][number], 'comment'>

/** What a game has of its messages, wherever they are known from. */
export interface GameMessages {
  nested: unknown
  cmds: readonly GameCommand[]
}

export function commandsOf({ cmds }: Pick<GameMessages, 'cmds'>): WorkerCommand[] {
  return cmds.map(({ cmd, name, req, res, push }) => ({ cmd, name, req, res: res || push }))
}

/** Throws where the scenario sends what the game does not know, or where the definition cannot be read. */
export function checkAgainstGame(
  scenario: Scenario,
  proto: GameMessages,
  format: FrameDescriptor['body'],
  ctx: Pick<CallContext, 'text'>,
): void {
  const commands = commandsOf(proto)
  const compiled = compileScenario(scenario, commandFinder(commands))
  if (!compiled.ok) refuseFault(ctx, compiled.faults)
  try {
    void new MessageBodies(proto.nested, commands, format)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError(botsErrors.bots_definition_refused, { params: { reason }, cause: error })
  }
}

/** Throws where bots would enter as players who are not theirs. */
export function refuseForeign(
  scenario: Scenario,
  proto: Pick<GameMessages, 'cmds'>,
  ctx: Pick<CallContext, 'caller' | 'place' | 'text'>,
): void {
  if (mayBeAnybody(ctx.caller, ctx.place)) return
  const foreign = foreignStep(scenario, commandFinder(commandsOf(proto)))
  if (foreign !== null) refuseFault(ctx, [{ ...foreign, code: 'not_a_bot' }])
}

/** Stands for the scenario and its values: the same hash, the same play. */
export function hashOf(scenario: Scenario, env: Readonly<Record<string, Json>>): string {
  return createHash('sha256')
    .update(canonicalJson({ scenario, env } as never))
    .digest('hex')
    .slice(0, 32)
}
