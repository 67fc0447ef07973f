import { canonicalJson } from '@qd/canonical-json'
import { applyEdit, checkChange } from '@qd/protocol-model'
import type { Change, DataNode, PlayerData } from '@qd/protocol-model'
import { diffInfoOf, elementKeyOf, fieldNode } from '@qd/protocol-model'
import { samplePlayer, sampleProtocol } from '@qd/protocol-model/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyAll, diffPlayer, dropChanges, inverse, merge3 } from './index.ts'

const protocol = sampleProtocol()
const RUNS = { seed: 18, numRuns: 400 }

/** What counts as the same: absent and null, absent and empty lists and tables; keyed elements in any order. */
function normal(node: DataNode, value: unknown): unknown {
  if (value === undefined || value === null) return undefined
  if (node.kind === 'scalar') return typeof value === 'number' ? String(value) : value
  if (node.kind === 'list') {
    const list = (value as unknown[]).map((each) => normal(node.item, each))
    if (list.length === 0) return undefined
    return elementKeyOf(node) === ''
      ? list
      : list.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1))
  }
  const fields = node.info.fields.map((field) => [
    field.fieldName,
    normal(fieldNode(protocol, field)!, (value as Record<string, unknown>)[field.fieldName]),
  ])
  return Object.fromEntries(fields)
}

function same(data: PlayerData): string {
  const modules = Object.values(protocol.diffInfos).filter(({ netKey }) => netKey !== '')
  const tables = modules.map((info) => {
    const value = data[info.netKey] as Record<string, unknown> | undefined
    if (info.key === '') return [info.netKey, normal({ kind: 'object', info }, value)]
    const rows = Object.entries(value ?? {}).map(([key, row]) => [key, normal({ kind: 'object', info }, row)])
    return [info.netKey, rows.length === 0 ? undefined : Object.fromEntries(rows)]
  })
  return canonicalJson(Object.fromEntries(tables))
}

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
const gem = (slot: number) => fc.record({ slot: fc.constant(slot), power: int64 })
const gems = fc
  .uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 4 })
  .chain((slots) => fc.tuple(...slots.map(gem)))
const row = (itemId: number) =>
  fc.record({ itemId: fc.constant(itemId), count: int64, gems }, { requiredKeys: ['itemId', 'count'] })
const bag = fc
  .uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 5 })
  .chain((ids) => fc.tuple(...ids.map(row)))
  .map((rows) => Object.fromEntries(rows.map((each) => [String(each.itemId), each])))
const player: fc.Arbitrary<PlayerData> = fc.record({
  role: fc.record(
    {
      name: fc.constantFrom('a', 'b', 'c'),
      exp: int64,
      home: fc.record({ map: fc.integer({ min: 1, max: 3 }), x: fc.constantFrom(0.5, 1.5) }),
      titles: fc.array(fc.constantFrom('u', 'v', 'w', 'x'), { maxLength: 6 }),
    },
    { requiredKeys: ['name'] },
  ),
  bag,
})

function apply(data: PlayerData, changes: readonly Change[]): PlayerData {
  const applied = applyAll(protocol, data, changes)
  expect(applied.failed).toEqual([])
  return applied.data
}

describe('applyAll', () => {
  it('[ED.80] does what the changes do one by one, and touches neither the data nor the changes', () => {
    // Copied and given again: later changes meet what is there, what is gone, and each other's values.
    fc.assert(
      fc.property(player, player, player, (first, second, third) => {
        const changes = [
          ...diffPlayer(protocol, first, second),
          ...diffPlayer(protocol, second, third),
          ...diffPlayer(protocol, first, third),
        ]
        const given = structuredClone({ first, changes })
        const oneByOne = changes.reduce((data, change) => {
          const applied = applyEdit(protocol, data, change)
          return applied.ok ? applied.data : data
        }, first)
        expect(applyAll(protocol, first, changes).data).toEqual(oneByOne)
        expect({ first, changes }).toEqual(given)
      }),
      RUNS,
    )
  })

  it('[ED.80] leaves no empty list behind where an addition to it fails', () => {
    const titles: Change = { diff: 'Role', path: ['titles', '3'], op: 'add', value: 'x' }
    const level: Change = { diff: 'Role', path: ['level'], op: 'set', value: 2, old: 1 }
    const before = { role: { name: 'a', level: 1 } }
    const { data, failed } = applyAll(protocol, before, [level, titles])
    expect(data).toEqual({ role: { name: 'a', level: 2 } })
    expect(failed).toHaveLength(1)
  })
})

