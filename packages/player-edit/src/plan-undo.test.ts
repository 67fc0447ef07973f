import { applyEdit, checkChange, equalValues, locateChange } from '@qd/protocol-model'
import type { PlayerData } from '@qd/protocol-model'
import { samplePlayer, sampleProtocol } from '@qd/protocol-model/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WireChange } from './wire-change.ts'
import { planUndo } from './plan-undo.ts'

const protocol = sampleProtocol()

/** Runs changes as the game would and keeps what was there before as their `old`. */
function run(data: PlayerData, changes: readonly WireChange[]): { data: PlayerData; made: WireChange[] } {
  const made: WireChange[] = []
  let now = data
  for (const wanted of changes) {
    const located = locateChange(protocol, now, wanted)
    if (!located.ok) continue
    const change: WireChange = wanted.op === 'add' ? wanted : { ...wanted, old: located.current }
    if (change.op === 'add' && located.current !== undefined) continue
    if (checkChange(protocol, change) !== null) continue
    const applied = applyEdit(protocol, now, change)
    if (!applied.ok) continue
    now = applied.data
    made.push(change)
  }
  return { data: now, made }
}

const undo = (now: PlayerData, changes: readonly WireChange[]) =>
  planUndo(protocol, now, {
    changes,
    written: changes.map(({ value }) => value ?? null),
    indexes: changes.map((_, index) => index),
  })

const apply = (data: PlayerData, changes: readonly WireChange[]) =>
  changes.reduce((now, change) => {
    const applied = applyEdit(protocol, now, change)
    if (!applied.ok) throw new Error(applied.reason)
    return applied.data
  }, data)

const item = (key: number, count: string) => ({ itemId: key, count, gainAt: 1, gems: [] })
const keys = fc.constantFrom(7, 8, 9)
const counts = fc.integer({ min: 0, max: 5 }).map(String)

/** Changes over few places, so that they meet: sets, rows and keyed elements that come and go. */
const anyChange: fc.Arbitrary<WireChange> = fc.oneof(
  fc.record({ key: keys, value: counts }).map(({ key, value }): WireChange => {
    return { diff: 'Bag', key: String(key), path: ['count'], op: 'set', value }
  }),
  fc
    .integer({ min: 1, max: 5 })
    .map((value): WireChange => ({ diff: 'Role', path: ['level'], op: 'set', value })),
  fc.record({ key: keys, count: counts }).map(({ key, count }): WireChange => {
    return { diff: 'Bag', key: String(key), path: [], op: 'add', value: item(key, count) }
  }),
  keys.map((key): WireChange => ({ diff: 'Bag', key: String(key), path: [], op: 'remove' })),
  fc.integer({ min: 1, max: 3 }).map((slot): WireChange => {
    return { diff: 'Bag', key: '7', path: ['gems', String(slot)], op: 'add', value: { slot, power: 1 } }
  }),
)

const placeOf = ({ diff, key, path }: WireChange) => JSON.stringify([diff, key, ...path])

