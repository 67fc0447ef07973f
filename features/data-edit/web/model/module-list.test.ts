import type { Field, ProtocolDefinition } from '@qd/protocol-model'
import { describe, expect, it } from 'vitest'
import { fieldCount, moduleList } from './module-list.ts'
import { newRow, nextElement } from '@qd/web-controls/fields'
import { ValueSearch } from './value-search.ts'
import { tableRows } from './table-rows.ts'

const field = (fieldName: string, name: string, more: Partial<Field> = {}): Field => ({
  fieldName,
  name,
  type: 'int',
  comment: '',
  ...more,
})
const protocol: ProtocolDefinition = {
  diffInfos: {
    Role: {
      name: 'Role',
      netKey: 'role',
      key: '',
      comment: '',
      names: {},
      fields: [field('level', '等级', { comment: '不超过 120' })],
    },
    Bag: {
      name: 'Bag',
      netKey: 'bag',
      key: 'itemId',
      comment: '',
      names: {},
      fields: [
        field('itemId', '物品'),
        field('count', '数量', { min: 1, sensitive: true }),
        field('gems', '宝石', { type: 'array', itemType: 'Gem' }),
      ],
    },
    Gem: { name: 'Gem', netKey: '', key: 'slot', comment: '', names: {}, fields: [field('slot', '孔')] },
  },
  protocols: [{ type: 'bag', keyTip: '背包', diffInfo: 'Bag', doc: '' }],
}
const data = { role: { level: 72 }, bag: { '10': { itemId: 10, count: 480 }, '9': { itemId: 9, count: 1 } } }
const search = (text: string) => {
  const values = new ValueSearch(protocol, data, text)
  values.search()
  return moduleList(protocol, data, { changes: [], search: text, values: values.found })
}

describe('moduleList', () => {
  it('[ED.30] lists modules with counts and pending changes', () => {
    const changes = [{ diff: 'Bag', key: '9', path: ['count'], op: 'set' as const, value: 2, old: 1 }]
    expect(moduleList(protocol, data, { changes, search: '', values: new Map() })).toMatchObject([
      { label: 'Role', count: 1, changes: [] },
      { label: '背包', count: 2, changes },
    ])
    expect(fieldCount(protocol)).toBe(5)
  })

  it.each([
    ['背包', 'Bag', 'module'],
    ['COUNT', 'Bag', 'field'],
    ['不超过', 'Role', 'comment'],
  ])('[ED.31] finds %s in %s by its %s', (text, name, kind) => {
    expect(search(text)).toMatchObject([{ info: { name }, hit: { kind } }])
  })

  it('[ED.31] finds a value with its place', () => {
    expect(search('480')).toMatchObject([
      {
        info: { name: 'Bag' },
        hit: null,
        values: { rows: 1, hits: [{ place: { key: '10', path: ['count'] }, field: '数量', text: '480' }] },
      },
    ])
  })

  it('[ED.31] finds nothing where there is nothing', () => {
    expect(search('kraken')).toEqual([])
  })
})

describe('tableRows', () => {
  it('[ED.32] orders keys as numbers and keeps removed rows in sight', () => {
    const draft = { bag: { '10': { itemId: 10, count: 481 }, '11': { itemId: 11, count: 1 } } }
    const states = tableRows(protocol.diffInfos.Bag!, data, draft).map(({ key, state }) => [key, state])
    expect(states).toEqual([
      ['9', 'removed'],
      ['10', 'changed'],
      ['11', 'added'],
    ])
  })
})

describe('newRow', () => {
  it('[ED.33] starts with allowed defaults and carries its key', () => {
    expect(newRow(protocol, protocol.diffInfos.Bag!, '12')).toEqual({ itemId: 12, count: 1, gems: [] })
    const node = {
      kind: 'list',
      field: field('gems', ''),
      item: { kind: 'object', info: protocol.diffInfos.Gem! },
    } as const
    expect(nextElement(node, [{ slot: 2 }])).toBe('3')
  })
})
