import { diffPlayer, placeText } from '@qd/player-diff'
import { applyEdit, checkChange, equalValues, parseProtocol } from '@qd/protocol-model'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wireChanges } from '@qd/player-edit'
import { movedRows, readConflictDetails } from './conflict-rows.ts'
import {
  editDraft,
  keepMine,
  openDraft,
  rebaseDraft,
  redo,
  revertAll,
  revertChanges,
  settleDraft,
  undo,
} from './draft.ts'

const field = (fieldName: string, type: string, more: object = {}) => ({
  fieldName,
  type,
  name: fieldName,
  comment: '',
  ...more,
})
const info = (name: string, netKey: string, key: string, fields: object[]) => ({
  name,
  netKey,
  key,
  fields,
  comment: '',
  names: {},
})

function protocolOf(): ProtocolDefinition {
  const parsed = parseProtocol({
    diffInfos: {
      Role: info('Role', 'role', '', [
        field('name', 'string'),
        field('level', 'int'),
        field('exp', 'int'),
        field('home', 'Place'),
        field('titles', 'array', { itemType: 'string' }),
      ]),
      Place: info('Place', '', '', [field('map', 'int'), field('x', 'float')]),
      Bag: info('Bag', 'bag', 'itemId', [
        field('itemId', 'int'),
        field('count', 'int'),
        field('gems', 'array', { itemType: 'Gem' }),
      ]),
      Gem: info('Gem', '', 'slot', [field('slot', 'int'), field('power', 'int')]),
    },
    protocols: [],
  })
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.protocol
}

const protocol = protocolOf()
const player = (): PlayerData => ({
  role: { name: 'Lan', level: 72, exp: '9007199254740993', home: { map: 3, x: 1.5 }, titles: ['a', 'b'] },
  bag: {
    '7': { itemId: 7, count: 5, gems: [{ slot: 1, power: 10 }] },
    '8': { itemId: 8, count: 480, gems: [] },
  },
})
const set = (diff: string, path: string[], value: unknown, key?: string): Change => ({
  diff,
  path,
  op: 'set',
  value,
  ...(key === undefined ? {} : { key }),
})
const apply = (base: PlayerData, changes: readonly Change[]): PlayerData =>
  changes.reduce((data, change) => {
    const applied = applyEdit(protocol, data, change)
    if (!applied.ok) throw new Error(applied.reason)
    return applied.data
  }, base)

