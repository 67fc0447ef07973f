import type { CommandEffect, GameCommand } from '@qd/game-contract'
import type { ServedField } from '../definitions/served-definition.ts'
import { nameText } from '../../texts/say.ts'
import { commentText, servedField } from '../definitions/served-definition.ts'
import type { Command } from './command.ts'
import { MAIL_COMMANDS } from './mail-commands.ts'
import { PLAYER_COMMANDS } from './player-commands.ts'
import { SERVER_COMMANDS } from './server-commands.ts'

const ALL: readonly Command[] = [...PLAYER_COMMANDS, ...MAIL_COMMANDS, ...SERVER_COMMANDS]

/** Every function the game offers to its console, by name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(ALL.map((one) => [one.declaration.name, one]))

/** As the contract tells them, with their texts by language. */
type ServedCommand = Omit<GameCommand, 'parameters' | 'effects'> & {
  parameters: ServedField[]
  effects?: readonly CommandEffect[]
}

let served: readonly ServedCommand[] | null = null

/** Made when a console first asks. */
export function servedCommands(): readonly ServedCommand[] {
  served ??= ALL.map(({ declaration }) => ({
    hasDryRun: false,
    result: 'text',
    ...declaration,
    group: nameText(declaration.group),
    title: nameText(declaration.title),
    comment: commentText(declaration.comment),
    parameters: declaration.parameters.map(servedField),
  }))
  return served
}
