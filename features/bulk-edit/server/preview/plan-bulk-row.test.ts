import { applyEdit, locateChange } from '@qd/protocol-model'
import type { PlayerData } from '@qd/protocol-model'
import { samplePlayer, sampleProtocol } from '@qd/protocol-model/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findConflicts } from '@qd/player-edit'
import type { BulkChange, BulkSet } from '../../contract/index.ts'
import { planBulkRow } from './plan-bulk-row.ts'

const protocol = sampleProtocol()
const setOf = (changes: BulkChange[], more: Partial<BulkSet> = {}): BulkSet => ({
  changes,
  onlyUnchanged: false,
  existing: 'skip',
  ...more,
})
const level = (value: number, old: unknown = 1): BulkChange => ({
  diff: 'Role',
  path: ['level'],
  op: 'set',
  value,
  old,
})
const gain = (by: string, path = ['exp']): BulkChange => ({ diff: 'Role', path, op: 'set', by })
const give = (key: string): BulkChange => ({
  diff: 'Bag',
  key,
  path: [],
  op: 'add',
  value: { itemId: Number(key), count: '3' },
})
const take = (key: string): BulkChange => ({ diff: 'Bag', key, path: [], op: 'remove', old: { itemId: 1 } })
const plan = (changes: BulkChange[], more: Partial<BulkSet> = {}, data: PlayerData = samplePlayer()) =>
  planBulkRow(protocol, data, setOf(changes, more))
const stop = (...args: Parameters<typeof plan>) => {
  const planned = plan(...args)
  return planned.kind === 'changes' ? planned.changes : [planned.kind, planned.stop.code, planned.stop.field]
}

describe('a set of changes for one player', () => {
  it('replaces whatever stands there, with his own value as the old one', () => {
    expect(plan([level(80)])).toEqual({
      kind: 'changes',
      changes: [{ diff: 'Role', path: ['level'], op: 'set', value: 80, old: 72 }],
    })
  })

  it.each<[string, BulkChange[], Partial<BulkSet>, unknown[]]>([
    ['the value is there already', [level(72)], {}, ['skipped', 'nothing_to_do', 'Role.level']],
    [
      'the condition does not hold',
      [level(80, 71)],
      { onlyUnchanged: true },
      ['skipped', 'value_differs', 'Role.level'],
    ],
    [
      'one of two conditions does not hold',
      [level(80, 72), { diff: 'Role', path: ['mood'], op: 'set', value: 0, old: 9 }],
      { onlyUnchanged: true },
      ['skipped', 'value_differs', 'Role.mood'],
    ],
    ['the row is there and may be', [give('7')], { existing: 'skip' }, ['skipped', 'nothing_to_do', 'Bag.7']],
    [
      'the row is there and must not be',
      [give('7')],
      { existing: 'refuse' },
      ['refused', 'row_exists', 'Bag.7'],
    ],
    ['there is nothing to remove', [take('99')], {}, ['skipped', 'nothing_to_do', 'Bag.99']],
    [
      'the row to be changed is missing',
      [{ diff: 'Bag', key: '99', path: ['count'], op: 'set', value: '5' }],
      {},
      ['refused', 'row_missing', 'Bag.99.count'],
    ],
    ['the sum is over the range', [gain('49', ['level'])], {}, ['refused', 'above_max', 'Role.level']],
    ['the sum is no int64', [gain('9223372036854775807')], {}, ['refused', 'out_of_int64', 'Role.exp']],
    ['a text cannot grow', [gain('1', ['name'])], {}, ['refused', 'not_a_number', 'Role.name']],
    ['a broken number cannot grow', [gain('1', ['luck'])], {}, ['refused', 'not_a_number', 'Role.luck']],
    [
      'the type is wrong',
      [{ diff: 'Role', path: ['level'], op: 'set', value: 'x' }],
      {},
      ['refused', 'wrong_type', 'Role.level'],
    ],
    [
      'the field does not exist',
      [{ diff: 'Role', path: ['nope'], op: 'set', value: 1 }],
      {},
      ['refused', 'unknown_path', 'Role.nope'],
    ],
    [
      'an element without key is another one',
      [{ diff: 'Role', path: ['titles', '0'], op: 'remove', old: 'second' }],
      {},
      ['skipped', 'value_differs', 'Role.titles.0'],
    ],
  ])('%s: the player stays as he is', (_name, changes, more, expected) => {
    expect(stop(changes, more)).toEqual(expected)
  })

  it('adds exactly, in the form the number has', () => {
    expect(plan([gain('2')])).toMatchObject({
      changes: [{ value: '9007199254740995', old: '9007199254740993' }],
    })
    expect(plan([gain('-2', ['level'])])).toMatchObject({ changes: [{ value: 70, old: 72 }] })
    expect(plan([gain('5')], {}, { role: {} })).toMatchObject({ changes: [{ value: 5, old: null }] })
  })

  it('what is there already is left out of what is sent', () => {
    const planned = plan([level(72), gain('1'), take('7'), take('99')])
    expect(planned).toMatchObject({
      kind: 'changes',
      changes: [{ path: ['exp'] }, { key: '7', op: 'remove' }],
    })
  })

  it('later changes build on the earlier ones', () => {
    const count: BulkChange = { diff: 'Bag', key: '9', path: ['count'], op: 'set', by: '4' }
    expect(plan([give('9'), count])).toMatchObject({ changes: [{ op: 'add' }, { value: '7', old: '3' }] })
  })
})