describe('planUndo', () => {
  it('nobody came in between: everything goes back, to the last value', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 12 }), (wanted) => {
        const before = samplePlayer()
        const { data, made } = run(before, wanted)
        const plan = undo(data, made)
        expect(plan.conflicts).toEqual([])
        expect(plan.indexes).toEqual(made.map((_, index) => index).toReversed())
        expect(equalValues(apply(data, plan.changes), before)).toBe(true)
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  it('a value that is no longer ours is never touched, every other one goes back', () => {
    const level = fc.integer({ min: 1, max: 100 })
    const fields = { level, mood: fc.constantFrom(0, 1), exp: counts, name: fc.constantFrom('a', 'b', 'c') }
    const one = fc.record(fields)
    fc.assert(
      fc.property(one, fc.subarray(['level', 'mood', 'exp', 'name'] as const), one, (mine, moved, theirs) => {
        const before = samplePlayer()
        const wanted = Object.entries(mine).map(([name, value]): WireChange => {
          return { diff: 'Role', path: [name], op: 'set', value }
        })
        const { data, made } = run(before, wanted)
        const now = run(
          data,
          moved.map((name): WireChange => ({ diff: 'Role', path: [name], op: 'set', value: theirs[name] })),
        ).data
        const plan = undo(now, made)
        const after = apply(now, plan.changes)['role'] as Record<string, unknown>
        // The model: field by field, ours goes back, theirs stays.
        for (const name of Object.keys(mine) as (keyof typeof mine)[]) {
          const current = (now['role'] as Record<string, unknown>)[name]
          const old = (before['role'] as Record<string, unknown>)[name]
          expect(after[name]).toEqual(equalValues(current, mine[name]) ? old : current)
        }
        expect(plan.conflicts.length + plan.changes.length).toBe(made.length)
      }),
      { seed: 11, numRuns: 500 },
    )
  })

  it('whatever others did, the plan applies to the data as it is, and conflicts keep their places', () => {
    fc.assert(
      fc.property(
        fc.array(anyChange, { maxLength: 8 }),
        fc.array(anyChange, { maxLength: 8 }),
        (mine, theirs) => {
          const { data, made } = run(samplePlayer(), mine)
          const now = run(data, theirs).data
          const plan = undo(now, made)
          for (const change of plan.changes) expect(checkChange(protocol, change)).toBeNull()
          apply(now, plan.changes)
          const all = [...plan.indexes, ...plan.conflicts.map(({ index }) => index)]
          expect(all.toSorted((a, b) => a - b)).toEqual(made.map((_, index) => index))
          // In a chain over one place nothing older goes back past a conflict.
          for (const { index, change } of plan.conflicts) {
            const older = plan.indexes.filter(
              (each) => each < index && placeOf(made[each]!) === placeOf(change),
            )
            expect(older).toEqual([])
          }
        },
      ),
      { seed: 13, numRuns: 500 },
    )
  })

  const level: WireChange = { diff: 'Role', path: ['level'], op: 'set', value: 73, old: 72 }
  const gem: WireChange = {
    diff: 'Bag',
    key: '7',
    path: ['gems', '2'],
    op: 'add',
    value: { slot: 2, power: 5 },
  }
  const gone: WireChange = { diff: 'Bag', key: '8', path: [], op: 'remove', old: samplePlayer()['bag'] }
  const role = (part: object) => ({
    ...samplePlayer(),
    role: { ...(samplePlayer()['role'] as object), ...part },
  })

  it.each([
    ['a set that still stands', level, role({ level: 73 }), 'back'],
    ['a set somebody changed', level, role({ level: 74 }), 'conflict'],
    ['a set somebody took back', level, samplePlayer(), 'conflict'],
    [
      'a set of int64 kept as text',
      { ...level, path: ['exp'], value: 5, old: '4' },
      role({ exp: '5' }),
      'back',
    ],
    ['an element that is still there', gem, run(samplePlayer(), [gem]).data, 'back'],
    ['an element that is gone', gem, samplePlayer(), 'conflict'],
    [
      'an element somebody changed',
      gem,
      run(samplePlayer(), [{ ...gem, value: { slot: 2, power: 6 } }]).data,
      'conflict',
    ],
    ['a removed row somebody added anew', gone, samplePlayer(), 'conflict'],
  ])('%s', (_name, change, now, expected) => {
    const plan = undo(now as PlayerData, [change as WireChange])
    expect(plan.changes.length === 1 ? 'back' : 'conflict').toBe(expected)
  })

  it('what stood nowhere before our edit stands nowhere after its undo, and comes back when that is undone', () => {
    const empty: PlayerData = { ...samplePlayer(), role: { level: 72 } }
    const fields: WireChange[] = [
      { diff: 'Role', path: ['name'], op: 'set', old: null, value: 'new' },
      { diff: 'Role', path: ['home'], op: 'set', old: null, value: { map: 1, x: 2, y: 3 } },
      { diff: 'Role', path: ['titles'], op: 'set', old: null, value: ['first'] },
    ]
    const filled = apply(empty, fields)
    const plan = undo(filled, fields)
    expect(plan.conflicts).toEqual([])
    expect(apply(filled, plan.changes)).toEqual(empty)
    const again = undo(empty, plan.changes)
    expect(again.conflicts).toEqual([])
    expect(equalValues(apply(empty, again.changes), filled)).toBe(true)
    const moved = apply(filled, [{ ...fields[0]!, old: 'new', value: 'theirs' }])
    expect(undo(moved, fields).conflicts).toMatchObject([{ index: 0, current: 'theirs' }])
  })

  it('compares with what the game stored, not with what was asked', () => {
    const now = role({ name: 'short' })
    const change: WireChange = {
      diff: 'Role',
      path: ['name'],
      op: 'set',
      value: 'short and cut',
      old: '岚夜听潮',
    }
    const plan = planUndo(protocol, now, { changes: [change], written: ['short'], indexes: [0] })
    expect(plan.changes).toMatchObject([{ value: '岚夜听潮', old: 'short' }])
  })
})
