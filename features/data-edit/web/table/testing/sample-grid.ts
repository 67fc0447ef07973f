import { playerKey } from '@qd/contract-kit'
import { propertyMapOf } from '@qd/properties/contract'
import type { EditorPlace } from '../../state/editor-context.ts'
import type { ValueContext } from '../../values/value-text.ts'

const field = (fieldName: string, name: string, type: string, more: object = {}) => ({
  fieldName,
  name,
  type,
  comment: '',
  ...more,
})

/** A definition with one table that has a column of each kind. */
export const gridProtocol = {
  diffInfos: {
    Bag: {
      name: 'Bag',
      comment: '背包',
      key: 'itemId',
      netKey: 'bag',
      names: {},
      fields: [
        field('itemId', '物品', 'int', { dataProvider: 'gameProp' }),
        field('count', '数量', 'int', { min: '0', max: '9999' }),
        field('note', '备注', 'string'),
        field('kind', '品质', 'int', { dataProvider: 'enum:[[1,"普通"],[2,"稀有"],[3,"史诗"]]' }),
        field('at', '获得时间', 'int', { time: 's' }),
        field('tags', '标签', 'array', { itemType: 'string' }),
      ],
    },
  },
  protocols: [],
}

export const gridPlace: EditorPlace = {
  uId: '30123000045',
  player: playerKey({ game: 'lantern', uId: '30123000045' }),
  told: { name: '岚夜听潮', level: 72 },
  at: { game: 'lantern', lineId: 'northwind-test' },
  rightsAt: { game: 'lantern', operator: 'northwind', lineId: 'northwind-test' },
  zoneMinutes: 480,
  clockOffsetMs: 0,
  canEdit: true,
  canEditSensitive: true,
  canUndo: true,
  canSnapshot: true,
  isProduction: false,
  unknown: [],
  properties: propertyMapOf([{ number: '1', name: '青铜灯', type: { code: '2', name: '材料' } }], []),
  limits: new Map(),
  servers: new Map(),
  channels: new Map(),
}

export const gridContext: ValueContext = {
  place: gridPlace,
  keyName: 'itemId',
  words: { items: (count) => `${count} items`, never: 'never', empty: '–' },
}
