import type { CommandEffect, CommandTable, CommandsRunReply, GameCommand } from '@qd/game-contract'
import type { Field } from '@qd/protocol-model'
import type { Language } from '@qd/i18n'
import { localText } from '../../texts/dictionaries.ts'
import { say, saidIn } from '../../texts/say.ts'
import type { Said } from '../../texts/say.ts'
import type { PlayerDocument } from '../document.ts'
import type { Game } from '../game.ts'
import { GameFailure } from '../game-failure.ts'
import type { LivePlayer } from '../live-player.ts'

/** What the game declares about a command, in Chinese; the rest has the contract's defaults. */
export type Declaration = Omit<GameCommand, 'hasDryRun' | 'result' | 'effects'> &
  Partial<Pick<GameCommand, 'hasDryRun' | 'result'>> & { effects?: readonly CommandEffect[] }

export interface CommandCall {
  game: Game
  /** Checked against the declared parameters, defaults filled in. */
  params: Readonly<Record<string, unknown>>
  isDryRun: boolean
  /** What it says is said in. */
  language: Language
}

export interface PlayerCommand {
  declaration: Declaration & { target: 'player' }
  run: (call: CommandCall, player: LivePlayer) => Reply
}

export interface ServerCommand {
  declaration: Declaration & { target: 'none' | 'server' }
  run: (call: CommandCall) => Reply
}

/** A command about one player gets them; the others work on the server. */
export type Command = PlayerCommand | ServerCommand

type Column = CommandTable['columns'][number]

export type Reply = Omit<CommandsRunReply, 'actions' | 'c'> & Partial<Pick<CommandsRunReply, 'actions' | 'c'>>

export function field(fieldName: string, name: string, rest: Partial<Field>): Field {
  return { fieldName, name, type: 'int', comment: '', ...rest }
}

export function intParam({ params }: CommandCall, name: string): number {
  return Number(params[name])
}

export function textParam({ params }: CommandCall, name: string): string {
  return String(params[name] ?? '')
}

/** An answer of one sentence, which is also what is done. */
export function saying({ language }: CommandCall, said: Said): Reply {
  const text = saidIn(language, said)
  return { kind: 'text', text, actions: [{ text }] }
}

/** The columns of a table under their names. */
export function columnsOf({ language }: CommandCall, names: Readonly<Record<string, string>>): Column[] {
  return Object.entries(names).map(([key, name]) => ({
    key,
    title: saidIn(language, localText('names', name)),
  }))
}

/**
 * Changes a player on a copy and saves it at once; a dry run leaves it at the copy. `work` says in sentences
 * what it does; nothing said is nothing to do (2006).
 */
export function changePlayer(
  { game, isDryRun, language }: CommandCall,
  player: LivePlayer,
  work: (document: PlayerDocument) => Said[],
): Reply {
  const document = structuredClone(player.document)
  const said = work(document)
  if (said.length === 0) throw new GameFailure(2006, say('没有需要改动的内容'))
  const c = isDryRun ? [] : game.replace(player, document)
  const texts = said.map((one) => saidIn(language, one))
  return { kind: 'text', text: texts.join('\n'), actions: texts.map((text) => ({ text })), c }
}
