import { samplePlayer, sampleProtocol } from '@qd/protocol-model/testing'
import { describe, expect, it } from 'vitest'
import type { WireChange } from './wire-change.ts'
import { findConflicts } from './find-conflicts.ts'

const set = (name: string, value: unknown, old: unknown): WireChange => {
  return { diff: 'Role', path: [name], op: 'set', value, old }
}
const add = (path: string[], value: unknown): WireChange => ({
  diff: 'Bag',
  key: '7',
  path,
  op: 'add',
  value,
})
const conflicts = (...changes: WireChange[]) => findConflicts(sampleProtocol(), samplePlayer(), changes)

describe('findConflicts', () => {
  it.each([
    ['a value that stands', [set('level', 73, 72)], []],
    ['a value that moved', [set('level', 73, 70)], [{ index: 0, loaded: 70, current: 72, mine: 73 }]],
    ['int64 as text', [set('exp', '1', '9007199254740993')], []],
    ['a chain over one place', [set('level', 73, 72), set('level', 74, 73)], []],
    [
      'a chain that starts wrong',
      [set('level', 73, 70), set('level', 74, 73)],
      [{ index: 0 }, { index: 1, current: 72 }],
    ],
    ['a row that is there already', [add([], { itemId: 7 })], [{ index: 0, loaded: null }]],
    ['a keyed element that is there', [add(['gems', '1'], { slot: 1, power: 9 })], [{ index: 0 }]],
    ['a new keyed element', [add(['gems', '2'], { slot: 2, power: 9 })], []],
    [
      'an element by position',
      [{ ...set('titles', 'new', undefined), path: ['titles', '0'], op: 'add' as const }],
      [],
    ],
  ])('%s', (_name, changes, expected) => {
    expect(conflicts(...changes)).toMatchObject(expected)
    expect(conflicts(...changes)).toHaveLength(expected.length)
  })
})
