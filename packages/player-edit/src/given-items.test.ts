import type { Change, ProtocolDefinition } from '@qd/protocol-model'
import { expect, it } from 'vitest'
import { givenItems } from './index.ts'

const protocol = {
  md5: '',
  protocols: [],
  diffInfos: {
    Bag: {
      name: 'Bag',
      comment: '',
      names: {},
      key: 'id',
      netKey: 'bag',
      fields: [{ fieldName: 'id', dataProvider: 'gameProp' }, { fieldName: 'count' }, { fieldName: 'level' }],
    },
  },
} as unknown as ProtocolDefinition

const change = (more: Partial<Change>): Change => ({
  diff: 'Bag',
  key: '7',
  path: ['count'],
  op: 'set',
  ...more,
})

it.each<[string, Change[], [string, string][]]>([
  ['by how much a quantity rises', [change({ old: 5, value: 12 })], [['7', '7']]],
  ['exact beyond 2^53', [change({ old: '9007199254740992', value: '9007199254740993' })], [['7', '1']]],
  ['nothing where it falls', [change({ old: 12, value: 5 })], []],
  ['nothing of another field', [change({ path: ['level'], old: 1, value: 9 })], []],
  ['a row that is added', [change({ path: [], op: 'add', value: { id: 7, count: 4 } })], [['7', '4']]],
  [
    'a row that is replaced',
    [change({ path: [], old: { id: 7, count: 1 }, value: { id: 7, count: 4 } })],
    [['7', '3']],
  ],
  ['all of it where nobody says what stands there', [change({ value: 4 })], [['7', '4']]],
  [
    'one item in all its spellings',
    [change({ old: 0, value: 4 }), change({ key: '007', value: 5 })],
    [['7', '9']],
  ],
])('counts %s', (_what, changes, given) => {
  expect(givenItems(protocol, changes).map(({ number, quantity }) => [number, quantity])).toEqual(given)
})