const anyPlayer = fc
  .record({
    level: fc.integer({ min: 1, max: 120 }),
    exp: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }),
    mood: fc.constantFrom(0, 1),
    bag: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 5 }),
  })
  .map(({ level, exp, mood, bag }): PlayerData => ({
    role: { level, exp: String(exp), mood },
    bag: Object.fromEntries(bag.map((itemId) => [itemId, { itemId, count: '2', gems: [] }])),
  }))
const key = fc.integer({ min: 1, max: 9 }).map(String)
const anyChange = fc.oneof(
  fc.integer({ min: 1, max: 120 }).map((value) => level(value)),
  fc
    .constantFrom(0, 1)
    .map((value): BulkChange => ({ diff: 'Role', path: ['mood'], op: 'set', value, old: 0 })),
  key.map(give),
  key.map(take),
)

describe('every plan', () => {
  const applied = (data: PlayerData, changes: readonly BulkChange[]) =>
    changes.reduce((now, change) => {
      const next = applyEdit(protocol, now, change)
      if (!next.ok) throw new Error(next.reason)
      return next.data
    }, data)

  it('fits the player it was made for, and leaves his data alone', () => {
    fc.assert(
      fc.property(anyPlayer, fc.array(anyChange, { minLength: 1, maxLength: 6 }), (data, changes) => {
        const before = structuredClone(data)
        const planned = plan(changes, {}, data)
        expect(data).toEqual(before)
        if (planned.kind === 'changes') expect(findConflicts(protocol, data, planned.changes)).toEqual([])
      }),
    )
  })

  it('without adding, a second run has nothing to do', () => {
    const places = (changes: readonly BulkChange[]) =>
      new Set(changes.map(({ diff, key, path }) => JSON.stringify([diff, key, path]))).size
    fc.assert(
      fc.property(anyPlayer, fc.array(anyChange, { minLength: 1, maxLength: 6 }), (data, changes) => {
        fc.pre(places(changes) === changes.length)
        const planned = plan(changes, {}, data)
        if (planned.kind !== 'changes') return
        const again = plan(changes, {}, applied(data, planned.changes))
        expect(again).toMatchObject({ kind: 'skipped', stop: { code: 'nothing_to_do' } })
      }),
    )
  })

  it('adding changes the number by exactly so much', () => {
    const by = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).filter((value) => value !== 0n)
    fc.assert(
      fc.property(anyPlayer, by, (data, amount) => {
        const planned = plan([gain(String(amount))], {}, data)
        if (planned.kind !== 'changes') throw new Error(planned.stop.code)
        const after = applied(data, planned.changes)
        const read = (from: PlayerData) => {
          const located = locateChange(protocol, from, gain('1'))
          return located.ok ? BigInt(String(located.current)) : 0n
        }
        expect(read(after) - read(data)).toBe(amount)
      }),
    )
  })
})
