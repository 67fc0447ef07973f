import type { Change, ProtocolDefinition } from '@qd/protocol-model'
import { expect, it } from 'vitest'
import { givenItems, overLimit } from './index.ts'

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
      fields: [
        { fieldName: 'id', type: 'int', dataProvider: 'gameProp' },
        { fieldName: 'count', type: 'int' },
        { fieldName: 'level', type: 'int' },
      ],
    },
  },
} as unknown as ProtocolDefinition

const WALLET = {
  name: 'Wallet',
  comment: '',
  names: {},
  key: '',
  netKey: 'wallet',
  fields: [
    { fieldName: 'gold', type: 'int', item: 1 },
    { fieldName: 'bound', type: 'int', item: 1 },
    { fieldName: 'level', type: 'int' },
    { fieldName: 'purse', type: 'Wallet' },
    { fieldName: 'drawers', type: 'array', itemType: 'Wallet' },
    { fieldName: 'stacks', type: 'array', itemType: 'Bag' },
  ],
}
Object.assign(protocol.diffInfos, { Wallet: WALLET })
const coins = (more: Partial<Change>): Change => ({ diff: 'Wallet', path: ['gold'], op: 'set', ...more })

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
  ['a field that holds an item', [coins({ old: 5, value: 12 })], [['1', '7']]],
  [
    'a currency beyond 2^53',
    [coins({ old: '0', value: '9223372036854775807' })],
    [['1', '9223372036854775807']],
  ],
  ['nothing of a currency that falls', [coins({ old: 12, value: 5 })], []],
  ['nothing of a field of no item', [coins({ path: ['level'], old: 1, value: 9 })], []],
  ['a currency in an object', [coins({ path: ['purse', 'gold'], old: 1, value: 9 })], [['1', '8']]],
  [
    'an object as a whole, all its fields of one item together',
    [
      coins({
        path: [],
        old: { gold: 5, bound: 9 },
        value: { gold: 12, bound: 4, level: 3, purse: { gold: 10 } },
      }),
    ],
    [['1', '12']],
  ],
  ['a currency in a list', [coins({ path: ['drawers', 0, 'gold'], old: 1, value: 3 })], [['1', '2']]],
  ['an element that is added', [coins({ path: ['drawers'], op: 'add', value: [{ gold: 4 }] })], [['1', '4']]],
  [
    'rows of items inside a list',
    [
      coins({
        path: ['stacks'],
        old: [{ id: 7, count: 1 }],
        value: [
          { id: 7, count: 3 },
          { id: 8, count: 2 },
        ],
      }),
    ],
    [
      ['7', '2'],
      ['8', '2'],
    ],
  ],
  [
    'a row of items inside a list',
    [coins({ path: ['stacks', '7', 'count'], old: 1, value: 5 })],
    [['7', '4']],
  ],
  ['nothing of what is removed', [coins({ path: [], op: 'remove', old: { gold: 5 } })], []],
])('counts %s', (_what, changes, given) => {
  expect(givenItems(protocol, changes).map(({ number, quantity }) => [number, quantity])).toEqual(given)
})

it.each<[string, Change, bigint | null]>([
  ['a rise beyond it', coins({ old: 5, value: 56 }), 50n],
  ['a rise up to it, of somebody who has more', coins({ old: 1_000, value: 1_050 }), null],
  ['a fall of somebody who has more', coins({ old: 1_000, value: 900 }), null],
  ['all of it where nobody says what stands there', coins({ value: 51 }), 50n],
  [
    'an object as a whole',
    coins({ path: [], old: { gold: 5 }, value: { gold: 30, purse: { gold: 26 } } }),
    50n,
  ],
  ['a row above it, as what stands there counts', change({ old: 45, value: 51 }), 50n],
  ['a row that is lowered to above it', change({ old: 60, value: 51 }), null],
  ['something without a limit', change({ key: '8', old: 0, value: 51 }), null],
])('a limit for one action and %s', (_what, one, limit) => {
  expect(overLimit(protocol, one, (item) => (item === '1' || item === '7' ? 50n : null))).toBe(limit)
})
