import type { GameCallName, GameCallReply, GameCallRequest } from '../src/index.ts'
import type { OpenCallName, OpenCallReply, OpenCallRequest } from '../src/open/open-calls.ts'

type Examples = { [Name in GameCallName]: { request: GameCallRequest<Name>; reply: GameCallReply<Name> } }

const operator = { opId: '7', user: 'lin', reason: 'ticket 812', requestId: '01a2b3c4' }
const clock = { real: 1_790_000_000_000, game: 1_790_086_400_000, offset: 86_400_000, zone: 'Asia/Shanghai' }
const uId = '30123000045'
const change = { diff: 'BagItem', key: '10007', path: ['count'], op: 'set' as const, value: 5, old: 3 }
const mail = {
  title: { cn: '补偿', en: 'Compensation' },
  body: { cn: '感谢等待', en: 'Thank you for waiting' },
  sender: { cn: '系统', en: 'System' },
  attach: [{ number: 10_007, quantity: 2 }],
  sendAt: 1_790_000_000_000,
  expireAt: 2_000_000_000_000,
}
const bag = {
  name: 'BagItem',
  comment: 'Bag',
  key: 'itemId',
  netKey: 'bag',
  names: {},
  fields: [
    { name: 'Item', type: 'int', fieldName: 'itemId', comment: '', dataProvider: 'gameProp' },
    {
      name: 'Count',
      type: 'int',
      fieldName: 'count',
      comment: 'How many',
      min: 0,
      max: '9223372036854775807',
    },
  ],
}

/** One exchange of each call, as it stands on the wire: the request's query or body, and the answer's `data`. */
export const CONTRACT_EXAMPLES: Examples = {
  meta: {
    request: {},
    reply: {
      contract: '1.0',
      game: 'lantern',
      serverIds: [123],
      build: '1.9.0',
      protocolMd5: '0f343b0931126a20f133d67c2b018a3b',
      configVersions: {},
      capabilities: ['time', 'players.lookup', 'protocol', 'data.get', 'data.check', 'data.change'],
      onlinePolicies: ['live', 'kick', 'refuse'],
      limits: { maxBatch: 1000, maxBody: 1_048_576, rps: 200 },
      clock,
      online: 41,
      startedAt: 1_789_990_000_000,
    },
  },
  time: { request: {}, reply: clock },
  setTime: {
    request: { mode: 'offset', value: 86_400_000, dryRun: true, operator },
    reply: { ...clock, firing: [{ at: 1_790_035_200_000, name: 'day.roll', text: 'A day begins' }] },
  },
  lookup: {
    request: { by: 'name', value: 'Lin', exact: false, limit: 20 },
    reply: [{ uId, roleId: uId, name: 'Lin', sId: 123, level: 72, online: true, channel: 'official' }],
  },
  protocol: {
    request: { full: '1' },
    reply: {
      md5: '0f343b0931126a20f133d67c2b018a3b',
      diffInfos: { BagItem: bag },
      protocols: [{ type: 'diff', keyTip: 'Bag', diffInfo: 'BagItem', doc: '' }],
    },
  },
  proto: {
    request: {},
    reply: {
      nested: {
        lantern: {
          nested: { PingReq: { fields: { at: { type: 'int64', id: 1 } } }, PingRes: { fields: {} } },
        },
      },
      cmds: [
        { cmd: 1002, name: 'Ping', req: 'lantern.PingReq', res: 'lantern.PingRes', push: '', comment: '' },
      ],
    },
  },
  dataGet: {
    request: { uId, items: [{ diff: 'BagItem', keys: ['10007'] }] },
    reply: { version: '42', online: true, tables: { bag: { '10007': { itemId: 10_007, count: 3 } } } },
  },
  dataCheck: {
    request: { uId, version: '42', changes: [change] },
    reply: { actions: [{ text: 'Adds 2 lamps', code: 'item.add' }], warnings: [], refused: [] },
  },
  dataChange: {
    request: { uId, version: '42', changes: [change], onlinePolicy: 'live', operator },
    reply: {
      version: '43',
      c: [{ d: 'bag', change: '{"itemId":10007,"count":5}' }],
      results: [{ index: 0, status: 0, code: 0, msg: '' }],
    },
  },
  items: {
    request: {},
    reply: [
      {
        number: 10_007,
        name: { cn: '灯', en: 'Lamp' },
        type: { code: 'tool', name: 'Tool' },
        quality: 'rare',
      },
    ],
  },
  limits: { request: {}, reply: [{ number: 10_007, quantity: 999 }] },
  channels: { request: {}, reply: [{ name: { cn: '官方', en: 'Official' }, code: 'official' }] },
  crossGroups: {
    request: {},
    reply: [{ name: { cn: '北', en: 'North' }, value: 'north', hub: 123, members: [123, 124] }],
  },
  accountsCreate: {
    request: { name: 'tester', count: 2, operator },
    reply: {
      users: [
        { userId: '30123002001', name: 'tester1' },
        { userId: '30123002002', name: 'tester2' },
      ],
    },
  },
  commands: {
    request: {},
    reply: [
      {
        name: 'addItem',
        title: { cn: '发放道具', en: 'Give an item' },
        target: 'player',
        risk: 'R2',
        hasDryRun: true,
        parameters: [
          { name: 'Item', fieldName: 'itemId', type: 'int', comment: '', dataProvider: 'gameProp' },
        ],
      },
    ],
  },
  commandsRun: {
    request: { name: 'addItem', uId, params: { itemId: 10_007 }, dryRun: false, operator },
    reply: { kind: 'text', text: 'Given', actions: [], c: [] },
  },
  serverState: {
    request: {
      state: 'maintenance',
      from: 1_790_003_600_000,
      to: 1_790_010_800_000,
      message: { cn: '维护中，请稍后再来', en: 'Maintenance, please come back later' },
      allow: [uId],
      operator,
    },
    reply: { state: 'open', online: 41 },
  },
  playersQuery: {
    request: { where: { channels: ['official'], level: { min: 30 } }, limit: 20, countOnly: false },
    reply: {
      count: 184_000,
      isEstimate: true,
      rows: [
        {
          uId,
          roleId: uId,
          name: 'Lin',
          sId: 123,
          level: 72,
          online: true,
          channel: 'official',
          vip: 4,
          registeredAt: 1_700_000_000_000,
          lastLoginAt: 1_790_000_000_000,
        },
      ],
      cursor: '45',
    },
  },
  mailGlobal: {
    request: {
      ...mail,
      mailId: 'm-812',
      revision: 1,
      where: { level: { min: 10 }, registered: { to: 1_790_000_000_000 } },
      exclude: ['30123000046'],
      operator,
    },
    reply: { accepted: true },
  },
  mailBatch: {
    request: {
      mailId: 'm-813',
      batch: '0',
      mail: { ...mail, body: { cn: '{name}，这是补偿', en: 'A compensation, {name}' } },
      recipients: [
        { uId, vars: { name: 'Lin' } },
        { roleId: '30123000046', attach: [{ number: 10_007, quantity: 5 }], vars: { name: 'Yu' } },
      ],
      operator,
    },
    reply: {
      results: [
        { index: 0, status: 0, code: 0, msg: '' },
        { index: 1, status: 409, code: 2007, msg: 'The mailbox is full' },
      ],
    },
  },
  mailRecall: {
    request: { mailId: 'm-813', uIds: [uId, '30123000046'], takeBack: true, operator },
    reply: {
      removed: 1,
      claimed: [
        {
          uId,
          claimedAt: 1_790_003_600_000,
          takenBack: [{ number: 10_007, quantity: 1 }],
          missing: [{ number: 10_007, quantity: 1 }],
        },
      ],
      cursor: '',
    },
  },
  mailStatus: {
    request: { mailId: 'm-813', limit: 2 },
    reply: {
      counts: { delivered: 1, read: 0, claimed: 1, expired: 0, recalled: 0 },
      rows: [
        { uId, state: 'claimed', at: 1_790_003_600_000 },
        { uId: '30123000046', state: 'delivered', at: 1_790_000_000_000 },
      ],
      cursor: '',
    },
  },
}

