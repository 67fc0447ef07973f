import { createHash } from 'node:crypto'
import { UNKNOWN_EFFECTS, effectsOf, higherRisk } from '@qd/contract-kit'
import type { Effect, Effects, Risk } from '@qd/contract-kit'
import type { GameCommand, ReadCommands } from '@qd/game-contract'
import { canonicalJson, parseJsonText } from '@qd/canonical-json'
import { fromGame } from '@qd/server-kit'
import type { CatalogueServer } from '@qd/server-kit'
import type { UseCaseDeps } from './function-deps.ts'
import type { FunctionEffectsRow, FunctionOverrideRow } from './tables.ts'

interface SetEffects {
  /** Counts up with each change. */
  revision: number
  /** Null: taken back. */
  effects: Effect[] | null
}

/** A function of the game server with what the console says otherwise. */
export interface OfferedCommand {
  command: GameCommand
  version: string
  /** With the override counted in; never below what the game says. */
  risk: Risk
  /** As the game declares it, and the console besides; unknown where neither says. */
  effects: Effects
  /** What the console says it does besides; null: nothing was said. */
  setEffects: SetEffects | null
  override: { isHidden: boolean; risk: Risk | null; groups: string[] | null } | null
}

const versionOf = (command: GameCommand): string =>
  createHash('sha256').update(canonicalJson(command)).digest('hex').slice(0, 16)

export function overrideOf(row: FunctionOverrideRow): NonNullable<OfferedCommand['override']> {
  return {
    isHidden: row.is_hidden === 1,
    risk: row.risk as Risk | null,
    groups: row.groups === null ? null : (parseJsonText(row.groups) as string[]),
  }
}

/** What the game says of a command counts, and what the console adds to it. */
function effectsOfCommand({ effects }: GameCommand, set: SetEffects | null): Effects {
  if (effects === undefined && (set?.effects ?? null) === null) return UNKNOWN_EFFECTS
  return effectsOf(...(effects ?? []), ...(set?.effects ?? []))
}

const setEffectsOf = ({ revision, effects }: FunctionEffectsRow): SetEffects => ({
  revision,
  effects: effects === null ? null : (parseJsonText(effects) as Effect[]),
})

/** What the game server declares now, as it is offered; throws AppError. */
export async function offeredCommands(
  { reach, store }: Pick<UseCaseDeps, 'reach' | 'store'>,
  server: CatalogueServer,
): Promise<{ commands: OfferedCommand[]; refused: ReadCommands['refused'] }> {
  const reached = await reach.reach(server)
  const { commands, refused } = await fromGame(reached.commands.list(reached.target))
  const rows = await store.read
    .selectFrom('function_override')
    .selectAll()
    .where('line_id', '=', server.lineId)
    .execute()
  const said = await store.read
    .selectFrom('function_effects')
    .selectAll()
    .where('line_id', '=', server.lineId)
    .execute()
  const effects = new Map(said.map((row) => [row.name, setEffectsOf(row)]))
  const overrides = new Map(rows.map((row) => [row.name, overrideOf(row)]))
  const offered = commands.map((command) => {
    const override = overrides.get(command.name) ?? null
    const setEffects = effects.get(command.name) ?? null
    return {
      command,
      version: versionOf(command),
      risk: higherRisk(command.risk, override?.risk ?? 'R0'),
      effects: effectsOfCommand(command, setEffects),
      setEffects,
      override,
    }
  })
  return { commands: offered, refused }
}
