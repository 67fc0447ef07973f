import { createHash } from 'node:crypto'
import { parseProtocol, protocolMd5 } from '@qd/protocol-model'
import type { PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import { samplePlayer, sampleProtocolJson } from '@qd/protocol-model/testing'

const field = (type: string, id: number, rule?: string) => ({ type, id, ...(rule ? { rule } : {}) })

/** The protobuf definition of the honest game, in the form of `proto.nested`. */
export const HONEST_NESTED = {
  honest: {
    nested: {
      EnterReq: {
        fields: {
          sId: field('int32', 1),
          hash: field('string', 2),
          ver: field('string', 3),
          ip: field('string', 4),
          fd: field('int32', 5),
          deviceId: field('string', 6),
        },
      },
      Change: { fields: { d: field('string', 1), change: field('string', 2) } },
      EnterRes: { fields: { userId: field('int64', 1), c: field('Change', 2, 'repeated') } },
      Mood: { values: { CALM: 0, BRIGHT: 1 } },
      EchoReq: {
        fields: {
          text: field('string', 1),
          big: field('int64', 2),
          mood: field('Mood', 3),
          inner: field('EchoReq', 4),
          list: field('uint32', 5, 'repeated'),
          raw: field('bytes', 6),
          scores: { type: 'double', id: 7, keyType: 'string' },
        },
      },
      EchoRes: { fields: { echo: field('EchoReq', 1) } },
      BeatReq: { fields: { clientTime: field('int64', 1) } },
      BeatRes: { fields: { gameTime: field('int64', 1) } },
      ErrorRes: { fields: { code: field('int32', 1), msg: field('string', 2), reqMsg: field('string', 3) } },
    },
  },
}

export const HONEST_COMMANDS = [
  {
    cmd: 1001,
    name: 'Enter',
    req: 'honest.EnterReq',
    res: 'honest.EnterRes',
    push: '',
    comment: 'enter the game',
  },
  { cmd: 1002, name: 'Beat', req: 'honest.BeatReq', res: 'honest.BeatRes', push: '', comment: 'heartbeat' },
  { cmd: 1100, name: 'Sync', req: '', res: '', push: 'honest.Change', comment: 'changed data' },
  {
    cmd: 2001,
    name: 'Echo',
    req: 'honest.EchoReq',
    res: 'honest.EchoRes',
    push: '',
    comment: 'says it again',
  },
]

export const HONEST_UID = '30123000045'

export interface HonestPlayer {
  uId: string
  name: string
  account: string
  online: boolean
  version: number
  data: PlayerData
}

export function honestPlayers(): Map<string, HonestPlayer> {
  const names = ['岚夜听潮', 'Ясный', 'ışık']
  const players = names.map((name, index) => ({
    uId: String(30_123_000_045 + index),
    name,
    account: `honest-${index + 1}`,
    online: index === 0,
    version: 1,
    data: samplePlayer(),
  }))
  return new Map(players.map((player) => [player.uId, player]))
}

export function honestProtocol(): ProtocolDefinition {
  const parsed = parseProtocol(sampleProtocolJson())
  if (!parsed.ok) throw new Error(parsed.reason)
  const md5 = protocolMd5(parsed.protocol, (text) => createHash('md5').update(text).digest('hex'))
  return { ...parsed.protocol, md5 }
}

/** Functions the honest game offers. */
export const HONEST_GAME_COMMANDS = [
  { name: 'greet', group: 'test', title: { cn: '问候', en: 'Greet' }, target: 'none', risk: 'R1' },
]
