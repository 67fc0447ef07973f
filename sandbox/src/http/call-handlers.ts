import type { GAME_CALLS, GameCallName, GameCallReply } from '@qd/game-contract'
import type { z } from 'zod'
import { ITEMS, ITEM_TYPE_NAMES, LIMITS, QUALITY_NAMES } from '../world/catalogue.ts'
import { CURRENCIES, CURRENCY_TYPE, currencyText } from '../world/currencies.ts'
import { world } from '../world/world.ts'
import { localText } from '../texts/dictionaries.ts'
import { nameText } from '../texts/say.ts'
import type { Language } from '@qd/i18n'
import { servedCommands } from '../game/commands/commands.ts'
import type { Game } from '../game/game.ts'
import { createAccounts } from './create-accounts.ts'
import { changeData, checkData } from './edit-data.ts'
import { getData } from './get-data.ts'
import { lookupPlayers } from './lookup-players.ts'
import { mailStatus } from './mail/mail-status.ts'
import { recallMail } from './mail/recall-mail.ts'
import { sendGlobalMail, sendMailBatch } from './mail/send-mail.ts'
import { metaOf } from './meta.ts'
import { queryPlayers } from './query-players.ts'
import { runCommand } from './run-command.ts'
import { setServerState } from './set-server-state.ts'
import { setTime } from './set-time.ts'

type CallInput<Name extends GameCallName> = z.output<(typeof GAME_CALLS)[Name]['request']>

type CallHandlers = {
  [Name in GameCallName]: (game: Game, input: CallInput<Name>, language: Language) => GameCallReply<Name>
}

function servedItems(): GameCallReply<'items'> {
  const typeOf = (code: string) => ({ code, name: nameText(ITEM_TYPE_NAMES[code] ?? code) })
  const items = [...ITEMS.values()].map(({ number, name, type, quality, price }) => ({
    number,
    name: localText('items', name),
    type: typeOf(type),
    quality: QUALITY_NAMES[quality],
    value: price,
  }))
  const currencies = [...CURRENCIES.values()].map((currency) => ({
    number: currency.number,
    name: currencyText(currency),
    type: typeOf(CURRENCY_TYPE),
    quality: QUALITY_NAMES[currency.quality],
  }))
  return [...items, ...currencies]
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
  items: servedItems,
  limits: () =>
    [...LIMITS, ...[...CURRENCIES.values()].map((row) => [row.number, row.giftMost] as const)].map(
      ([number, quantity]) => ({ number, quantity }),
    ),
  channels: () => world.channels.map(({ name, code }) => ({ name: nameText(name), code })),
  crossGroups: (game) =>
    world.crossGroups
      .filter((group) => group.members.includes(game.sId))
      .map(({ name, members, ...rest }) => ({ ...rest, name: nameText(name), members: [...members] })),
  accountsCreate: createAccounts,
  commands: () => [...servedCommands()],
  commandsRun: runCommand,
  serverState: setServerState,
  playersQuery: queryPlayers,
  mailGlobal: sendGlobalMail,
  mailBatch: sendMailBatch,
  mailRecall: recallMail,
  mailStatus,
}
