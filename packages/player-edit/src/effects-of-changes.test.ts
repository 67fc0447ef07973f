import type { Change, ProtocolDefinition } from '@qd/protocol-model'
import { expect, it } from 'vitest'
import { effectsOfChanges, effectsOfPlaces } from './index.ts'

const info = (name: string, key: string, fields: object[]) => ({
  name,
  comment: '',
  names: {},
  key,
  netKey: name,
  fields: fields.map((field) => ({ type: 'int', name: '', comment: '', ...field })),
})
const protocol = {
  md5: '',
  protocols: [],
  diffInfos: {
    Bag: info('Bag', 'id', [
      { fieldName: 'id', dataProvider: 'gameProp' },
      { fieldName: 'count' },
      { fieldName: 'level' },
    ]),
    Purse: info('Purse', '', [{ fieldName: 'diamond', item: 2 }, { fieldName: 'seen' }]),
    Role: info('Role', '', [{ fieldName: 'phone', sensitive: true }, { fieldName: 'count' }]),
  },
} as unknown as ProtocolDefinition

const bag = (more: Partial<Change>): Change => ({
  diff: 'Bag',
  key: '7',
  path: ['count'],
  op: 'set',
  ...more,
})
const purse = (more: Partial<Change>): Change => ({ diff: 'Purse', path: ['diamond'], op: 'set', ...more })

it.each<[string, Change, string[], string[]]>([
  ['more of an item', bag({ old: 1, value: 5 }), ['items'], ['items']],
  ['less of an item', bag({ old: 5, value: 1 }), [], ['items']],
  ['a row of items', bag({ path: [], op: 'add', value: { id: 7, count: 1 } }), ['items'], ['items']],
  [
    'a row that goes',
    bag({ path: [], op: 'remove', old: { id: 7, count: 1 } }),
    ['destructive'],
    ['destructive'],
  ],
  ['another field of a row', bag({ path: ['level'], old: 1, value: 9 }), [], []],
  ['more of a currency', purse({ old: 1, value: 5 }), ['items', 'currency'], ['items', 'currency']],
  ['a currency that lies in the bag', bag({ key: '2', old: 1, value: 5 }), ['items', 'currency'], ['items']],
  [
    'a whole purse',
    purse({ path: [], old: {}, value: { diamond: 5 } }),
    ['items', 'currency'],
    ['items', 'currency'],
  ],
  ['another field of the purse', purse({ path: ['seen'], old: 1, value: 5 }), [], []],
  [
    'a sensitive field',
    { diff: 'Role', path: ['phone'], op: 'set', old: '1', value: '2' },
    ['sensitive'],
    ['sensitive'],
  ],
])('%s', (_what, change, does, canDo) => {
  expect(effectsOfChanges(protocol, [change])).toEqual({ known: does, isComplete: true })
  // Before values are filled in, nobody knows which row it is, nor which way it goes.
  const place = {
    ...change,
    ...(change.key === undefined ? {} : { key: '' }),
    value: undefined,
    old: undefined,
  }
  expect(effectsOfPlaces(protocol, [place])).toEqual({ known: canDo, isComplete: true })
})

it('nobody can say what a change does at a place that the definition does not know', () => {
  for (const change of [bag({ path: ['gone'] }), { ...purse({}), diff: 'Gone' }]) {
    expect(effectsOfChanges(protocol, [change]).isComplete).toBe(false)
    expect(effectsOfPlaces(protocol, [change]).isComplete).toBe(false)
  }
})
