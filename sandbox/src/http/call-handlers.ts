import type { GAME_CALLS, GameCallName, GameCallReply } from '@qd/game-contract'
import type { z } from 'zod'
import { ITEMS, ITEM_TYPE_NAMES, LIMITS, QUALITY_NAMES } from '../world/catalogue.ts'
import { world } from '../world/world.ts'
import { localText } from '../texts/dictionaries.ts'
import { nameText, say } from '../texts/say.ts'
import { GameFailure } from '../game/game-failure.ts'
import type { Language } from '@qd/i18n'
import { servedCommands } from '../game/commands/commands.ts'
import type { Game } from '../game/game.ts'
import { createAccounts } from './create-accounts.ts'
import { changeData, checkData } from './edit-data.ts'
import { getData } from './get-data.ts'
import { lookupPlayers } from './lookup-players.ts'
import { metaOf } from './meta.ts'
import { runCommand } from './run-command.ts'
import { setServerState } from './set-server-state.ts'
import { setTime } from './set-time.ts'

type CallInput<Name extends GameCallName> = z.output<(typeof GAME_CALLS)[Name]['request']>

type CallHandlers = {
  [Name in GameCallName]: (game: Game, input: CallInput<Name>, language: Language) => GameCallReply<Name>
}

const notOffered = (): never => {
  throw new GameFailure(3001, say('没有接口 {call}', { call: '' }))
}

/** What each call of the contract does; a refusal is thrown as GameFailure. */
export const CALL_HANDLERS: CallHandlers = {
  meta: metaOf,
  time: (game) => game.clock.reading(),
  setTime,
  lookup: lookupPlayers,
  protocol: ({ definitions: { md5, served } }, { full }) =>
    full === undefined ? { md5 } : { md5, diffInfos: served.diffInfos, protocols: served.protocols },
  proto: ({ messages }) => ({ nested: messages.nested, cmds: messages.commands }),
  dataGet: getData,
  dataCheck: checkData,
  dataChange: changeData,
  items: () =>
    [...ITEMS.values()].map((item) => ({
      number: item.number,
      name: localText('items', item.name),
      type: { code: item.type, name: nameText(ITEM_TYPE_NAMES[item.type] ?? item.type) },
      quality: QUALITY_NAMES[item.quality],
    })),
  limits: () => [...LIMITS].map(([number, quantity]) => ({ number, quantity })),
  channels: () => world.channels.map(({ name, code }) => ({ name: nameText(name), code })),
  crossGroups: (game) =>
    world.crossGroups
      .filter((group) => group.members.includes(game.sId))
      .map(({ name, members, ...rest }) => ({ ...rest, name: nameText(name), members: [...members] })),
  accountsCreate: createAccounts,
  commands: () => [...servedCommands()],
  commandsRun: runCommand,
  serverState: setServerState,
  playersQuery: notOffered,
  mailGlobal: notOffered,
  mailBatch: notOffered,
  mailRecall: notOffered,
  mailStatus: notOffered,
}
