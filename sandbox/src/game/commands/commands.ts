import type { GameCommand } from '@qd/game-contract'
import { nameText } from '../../texts/say.ts'
import { localComment, servedField } from '../definitions/served-definition.ts'
import type { Command } from './command.ts'
import { MAIL_COMMANDS } from './mail-commands.ts'
import { PLAYER_COMMANDS } from './player-commands.ts'
import { SERVER_COMMANDS } from './server-commands.ts'

const ALL: readonly Command[] = [...PLAYER_COMMANDS, ...MAIL_COMMANDS, ...SERVER_COMMANDS]

/** Every function the game offers to its console, by name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(ALL.map((one) => [one.declaration.name, one]))

/** As the contract tells them, in every language. */
export const DECLARATIONS: readonly GameCommand[] = ALL.map(({ declaration }) => ({
  hasDryRun: false,
  result: 'text',
  ...declaration,
  group: nameText(declaration.group),
  title: nameText(declaration.title),
  comment: localComment(declaration.comment),
  parameters: declaration.parameters.map(servedField),
}))
