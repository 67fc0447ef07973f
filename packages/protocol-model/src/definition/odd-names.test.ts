import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyChanges,
  applyEdit,
  checkChange,
  leftOutAt,
  leftOutBelow,
  leftOutByModule,
  parseProtocol,
  pathText,
  readPathText,
  takeOutForbidden,
} from '../index.ts'
import type { Change, ProtocolDefinition } from '../index.ts'

const FORBIDDEN = ['__proto__', 'constructor', 'prototype']
const ODD = [
  '',
  'a.b',
  'a-b',
  'two words',
  '7',
  '道具',
  '🎣',
  'toString',
  'hasOwnProperty',
  'length',
  '"',
  '[0]',
  '$x',
  'x'.repeat(1024),
]

const field = (fieldName: string, type = 'int', more: object = {}) => ({
  name: '',
  type,
  fieldName,
  comment: '',
  ...more,
})
const info = (name: string, fields: object[], more: object = {}) => ({
  name,
  comment: '',
  fields,
  names: {},
  key: '',
  netKey: name,
  ...more,
})

function parsed(infos: object[], tips: object[] = []): ProtocolDefinition {
  const entries = infos.map((each) => [(each as { name: string }).name, each] as const)
  // As JSON has them: an object literal could not carry its own __proto__.
  const text = `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join(',')}}`
  const read = parseProtocol(`{"diffInfos":${text},"protocols":${JSON.stringify(tips)}}`)
  if (!read.ok) throw new Error(read.reason)
  return read.protocol
}

const oddName = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: 'grapheme', maxLength: 20 }).filter((name) => !FORBIDDEN.includes(name)),
)

describe('names of fields', () => {
  it('are carried as they are through definition, change and change list', () => {
    const names = fc.uniqueArray(oddName, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(names, fc.nat(1000), (fieldNames, value) => {
        const protocol = parsed([
          info(
            'Odd',
            fieldNames.map((name) => field(name)),
          ),
        ])
        expect(protocol.diffInfos.Odd?.fields.map(({ fieldName }) => fieldName)).toEqual(fieldNames)
        expect(protocol.diffInfos.Odd).not.toHaveProperty('leftOut')
        let data = { Odd: Object.fromEntries(fieldNames.map((name) => [name, -1])) } as Record<
          string,
          unknown
        >
        for (const name of fieldNames) {
          const change: Change = { diff: 'Odd', path: [name], op: 'set', value, old: -1 }
          expect(checkChange(protocol, change)).toBeNull()
          const applied = applyEdit(protocol, data, change)
          expect(applied.ok).toBe(true)
          if (applied.ok) data = applied.data
        }
        const wanted = { Odd: Object.fromEntries(fieldNames.map((name) => [name, value])) }
        expect(data).toEqual(wanted)
        const c = [{ d: 'Odd', change: JSON.stringify(wanted.Odd) }]
        expect(applyChanges({}, c, protocol).data).toEqual(wanted)
      }),
      { seed: 91 },
    )
  })

  it('of types, modules and rows are carried too', () => {
    const protocol = parsed([
      info('a.b', [field('id', 'string'), field('in side', 'Über-Typ')], {
        key: 'id',
        netKey: 'hasOwnProperty',
      }),
      info('Über-Typ', [field('toString')], { netKey: '' }),
    ])
    const change: Change = {
      diff: 'a.b',
      key: 'toString',
      path: ['in side', 'toString'],
      op: 'set',
      value: 2,
      old: 1,
    }
    expect(checkChange(protocol, change)).toBeNull()
    const data = { hasOwnProperty: { toString: { id: 'toString', 'in side': { toString: 1 } } } }
    expect(applyEdit(protocol, data, change)).toMatchObject({
      ok: true,
      data: { hasOwnProperty: { toString: { 'in side': { toString: 2 } } } },
    })
    expect(applyEdit(protocol, { hasOwnProperty: {} }, change)).toMatchObject({ ok: false })
  })
})