const rowKey = fc.constantFrom('7', '8', '9')
const oneEdit: fc.Arbitrary<Change> = fc.oneof(
  fc.integer({ min: 1, max: 120 }).map((value) => set('Role', ['level'], value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => set('Role', ['exp'], String(value))),
  fc.integer({ min: -9, max: 9 }).map((value) => set('Role', ['home', 'x'], value)),
  fc.array(fc.constantFrom('a', 'b', 'c')).map((value) => set('Role', ['titles'], value)),
  fc.tuple(rowKey, fc.nat(99)).map(([key, value]) => set('Bag', ['count'], value, key)),
  rowKey.map((key) => ({ diff: 'Bag', key, path: [], op: 'remove' as const })),
  rowKey.map((key) => ({
    diff: 'Bag',
    key,
    path: [],
    op: 'add' as const,
    value: { itemId: Number(key), count: 1, gems: [] },
  })),
  fc.tuple(rowKey, fc.integer({ min: 1, max: 3 })).map(([key, slot]) => ({
    diff: 'Bag',
    key,
    path: ['gems', String(slot)],
    op: 'add' as const,
    value: { slot, power: slot },
  })),
  fc.tuple(rowKey, fc.integer({ min: 1, max: 3 })).map(([key, slot]) => ({
    diff: 'Bag',
    key,
    path: ['gems', String(slot)],
    op: 'remove' as const,
  })),
)
const edits = fc.array(oneEdit, { maxLength: 14 })

/** A draft after edits one by one, as a hand on the keyboard makes them; impossible ones are dropped. */
function drafted(list: readonly Change[]) {
  return list.reduce((draft, edit) => editDraft(draft, [edit]), openDraft(protocol, player()))
}

describe('draft', () => {
  it('[ED.01] pending changes lead from the loaded data to the draft, and each may be sent', () => {
    fc.assert(
      fc.property(edits, (list) => {
        const draft = drafted(list)
        expect(equalValues(apply(player(), draft.changes), draft.data)).toBe(true)
        for (const change of wireChanges(draft.changes)) {
          expect(checkChange(protocol, change)).toBeNull()
        }
      }),
      { seed: 31, numRuns: 400 },
    )
  })

  it('[ED.02] undo walks back to the start and redo to the end', () => {
    fc.assert(
      fc.property(edits, (list) => {
        const end = drafted(list)
        let draft = end
        while (draft.past.length > 0) draft = undo(draft)
        expect(draft.changes).toEqual([])
        expect(draft.data).toEqual(player())
        while (draft.future.length > 0) draft = redo(draft)
        expect(draft.changes).toEqual(end.changes)
      }),
      { seed: 32, numRuns: 200 },
    )
  })

  it('[ED.03] editing a value back to what was loaded leaves nothing pending', () => {
    const draft = drafted([set('Bag', ['count'], 680, '8'), set('Bag', ['count'], '480', '8')])
    expect(draft.changes).toEqual([])
    expect(draft.past).toHaveLength(2)
  })

  it('[ED.03] an edit that changes nothing is no step of undo', () => {
    const draft = openDraft(protocol, player())
    expect(editDraft(draft, [set('Role', ['level'], 72)])).toBe(draft)
  })

  it('[ED.04] reverts one change and keeps the others', () => {
    const draft = drafted([set('Bag', ['count'], 680, '8'), set('Role', ['level'], 80)])
    const kept = revertChanges(
      draft,
      draft.changes.filter(({ diff }) => diff === 'Bag'),
    )
    expect(kept.changes).toEqual([{ diff: 'Role', path: ['level'], op: 'set', value: 80, old: 72 }])
    expect(undo(kept).changes).toEqual(draft.changes)
    expect(revertAll(draft).data).toEqual(player())
  })

  it('[ED.05] a removed row comes back with all it had', () => {
    const draft = drafted([set('Bag', ['count'], 6, '7'), { diff: 'Bag', key: '7', path: [], op: 'remove' }])
    expect(draft.changes).toEqual([
      { diff: 'Bag', key: '7', path: [], op: 'remove', old: (player().bag as Record<string, unknown>)['7'] },
    ])
    expect(revertAll(draft).data).toEqual(player())
  })
})

describe('rebaseDraft', () => {
  const moveServer = (list: readonly Change[]): PlayerData => drafted(list).data

  it('[ED.06] without meeting edits both sides survive', () => {
    const draft = drafted([set('Bag', ['count'], 680, '8')])
    const next = rebaseDraft(draft, moveServer([set('Role', ['level'], 73)]))
    expect(next.changes).toEqual(draft.changes)
    expect((next.data.role as Record<string, unknown>).level).toBe(73)
    expect(next.moved.size).toBe(0)
  })

  it('[ED.07] a value that moved under an edit keeps mine and asks', () => {
    const draft = drafted([set('Bag', ['count'], 680, '8')])
    const next = rebaseDraft(draft, moveServer([set('Bag', ['count'], 500, '8')]))
    expect(next.changes).toMatchObject([{ value: 680, old: 500 }])
    expect(movedRows(next.changes, next.moved)).toMatchObject([{ loaded: 480, current: 500, mine: 680 }])
    expect(keepMine(next, next.changes[0]!).moved.size).toBe(0)
    expect(revertChanges(next, next.changes).moved.size).toBe(0)
  })

  it('[ED.07] what the server already has as wanted is no change any more', () => {
    const draft = drafted([set('Bag', ['count'], 680, '8')])
    const next = rebaseDraft(draft, moveServer([set('Bag', ['count'], 680, '8')]))
    expect(next.changes).toEqual([])
    expect(next.moved.size).toBe(0)
  })

  it('[ED.08] an edit inside a row that is gone is dropped, an added row that is there becomes edits', () => {
    const edited = drafted([set('Bag', ['count'], 680, '8')])
    expect(
      rebaseDraft(edited, moveServer([{ diff: 'Bag', key: '8', path: [], op: 'remove' }])).changes,
    ).toEqual([])
    const add = (count: number): Change => ({
      diff: 'Bag',
      key: '9',
      path: [],
      op: 'add',
      value: { itemId: 9, count, gems: [] },
    })
    const next = rebaseDraft(drafted([add(3)]), moveServer([add(2)]))
    expect(next.changes).toEqual([{ diff: 'Bag', key: '9', path: ['count'], op: 'set', value: 3, old: 2 }])
    expect(next.moved.size).toBe(1)
  })

  it('[ED.09] whatever both sides did, the pending changes fit the new base', () => {
    fc.assert(
      fc.property(edits, edits, (mine, theirs) => {
        const base = moveServer(theirs)
        const next = rebaseDraft(drafted(mine), base)
        expect(equalValues(apply(base, next.changes), next.data)).toBe(true)
        expect(diffPlayer(protocol, base, next.data)).toEqual(next.changes)
      }),
      { seed: 33, numRuns: 400 },
    )
  })

  it('[ED.10] after a commit the refused change stays, with what the server has now', () => {
    const draft = drafted([set('Bag', ['count'], 680, '8'), set('Role', ['level'], 200)])
    const [level, count] = draft.changes
    const base = apply(player(), [count!])
    const next = settleDraft(draft, base, [count!])
    expect(next.changes).toEqual([level])
    expect(next.past).toEqual([])
  })
})

describe('what a refused commit carries', () => {
  it('is read row by row, and is nothing of another shape', () => {
    const conflicts = [{ index: 0, current: 500 }, { index: 'x' }, null]
    expect(readConflictDetails({ version: 'v2', conflicts })).toEqual({
      version: 'v2',
      conflicts: [{ index: 0, current: 500 }],
    })
    expect(readConflictDetails({ version: 'v2' })).toBeNull()
    expect(readConflictDetails('x')).toBeNull()
  })

  it('[ED.11] names the place as people read it', () => {
    expect(placeText({ diff: 'Bag', key: '8', path: ['gems', '1', 'power'] }, 'bag')).toBe(
      'bag[8].gems[1].power',
    )
  })
})
