import { playerKey } from '@qd/contract-kit'
export const U_ID = '30123000045'
export const PLAYER = playerKey({ game: 'lantern', uId: U_ID })

const field = (fieldName: string, name: string, type: string, more: object = {}) => ({
  fieldName,
  name,
  type,
  comment: `${name}的说明`,
  ...more,
})

/** A small definition with a role, a wallet and a bag, as the wire carries it. */
export const protocol = {
  diffInfos: {
    Role: {
      name: 'Role',
      comment: '角色',
      key: '',
      netKey: 'role',
      names: {},
      fields: [
        field('name', '昵称', 'string', { maxBytes: 24 }),
        field('level', '等级', 'int', { min: '1', max: '120' }),
        field('tags', '标签', 'array', { itemType: 'string' }),
      ],
    },
    Currency: {
      name: 'Currency',
      comment: '货币',
      key: '',
      netKey: 'currency',
      names: {},
      fields: [field('diamond', '钻石', 'int', { sensitive: true, min: '0' })],
    },
    Bag: {
      name: 'Bag',
      comment: '背包',
      key: 'itemId',
      netKey: 'bag',
      names: {},
      fields: [
        field('itemId', '物品', 'int', { dataProvider: 'gameProp' }),
        field('count', '数量', 'int', { min: '0', max: '9999' }),
      ],
    },
  },
  protocols: [{ type: 'bag', keyTip: '背包', diffInfo: 'Bag', doc: '' }],
}

export function playerData(count = 480) {
  return {
    role: { name: '岚夜听潮', level: 72, tags: ['old'] },
    currency: { diamond: '9007199254740993' },
    bag: { '10007': { itemId: 10007, count }, '10020': { itemId: 10020, count: 1250 } },
  }
}