type OpenExamples = { [Name in OpenCallName]: { request: OpenCallRequest<Name>; reply: OpenCallReply<Name> } }

/** The same for calls of a game server to the console. */
export const OPEN_EXAMPLES: OpenExamples = {
  heartbeat: {
    request: {
      sId: 123,
      online: 41,
      state: 'open',
      clock,
      versions: {
        build: '1.9.0',
        protocolMd5: '0f343b0931126a20f133d67c2b018a3b',
        config: { item: '2026.11' },
      },
    },
    reply: { taken: true, now: 1_790_000_000_120 },
  },
  verify: {
    request: {
      idempotencyKey: '01a2b3c4-0000-7000-8000-000000000000',
      method: 'POST',
      path: '/gm/v1/server/state',
      bodySha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    },
    reply: { genuine: true },
  },
  servers: {
    request: {},
    reply: [
      {
        sId: 123,
        name: '潮汐之门',
        line: 'test',
        environment: 'test',
        state: 'open',
        tags: ['new'],
        openAt: 1_789_000_000_000,
        address: 'wss://game.example/s123/socket',
      },
    ],
  },
  codesRedeem: {
    request: {
      code: 'TIDE-7K3M-9QXA',
      uId,
      roleId: uId,
      sId: 123,
      attributes: {
        channel: 'official',
        level: 72,
        vip: 4,
        registeredAt: 1_700_000_000_000,
        language: 'en',
        recharge: 64_800,
        openDay: 31,
      },
      requestId: '01a2b3c4-redeem',
    },
    reply: {
      reservation: 'r-01a2b3c4',
      gift: [{ number: 10_007, quantity: 2 }],
      endsAt: 1_790_000_060_000,
    },
  },
  codesConfirm: {
    request: { sId: 123, reservation: 'r-01a2b3c4' },
    reply: { confirmed: true },
  },
  codesCancel: {
    request: { sId: 123, reservation: 'r-01a2b3c4' },
    reply: { cancelled: true },
  },
}
