import { testUser } from '@qd/web-testing'

const field = (id: number, type: string, comment = '', more: object = {}) => ({ id, type, comment, ...more })

export const HASH = 'a'.repeat(64)
export const OLD_HASH = 'b'.repeat(64)

export const NESTED = {
  g: {
    nested: {
      Bag: {
        comment: '背包',
        methods: { BagList: { requestType: 'BagListReq', responseType: 'BagListRes' } },
      },
      BagListReq: { fields: {}, comment: '背包请求' },
      BagListRes: {
        fields: { items: field(1, 'BagItem', '全部物品', { rule: 'repeated' }) },
        comment: '背包应答',
      },
      BagItem: {
        fields: {
          itemId: field(1, 'int32', '物品编号'),
          count: field(2, 'int64', '数量'),
          oldBind: field(3, 'bool', '绑定', { options: { deprecated: true } }),
          kind: field(4, 'Kind', '种类'),
        },
        comment: '背包里的一种物品',
      },
      Kind: { values: { NONE: 0, RARE: 1 }, comments: { RARE: '稀有' } },
    },
  },
}
export const CMDS = [
  { cmd: 1401, name: 'BagList', req: 'g.BagListReq', res: 'g.BagListRes', push: '', comment: '查看背包' },
]

export const INFO = {
  name: 'BagItem',
  comment: '玩家的背包',
  fields: [{ name: '数量', type: 'int', fieldName: 'count', comment: '', max: '9999' }],
  names: { count: '数量' },
  key: 'itemId',
  netKey: 'bag',
}

const about = { firstBy: 'lin', messages: 3, enums: 1, commands: 1, bytes: 300 }
export const VERSIONS = [
  {
    ...about,
    hash: HASH,
    firstAt: Date.UTC(2026, 10, 23, 6),
    lastAt: Date.UTC(2026, 10, 23, 7),
    previous: OLD_HASH,
    changes: 2,
    breaking: 1,
  },
  {
    ...about,
    hash: OLD_HASH,
    firstAt: Date.UTC(2026, 10, 20, 6),
    lastAt: Date.UTC(2026, 10, 22, 7),
    previous: '',
    changes: 0,
    breaking: 0,
  },
]

export const readerOf = (...codes: string[]) =>
  testUser({ grants: [{ scope: 'lantern/northwind', environment: '*', codes }] })
export const reader = readerOf('mock.simulator.read')
