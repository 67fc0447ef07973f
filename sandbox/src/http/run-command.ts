import type { CommandsRunReply, CommandsRunRequest } from '@qd/game-contract'
import { checkValue, fieldNode, isForbiddenKey, ownValue } from '@qd/protocol-model'
import type { ProtocolDefinition } from '@qd/protocol-model'
import { COMMANDS } from '../game/commands/commands.ts'
import { faultText } from '../game/edit/row-fault.ts'
import type { Language } from '@qd/i18n'
import { nameText, say } from '../texts/say.ts'
import type { Command, CommandCall, Declaration, PlayerCommand, Reply } from '../game/commands/command.ts'
import { GameFailure } from '../game/game-failure.ts'
import type { Game } from '../game/game.ts'

/** The parameters with defaults filled in; throws 2004 with the parameter's name. */
function paramsOf(
  protocol: ProtocolDefinition,
  { parameters }: Declaration,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const strange = Object.keys(given).find(
    (name) => isForbiddenKey(name) || !parameters.some(({ fieldName }) => fieldName === name),
  )
  if (strange !== undefined)
    throw new GameFailure(2004, say('没有参数 {name}', { name: strange }), { field: strange })
  return Object.fromEntries(
    parameters.map((field) => {
      const { fieldName, defaultVal } = field
      const name = nameText(field.name)
      const value = ownValue(given, fieldName) ?? defaultVal
      if (value === undefined) throw new GameFailure(2004, say('缺少 {name}', { name }), { field: fieldName })
      const node = fieldNode(protocol, field)
      const fault = node && checkValue(protocol, node, { value, place: fieldName })
      if (fault) {
        const said = say('{name} 不合要求：{fault}', { name, fault: faultText(fault) })
        throw new GameFailure(2004, said, { field: fault.field })
      }
      return [fieldName, value]
    }),
  )
}

const isAboutPlayer = (command: Command): command is PlayerCommand => command.declaration.target === 'player'

function replyOf(command: Command, call: CommandCall, uId: string | undefined): Reply {
  if (!isAboutPlayer(command)) return command.run(call)
  if (uId === undefined) throw new GameFailure(2004, say('缺少玩家'), { field: 'uId' })
  return command.run(call, call.game.player(uId))
}

/** Runs one declared command, or tells what it would do. */
export function runCommand(game: Game, input: CommandsRunRequest, language: Language): CommandsRunReply {
  const command = COMMANDS.get(input.name)
  if (!command) throw new GameFailure(3002, say('没有命令 {name}', { name: input.name }), { field: 'name' })
  const { declaration } = command
  if (input.dryRun && declaration.hasDryRun !== true) {
    throw new GameFailure(2004, say('这个命令不能试运行'), { field: 'dryRun' })
  }
  const params = paramsOf(game.definitions.protocol, declaration, input.params)
  const reply = replyOf(command, { game, params, isDryRun: input.dryRun, language }, input.uId)
  const { opId, user, reason } = input.operator
  if (!input.dryRun) {
    game.log.write('info', 'command.run', { opId, user, reason, name: input.name, uId: input.uId ?? '' })
  }
  return { actions: [], c: [], ...reply }
}
