import type { RouteReplyGiven } from '@qd/contract-kit'
import { QD1 } from '@qd/game-frame'
import { base64Of } from '@qd/proto-wire'
import type { ConnectionView, FrameSummary, protoDefinition } from '../../contract/index.ts'

/** Of the definitions below. */
const HASH = 'a'.repeat(64)

/** A small game: an Enter, a bag, and a push. */
export const DEFINITION: RouteReplyGiven<typeof protoDefinition> = {
  proto: {
    nested: {
      lantern: {
        nested: {
          Session: { comment: '登录', methods: { Enter: { requestType: 'EnterReq' } } },
          Bag: { comment: '背包', methods: { UseItem: { requestType: 'UseItemReq' } } },
          EnterReq: { fields: { deviceId: { type: 'string', id: 6 } } },
          EnterRes: { fields: { userId: { type: 'int64', id: 1, comment: '玩家编号' } } },
          Quality: { values: { PLAIN: 0, RARE: 3 } },
          UseItemReq: {
            fields: {
              itemId: { type: 'int32', id: 1, comment: '物品编号' },
              count: { type: 'int64', id: 2, comment: '数量' },
              quality: { type: 'Quality', id: 3 },
              tags: { type: 'string', id: 4, rule: 'repeated' },
            },
            comment: '使用请求',
          },
          UseItemRes: { fields: { left: { type: 'int32', id: 1, comment: '剩余数量' } } },
        },
      },
    },
  },
  hash: HASH,
  cmds: [
    { cmd: 1001, name: 'Enter', req: 'lantern.EnterReq', res: 'lantern.EnterRes', push: '', comment: '进入' },
    {
      cmd: 1402,
      name: 'UseItem',
      req: 'lantern.UseItemReq',
      res: 'lantern.UseItemRes',
      push: '',
      comment: '使用物品',
    },
  ],
}

export function viewOf(change: Partial<ConnectionView> = {}): ConnectionView {
  return {
    connectionId: 'x1',
    target: { kind: 'server', sId: 123, lineId: 'northwind-test' },
    title: 'S123 潮汐之门',
    phase: 'open',
    steps: [{ step: 'socket', state: 'ok', at: 0, ms: 12, msg: '', code: '' }],
    deviceId: 'dev-1',
    uId: '30123000051',
    others: [],
    heartbeat: { isKnown: true, isOn: true, everySeconds: 20, cmd: 1002 },
    network: { delayMs: 0, bytesPerSecond: 0, isHalfOpen: false },
    reconnect: { isOn: false, attempt: 0, retryAt: null },
    layout: QD1,
    definitionHash: HASH,
    why: '',
    isPaused: false,
    ...change,
  }
}

export function frameOf(n: number, change: Partial<FrameSummary> = {}): FrameSummary {
  return {
    n,
    at: 1_764_000_000_000 + n,
    direction: 'push',
    cmd: 1100,
    message: '',
    seq: 0,
    status: 0,
    size: 19,
    bodyAt: 15,
    bodySize: 4,
    isHeartbeat: false,
    isPinned: false,
    ...change,
  }
}

/** A frame of the layout above with a body, as the gateway gives its bytes. */
export function bytesOf(body: readonly number[], bodyAt = 15): string {
  return base64Of(Uint8Array.from([...Array.from({ length: bodyAt }, () => 0), ...body]))
}

export const COUNTS = {
  frames: 0,
  bytes: 0,
  lost: 0,
  lostWhy: null,
  requests: 0,
  replies: 0,
  pushes: 0,
  faults: 0,
} as const