describe('diffPlayer', () => {
  it('[ED.80] the changes lead from one state to the other, and back', () => {
    fc.assert(
      fc.property(player, player, (before, after) => {
        const changes = diffPlayer(protocol, before, after)
        const there = apply(before, changes)
        expect(same(there)).toBe(same(after))
        expect(same(apply(there, inverse(changes)))).toBe(same(before))
      }),
      RUNS,
    )
  })

  it('[ED.80] nothing differs from itself, and no place is named twice', () => {
    fc.assert(
      fc.property(player, player, (before, after) => {
        expect(diffPlayer(protocol, before, structuredClone(before))).toEqual([])
        const places = diffPlayer(protocol, before, after).map(({ diff, key, path }) =>
          JSON.stringify([diff, key, ...path]),
        )
        expect(new Set(places).size).toBe(places.length)
      }),
      RUNS,
    )
  })

  const titles = (list: string[]): PlayerData => ({ role: { titles: list } })
  it.each<[string[], string[], string[]]>([
    [['a', 'b', 'c'], ['x', 'a', 'b', 'c'], ['add 0 x']],
    [['a', 'b', 'c'], ['a', 'b', 'x', 'c'], ['add 2 x']],
    [
      ['a', 'b', 'c'],
      ['x', 'a', 'b', 'y', 'c'],
      ['add 0 x', 'add 3 y'],
    ],
    [['a', 'b', 'c'], ['a', 'c'], ['remove 1 b']],
    [
      ['a', 'b', 'c', 'd'],
      ['b', 'd'],
      ['remove 2 c', 'remove 0 a'],
    ],
    [['a', 'b', 'c'], ['a', 'x', 'c'], ['set 1 x']],
    [['a', 'b'], [], ['remove 1 b', 'remove 0 a']],
    [[], ['a', 'b'], ['add 0 a', 'add 1 b']],
  ])('[ED.80] %j to %j is %j', (before, after, steps) => {
    const changes = diffPlayer(protocol, titles(before), titles(after))
    expect(
      changes.map(({ op, path, value, old }) => `${op} ${path[1]} ${op === 'remove' ? old : value}`),
    ).toEqual(steps)
  })

  it('[ED.80] elements and rows with a key are told by it, whatever their order', () => {
    const before = samplePlayer()
    const after = samplePlayer()
    const rows = after.bag as Record<string, { gems: unknown[] }>
    rows['7']!.gems = [
      { slot: 2, power: 5 },
      { slot: 1, power: 11 },
    ]
    expect(diffPlayer(protocol, before, after)).toEqual([
      { diff: 'Bag', key: '7', path: ['gems', '1', 'power'], op: 'set', old: 10, value: 11 },
      { diff: 'Bag', key: '7', path: ['gems', '2'], op: 'add', value: { slot: 2, power: 5 } },
    ])
  })

  it('[ED.80] an int64 stays the text it was', () => {
    const after = samplePlayer()
    ;(after.role as { exp: string }).exp = '9007199254740995'
    expect(diffPlayer(protocol, samplePlayer(), after)).toEqual([
      { diff: 'Role', path: ['exp'], op: 'set', old: '9007199254740993', value: '9007199254740995' },
    ])
  })
})

describe('dropChanges', () => {
  it('[ED.81] without one addition the others of a list still stand where they did', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('u', 'v', 'w'), { maxLength: 5 }),
        fc.array(fc.tuple(fc.nat(6), fc.constantFrom('x', 'y', 'z')), { minLength: 1, maxLength: 5 }),
        fc.nat(4),
        (list, adds, pick) => {
          const all: Change[] = adds.map(([at, value], index) => ({
            diff: 'Role',
            path: ['titles', String(Math.min(at, list.length + index))],
            op: 'add',
            value: `${value}${index}`,
          }))
          const before = { role: { titles: list } }
          const dropped = all[pick % all.length]!
          const rest = dropChanges(protocol, before, all, (change) => change === dropped)
          const whole = (apply(before, all).role as { titles: string[] }).titles
          const left = (apply(before, rest).role as { titles: string[] }).titles
          expect(left).toEqual(whole.filter((each) => each !== dropped.value))
        },
      ),
      RUNS,
    )
  })
})