describe('names that are not carried', () => {
  it.each([...FORBIDDEN, 'x'.repeat(1025), '\ud800'])('leave out the field %j and nothing else', (name) => {
    const protocol = parsed([info('Role', [field('level'), field(name), field('exp')])])
    expect(protocol.diffInfos.Role?.fields.map(({ fieldName }) => fieldName)).toEqual(['level', 'exp'])
    expect(protocol.diffInfos.Role?.leftOut).toHaveLength(1)
    expect(protocol.diffInfos.Role?.leftOut?.[0]?.slice(0, 100)).toBe(name.toWellFormed().slice(0, 100))
  })

  it.each([...FORBIDDEN, 'int', 'array'])(
    'leave out a type named %s, and the fields of it by name',
    (name) => {
      const tip = { type: 'diff', keyTip: 'x', diffInfo: name, doc: '' }
      const other = name === 'int' || name === 'array' ? 'string' : name
      const protocol = parsed(
        [
          info('Role', [field('level'), field('odd', other), field('odds', 'array', { itemType: other })]),
          info(name, []),
        ],
        [tip],
      )
      expect(Object.keys(protocol.diffInfos)).toEqual(['Role'])
      expect(protocol.leftOut).toEqual([name])
      expect(protocol.protocols).toEqual([{ ...tip, diffInfo: '' }])
      expect(protocol.diffInfos.Role?.leftOut).toEqual(FORBIDDEN.includes(name) ? ['odd', 'odds'] : undefined)
    },
  )

  it.each(FORBIDDEN)('leave out a table by %s, a module under it, and choices from it', (name) => {
    const protocol = parsed([
      info('Bag', [field('id'), field(name)], { key: name }),
      info('Net', [field('x')], { netKey: name }),
      info('Role', [field('bag', 'Bag'), field('kind', 'int', { dataProvider: name })]),
    ])
    expect(protocol.leftOut).toEqual(['Bag', 'Net'])
    expect(protocol.diffInfos.Net?.netKey).toBe('')
    expect(protocol.diffInfos.Role?.leftOut).toEqual(['bag'])
    expect(protocol.diffInfos.Role?.fields).toEqual([
      { name: 'kind', type: 'int', fieldName: 'kind', comment: '' },
    ])
  })

  it('are not confused with a list of choices that is longer than a name', () => {
    const dataProvider = `enum:${JSON.stringify([[1, 'long '.repeat(300)]])}`
    const protocol = parsed([info('Role', [field('kind', 'int', { dataProvider })])])
    expect(protocol.diffInfos.Role?.fields[0]?.dataProvider).toBe(dataProvider)
  })

  it('are told again by a definition that was read and kept', () => {
    const protocol = parsed([info('Role', [field('constructor'), field('level')]), info('prototype', [])])
    const again = parseProtocol(JSON.stringify(protocol))
    expect(again.ok && again.protocol).toEqual(protocol)
  })

  const holder = parsed([
    info('Bag', [field('id'), field('count'), field('constructor'), field('gem', 'Gem')], { key: 'id' }),
    info('Gem', [field('power')], { netKey: '' }),
    info('Ship', [
      field('crew', 'array', { itemType: 'Crew' }),
      field('name', 'string'),
      field('hold', 'Hold'),
    ]),
    info('Crew', [field('id'), field('prototype')], { key: 'id', netKey: '' }),
    info('Hold', [field('inner', 'Crew')], { netKey: '' }),
  ])

  it.each<[string, Change]>([
    ['add a row', { diff: 'Bag', key: '1', path: [], op: 'add', value: { id: 1 } }],
    ['replace a row', { diff: 'Bag', key: '1', path: [], op: 'set', value: { id: 1 }, old: { id: 1 } }],
    ['remove a row', { diff: 'Bag', key: '1', path: [], op: 'remove', old: { id: 1 } }],
    ['add an element', { diff: 'Ship', path: ['crew', '1'], op: 'add', value: { id: 1 } }],
    ['remove an element', { diff: 'Ship', path: ['crew', '1'], op: 'remove', old: { id: 1 } }],
    ['replace a list of them', { diff: 'Ship', path: ['crew'], op: 'set', value: [], old: [{ id: 1 }] }],
    ['replace what holds one deeper', { diff: 'Ship', path: ['hold'], op: 'set', value: {}, old: {} }],
    ['take away what holds one', { diff: 'Ship', path: ['hold'], op: 'set', value: null, old: {} }],
  ])('refuse to %s, naming them', (_what, change) => {
    expect(checkChange(holder, change, { canUnset: true })).toMatchObject({
      code: 'left_out',
      detail: expect.stringMatching(/^(constructor|prototype)$/),
    })
  })

  it.each<[string, Change]>([
    ['a field beside', { diff: 'Bag', key: '1', path: ['count'], op: 'set', value: 2, old: 1 }],
    ['an object beside', { diff: 'Bag', key: '1', path: ['gem'], op: 'set', value: { power: 1 }, old: {} }],
    ['a field above', { diff: 'Ship', path: ['name'], op: 'set', value: 'a', old: 'b' }],
  ])('let %s be edited', (_what, change) => {
    expect(checkChange(holder, change)).toBeNull()
  })
})

