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
import { playersQueryReply, playersQueryRequest } from './schemas-condition.ts'
import { commandsReply, commandsRunReply, commandsRunRequest } from './schemas-command.ts'
import {
  mailBatchReply,
  mailBatchRequest,
  mailGlobalReply,
  mailGlobalRequest,
  mailRecallReply,
  mailRecallRequest,
  mailStatusReply,
  mailStatusRequest,
} from './schemas-mail.ts'
import {
  channelRow,
  crossGroup,
  gameClock,
  itemRow,
  limitRow,
  metaReply,
  protoReply,
  serverStateReply,
  serverStateRequest,
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

/** `0`, `1`, `S`, `2`: the tiers of the guide; `-`: what stands beside them. */
export type Tier = '0' | '1' | 'S' | '2' | '-'

interface GameCall {
  method: 'GET' | 'POST'
  path: string
  /** The query of a GET, the JSON body of a POST. */
  request: z.ZodType
  /** The answer's `data`. */
  reply: z.ZodType
  /** A write needs an idempotency key. */
  isWrite: boolean
  /** The name in `meta.capabilities`; calls that share one come and go together. */
  capability: string | null
  tier: Tier
}

/** Every call of the contract but the game socket. */
export const GAME_CALLS = {
  meta: {
    method: 'GET',
    path: '/gm/v1/meta',
    request: nothing,
    reply: metaReply,
    isWrite: false,
    capability: null,
    tier: '0',
  },
  time: {
    method: 'GET',
    path: '/gm/v1/time',
    request: nothing,
    reply: gameClock,
    isWrite: false,
    capability: 'time',
    tier: '0',
  },
  setTime: {
    method: 'POST',
    path: '/gm/v1/time',
    request: timeRequest.extend({ operator: operatorBlock }),
    reply: timeReply,
    isWrite: true,
    capability: 'time.set',
    tier: '-',
  },
  lookup: {
    method: 'POST',
    path: '/gm/v1/players/lookup',
    request: lookupRequest,
    reply: z.array(playerRow).max(100),
    isWrite: false,
    capability: 'players.lookup',
    tier: '0',
  },
  protocol: {
    method: 'GET',
    path: '/gm/v1/protocol',
    request: z.object({ full: z.literal('1').optional() }),
    reply: protocolReply,
    isWrite: false,
    capability: 'protocol',
    tier: '1',
  },
  proto: {
    method: 'GET',
    path: '/gm/v1/proto',
    request: nothing,
    reply: protoReply,
    isWrite: false,
    capability: 'proto',
    tier: 'S',
  },
  dataGet: {
    method: 'POST',
    path: '/gm/v1/data/get',
    request: dataGetRequest,
    reply: dataGetReply,
    isWrite: false,
    capability: 'data.get',
    tier: '1',
  },
  dataCheck: {
    method: 'POST',
    path: '/gm/v1/data/check',
    request: dataCheckRequest,
    reply: dataCheckReply,
    isWrite: false,
    capability: 'data.check',
    tier: '1',
  },
  dataChange: {
    method: 'POST',
    path: '/gm/v1/data/change',
    request: dataChangeRequest,
    reply: dataChangeReply,
    isWrite: true,
    capability: 'data.change',
    tier: '1',
  },
  items: {
    method: 'GET',
    path: '/gm/v1/items',
    request: nothing,
    reply: z.array(itemRow).max(100_000),
    isWrite: false,
    capability: 'items',
    tier: '1',
  },
  limits: {
    method: 'GET',
    path: '/gm/v1/limits',
    request: nothing,
    reply: z.array(limitRow).max(100_000),
    isWrite: false,
    capability: 'limits',
    tier: '1',
  },
  channels: {
    method: 'GET',
    path: '/gm/v1/channels',
    request: nothing,
    reply: z.array(channelRow).max(10_000),
    isWrite: false,
    capability: 'channels',
    tier: '1',
  },
  crossGroups: {
    method: 'GET',
    path: '/gm/v1/cross',
    request: nothing,
    reply: z.array(crossGroup).max(10_000),
    isWrite: false,
    capability: 'cross',
    tier: '1',
  },
  accountsCreate: {
    method: 'POST',
    path: '/gm/v1/accounts/create',
    request: accountsCreateRequest,
    reply: accountsCreateReply,
    isWrite: true,
    capability: 'accounts.create',
    tier: 'S',
  },
  commands: {
    method: 'GET',
    path: '/gm/v1/commands',
    request: nothing,
    reply: commandsReply,
    isWrite: false,
    capability: 'commands',
    tier: '-',
  },
  commandsRun: {
    method: 'POST',
    path: '/gm/v1/commands/run',
    request: commandsRunRequest,
    reply: commandsRunReply,
    isWrite: true,
    capability: 'commands',
    tier: '-',
  },
  serverState: {
    method: 'POST',
    path: '/gm/v1/server/state',
    request: serverStateRequest.extend({ operator: operatorBlock }),
    reply: serverStateReply,
    isWrite: true,
    capability: 'server.state',
    tier: '2',
  },
  playersQuery: {
    method: 'POST',
    path: '/gm/v1/players/query',
    request: playersQueryRequest,
    reply: playersQueryReply,
    isWrite: false,
    capability: 'players.query',
    tier: '2',
  },
  mailGlobal: {
    method: 'POST',
    path: '/gm/v1/mail/global',
    request: mailGlobalRequest,
    reply: mailGlobalReply,
    isWrite: true,
    capability: 'mail.global',
    tier: '2',
  },
  mailBatch: {
    method: 'POST',
    path: '/gm/v1/mail/batch',
    request: mailBatchRequest,
    reply: mailBatchReply,
    isWrite: true,
    capability: 'mail.list',
    tier: '2',
  },
  mailRecall: {
    method: 'POST',
    path: '/gm/v1/mail/recall',
    request: mailRecallRequest,
    reply: mailRecallReply,
    isWrite: true,
    capability: 'mail.recall',
    tier: '2',
  },
  mailStatus: {
    method: 'POST',
    path: '/gm/v1/mail/status',
    request: mailStatusRequest,
    reply: mailStatusReply,
    isWrite: false,
    capability: 'mail.report',
    tier: '2',
  },
} as const satisfies Record<string, GameCall>

export type GameCallName = keyof typeof GAME_CALLS
export type GameCallRequest<Name extends GameCallName> = z.input<(typeof GAME_CALLS)[Name]['request']>
export type GameCallReply<Name extends GameCallName> = z.output<(typeof GAME_CALLS)[Name]['reply']>
