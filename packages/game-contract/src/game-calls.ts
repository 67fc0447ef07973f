import { z } from 'zod'
import {
  accountsCreateReply,
  accountsCreateRequest,
  dataChangeReply,
  dataChangeRequest,
  dataCheckReply,
  dataCheckRequest,
  dataGetReply,
  dataGetRequest,
  lookupRequest,
  operatorBlock,
  playerRow,
} from './schemas-player.ts'
import { commandsReply, commandsRunReply, commandsRunRequest } from './schemas-command.ts'
import {
  channelRow,
  crossGroup,
  gameClock,
  itemRow,
  limitRow,
  metaReply,
  protoReply,
  timeReply,
  timeRequest,
} from './schemas-server.ts'

const nothing = z.object({})

/** Only `md5` without `full`; the definition itself is checked by `parseProtocol` of @qd/protocol-model. */
export const protocolReply = z.object({
  md5: z.string().max(64),
  diffInfos: z.unknown().optional(),
  protocols: z.unknown().optional(),
})
export type ProtocolReply = z.infer<typeof protocolReply>

/** Every call of tiers 0, 1 and S: a GET's request is its query, a POST's its JSON body; writes need an idempotency key. */
export const GAME_CALLS = {
  meta: { method: 'GET', path: '/gm/v1/meta', request: nothing, reply: metaReply, isWrite: false },
  time: { method: 'GET', path: '/gm/v1/time', request: nothing, reply: gameClock, isWrite: false },
  setTime: {
    method: 'POST',
    path: '/gm/v1/time',
    request: timeRequest.extend({ operator: operatorBlock }),
    reply: timeReply,
    isWrite: true,
  },
  lookup: {
    method: 'POST',
    path: '/gm/v1/players/lookup',
    request: lookupRequest,
    reply: z.array(playerRow).max(100),
    isWrite: false,
  },
  protocol: {
    method: 'GET',
    path: '/gm/v1/protocol',
    request: z.object({ full: z.literal('1').optional() }),
    reply: protocolReply,
    isWrite: false,
  },
  proto: { method: 'GET', path: '/gm/v1/proto', request: nothing, reply: protoReply, isWrite: false },
  dataGet: {
    method: 'POST',
    path: '/gm/v1/data/get',
    request: dataGetRequest,
    reply: dataGetReply,
    isWrite: false,
  },
  dataCheck: {
    method: 'POST',
    path: '/gm/v1/data/check',
    request: dataCheckRequest,
    reply: dataCheckReply,
    isWrite: false,
  },
  dataChange: {
    method: 'POST',
    path: '/gm/v1/data/change',
    request: dataChangeRequest,
    reply: dataChangeReply,
    isWrite: true,
  },
  items: {
    method: 'GET',
    path: '/gm/v1/items',
    request: nothing,
    reply: z.array(itemRow).max(100_000),
    isWrite: false,
  },
  limits: {
    method: 'GET',
    path: '/gm/v1/limits',
    request: nothing,
    reply: z.array(limitRow).max(100_000),
    isWrite: false,
  },
  channels: {
    method: 'GET',
    path: '/gm/v1/channels',
    request: nothing,
    reply: z.array(channelRow).max(10_000),
    isWrite: false,
  },
  crossGroups: {
    method: 'GET',
    path: '/gm/v1/cross',
    request: nothing,
    reply: z.array(crossGroup).max(10_000),
    isWrite: false,
  },
  accountsCreate: {
    method: 'POST',
    path: '/gm/v1/accounts/create',
    request: accountsCreateRequest,
    reply: accountsCreateReply,
    isWrite: true,
  },
  commands: {
    method: 'GET',
    path: '/gm/v1/commands',
    request: nothing,
    reply: commandsReply,
    isWrite: false,
  },
  commandsRun: {
    method: 'POST',
    path: '/gm/v1/commands/run',
    request: commandsRunRequest,
    reply: commandsRunReply,
    isWrite: true,
  },
} as const

export type GameCallName = keyof typeof GAME_CALLS
export type GameCallRequest<Name extends GameCallName> = z.input<(typeof GAME_CALLS)[Name]['request']>
export type GameCallReply<Name extends GameCallName> = z.output<(typeof GAME_CALLS)[Name]['reply']>