describe('what is left out of data', () => {
  const data = () =>
    JSON.parse(
      '{"tables":{"bag":{"7":{"id":7,"constructor":1,"gems":[{"power":1},{"prototype":2}]},"8":{"id":8}},"__proto__":{}}}',
    ) as { tables: Record<string, unknown> }

  it('is taken out where it stands and told', () => {
    const root = data()
    const places = leftOutByModule(leftOutBelow(takeOutForbidden(root), ['tables']))
    expect(root).toEqual({ tables: { bag: { 7: { id: 7, gems: [{ power: 1 }, {}] }, 8: { id: 8 } } } })
    expect(places).toHaveLength(3)
    expect(places).toEqual(
      expect.arrayContaining([
        { path: [], names: ['__proto__'] },
        { path: ['bag', '7'], names: ['constructor'] },
        { path: ['bag', '7', 'gems', '1'], names: ['prototype'] },
      ]),
    )
  })

  it('guards the row it stood in, and no other', () => {
    const protocol = parsed([
      info('Bag', [field('id'), field('gems', 'array', { itemType: 'Gem' })], { key: 'id', netKey: 'bag' }),
      info('Gem', [field('power')], { netKey: '' }),
    ])
    const root = data()
    const places = leftOutByModule(leftOutBelow(takeOutForbidden(root), ['tables']))
    const names = (change: Omit<Change, 'diff'>) =>
      leftOutAt(protocol, root.tables, { diff: 'Bag', ...change }, places)
    expect(names({ key: '7', path: [], op: 'remove', old: {} })).toEqual(['constructor', 'prototype'])
    expect(names({ key: '7', path: ['gems'], op: 'set', value: [], old: [] })).toEqual(['prototype'])
    expect(names({ key: '7', path: ['gems', '1'], op: 'remove', old: {} })).toEqual(['prototype'])
    expect(names({ key: '7', path: ['gems', '0'], op: 'remove', old: {} })).toEqual([])
    expect(names({ key: '7', path: ['gems', '1', 'power'], op: 'set', value: 2, old: 1 })).toEqual([])
    expect(names({ key: '8', path: [], op: 'remove', old: {} })).toEqual([])
  })

  it('guards a whole module when very many of its rows have some', () => {
    const rows = Array.from({ length: 1200 }, (_, id) => `"${id}":{"id":${id},"prototype":1}`).join(',')
    const root = JSON.parse(`{"tables":{"bag":{${rows}},"note":{"a":{"prototype":1}}}}`) as {
      tables: Record<string, unknown>
    }
    const places = leftOutByModule(leftOutBelow(takeOutForbidden(root), ['tables']))
    expect(places).toEqual(
      expect.arrayContaining([
        { path: ['bag'], names: ['prototype'], isWhole: true },
        { path: ['note', 'a'], names: ['prototype'] },
      ]),
    )
    const protocol = parsed([info('Bag', [field('id')], { key: 'id', netKey: 'bag' })])
    const change: Change = { diff: 'Bag', key: '5', path: [], op: 'remove', old: {} }
    expect(leftOutAt(protocol, root.tables, change, places)).toEqual(['prototype'])
  })
})

describe('a way through data as text', () => {
  it('is read back as it was', () => {
    fc.assert(
      fc.property(fc.array(oddName), (path) => {
        expect(readPathText(pathText(path))).toEqual(path)
      }),
      { seed: 92 },
    )
  })

  it.each([
    [['Bag', '7', 'count'], 'Bag.7.count'],
    [['Role', 'home.x'], 'Role["home.x"]'],
    [['', 'a'], '[""].a'],
    [['背包', 'a-b', '$x'], '背包.a-b.$x'],
  ])('of %j is %s', (path, text) => {
    expect(pathText(path)).toBe(text)
  })

  it.each(['.', 'a.', '.a', 'a..b', 'a[', 'a[0]', 'a["x"]b', 'a["]'])('refuses %j', (text) => {
    expect(readPathText(text)).toBeNull()
  })
})