describe('merge3', () => {
  const changesOf = (base: PlayerData, to: PlayerData): Change[] => diffPlayer(protocol, base, to)

  it('[ED.82] without conflicts both orders give the same, and it holds what each side did', () => {
    fc.assert(
      fc.property(player, player, player, (base, left, right) => {
        const mine = changesOf(base, left)
        const theirs = changesOf(base, right)
        const one = merge3(protocol, base, { mine, theirs })
        const other = merge3(protocol, base, { mine: theirs, theirs: mine })
        expect(one.conflicts.length).toBe(other.conflicts.length)
        if (one.conflicts.length > 0) return
        expect(same(one.merged)).toBe(same(other.merged))
      }),
      RUNS,
    )
  })

  it('[ED.82] one side alone is taken whole, and the same on both sides is no conflict', () => {
    fc.assert(
      fc.property(player, player, (base, left) => {
        const mine = changesOf(base, left)
        expect(same(merge3(protocol, base, { mine, theirs: [] }).merged)).toBe(same(left))
        const twice = merge3(protocol, base, { mine, theirs: left })
        expect(twice.conflicts).toEqual([])
        expect(same(twice.merged)).toBe(same(left))
      }),
      RUNS,
    )
  })

  it('[ED.82] a conflict is a place both touched and left different; the preferred side stands there', () => {
    fc.assert(
      fc.property(player, player, player, (base, left, right) => {
        const sides = { mine: changesOf(base, left), theirs: right }
        const theirs = merge3(protocol, base, sides)
        for (const { mine, theirs: other } of theirs.conflicts) {
          expect(canonicalJson([mine ?? null])).not.toBe(canonicalJson([other ?? null]))
        }
        const mine = merge3(protocol, base, { ...sides, prefer: 'mine' })
        const isAnyGone = mine.conflicts.some(({ isGone }) => isGone)
        const swapped = merge3(protocol, base, { mine: changesOf(base, right), theirs: left })
        if (!isAnyGone) expect(same(mine.merged)).toBe(same(swapped.merged))
      }),
      RUNS,
    )
  })

  const set = (path: string[], value: unknown, key?: string): Change => ({
    diff: key === undefined ? 'Role' : 'Bag',
    ...(key === undefined ? {} : { key }),
    path,
    op: 'set',
    value,
    old: null,
  })
  it.each<[string, Change[], Change[], string[]]>([
    ['other fields', [set(['name'], 'x')], [set(['level'], 3)], []],
    ['other fields of one object', [set(['home', 'x'], 9)], [set(['home', 'y'], 9)], []],
    [
      'other rows',
      [set(['count'], '9', '7')],
      [{ diff: 'Bag', key: '8', path: [], op: 'remove', old: {} }],
      [],
    ],
    ['the same field alike', [set(['name'], 'x')], [set(['name'], 'x')], []],
    ['the same field', [set(['name'], 'x')], [set(['name'], 'y')], ['Role.name']],
    [
      'a field of a removed row',
      [set(['count'], '9', '7')],
      [{ diff: 'Bag', key: '7', path: [], op: 'remove', old: {} }],
      ['Bag.7 gone'],
    ],
    [
      'another element of a list that moved',
      [set(['titles', '1'], 'x')],
      [{ diff: 'Role', path: ['titles', '0'], op: 'add', value: 'y' }],
      ['Role.titles'],
    ],
  ])('[ED.82] %s', (_name, mine, theirs, expected) => {
    const { conflicts } = merge3(protocol, samplePlayer(), { mine, theirs })
    const texts = conflicts.map(
      ({ place, isGone }) =>
        [place.diff, place.key, ...place.path].filter((part) => part !== undefined).join('.') +
        (isGone ? ' gone' : ''),
    )
    expect(texts).toEqual(expected)
  })

  it('every change of a difference is one the game takes', () => {
    const after = samplePlayer()
    ;(after.role as { titles: string[] }).titles = ['zero', 'first', 'second']
    for (const change of diffPlayer(protocol, samplePlayer(), after)) {
      expect(checkChange(protocol, change)).toBeNull()
      expect(applyEdit(protocol, samplePlayer(), change).ok).toBe(true)
    }
    expect(diffInfoOf(protocol, 'Role')).not.toBeNull()
  })
})
