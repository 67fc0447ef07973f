import type { ProtocolDefinition } from '@qd/protocol-model'
import { diffInfoOf } from '@qd/protocol-model'
import { describe, expect, it } from 'vitest'
import { readProtocol } from '@qd/player-edit'
import { editDraft, openDraft } from '../../model/draft.ts'
import { tableRows } from '../../model/table-rows.ts'
import { gridColumns } from '../view/grid-columns.tsx'
import { planMulti } from '../edits/multi-edit.ts'
import { planPaste } from './plan-paste.ts'
import { runWhole } from '../run-sliced.ts'
import { gridContext, gridPlace, gridProtocol } from '../testing/sample-grid.ts'
import { WHOLE_TABLE, orderRows } from '../view/view-order.ts'

const parsed = readProtocol(gridProtocol)
if (!parsed.ok) throw new Error(parsed.reason)
const definition: ProtocolDefinition = parsed.protocol
const info = diffInfoOf(definition, 'Bag')!
const base = {
  bag: {
    '1': { itemId: 1, count: 10, note: 'b', kind: 1, at: 0, tags: [] },
    '2': { itemId: 2, count: '9007199254740993', note: 'A', kind: 2, at: 1_795_000_000, tags: ['x'] },
    '30': { itemId: 30, count: 5, note: '', kind: 1, at: 0, tags: [] },
  },
}
const draft = openDraft(definition, base)
const columns = gridColumns(info, gridContext, 'name')
const rows = tableRows(info, base, base)
const rowOf = (key: string) => rows.find((row) => row.key === key)
const at = (column: string) => columns.findIndex(({ key }) => key === column)
const target = (cursor = { row: 0, column: at('count') }) => ({
  info,
  draft,
  place: gridPlace,
  columns,
  keys: rows.map(({ key }) => key),
  rowOf,
  cursor,
})
const plan = (cells: string[][], cursor?: { row: number; column: number }) =>
  runWhole(planPaste(cells, target(cursor)))

describe('a paste', () => {
  it('[ED.123] goes on from the cursor, and lists rows that are not there', () => {
    const { changes, faults } = plan([['20'], ['21'], ['22'], ['23']])
    expect(changes.map(({ key, value }) => [key, (value as { count: unknown }).count])).toEqual([
      ['1', 20],
      ['2', '21'],
      ['30', 22],
    ])
    expect(faults).toEqual([{ line: 4, column: '', text: '23', code: 'no_row', detail: '' }])
  })

  it('[ED.123] finds its columns by a first line of names, whatever their order', () => {
    const { changes, hasHead, ignored } = plan([
      ['数量', 'itemId', 'tags'],
      ['7', '30', 'x'],
    ])
    expect(hasHead).toBe(true)
    expect(ignored).toEqual(['标签'])
    expect(changes).toMatchObject([{ key: '30', op: 'set', value: { itemId: 30, count: 7 } }])
  })

  it('[ED.124] sets rows whose key is there and adds those whose key is new', () => {
    const { changes, addedRows, changedRows } = plan(
      [
        ['1', '潮汐晶石', '11'],
        ['77', '', '12'],
      ],
      { row: 0, column: 0 },
    )
    expect([changedRows, addedRows]).toEqual([1, 1])
    expect(changes[1]).toMatchObject({ op: 'add', key: '77', value: { itemId: 77, count: 12, note: '' } })
    const after = editDraft(draft, changes).changes
    expect(after.map(({ key, op }) => `${op} ${key}`)).toEqual(['set 1', 'add 77'])
  })

  it.each([
    ['x', 'not_int'],
    ['99999', 'above_max'],
    ['-1', 'below_min'],
    ['9223372036854775808', 'out_of_int64'],
  ])('[ED.125] names line, column and reason of %s, and keeps the good cells', (text, code) => {
    const { changes, faults } = plan([['20'], [text]])
    expect(changes.map(({ key }) => key)).toEqual(['1'])
    expect(faults).toMatchObject([{ line: 2, column: '数量', text, code }])
  })

  it('[ED.125] adds no half of a new row, and no key twice', () => {
    const { changes, faults } = plan(
      [
        ['77', '', 'x'],
        ['78', '', '1'],
        ['78', '', '2'],
        ['', '', '3'],
        ['__proto__', '', '3'],
        ['9223372036854775808', '', '3'],
      ],
      { row: 0, column: 0 },
    )
    expect(changes.map(({ key }) => key)).toEqual(['78'])
    expect(faults.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '1 not_int',
      '3 key_twice',
      '4 key_missing',
      '5 not_int',
      '6 out_of_int64',
    ])
  })

  it('[ED.123] an empty cell is an empty text, and says nothing to a number', () => {
    expect(plan([['', '']], { row: 0, column: at('count') }).changes).toMatchObject([
      { key: '1', value: { count: 10, note: '' } },
    ])
  })
})

describe('an edit of many rows', () => {
  const multi = (op: 'set' | 'add' | 'clear', typed: string, column = 'count') =>
    planMulti({ info, column: columns[at(column)]!, op, typed }, rows, { draft, place: gridPlace })

  it('[ED.126] says how many change, have the value already, or would break a rule', () => {
    const { changes, same, faults } = multi('set', '10')
    expect([changes.length, same, faults.length]).toEqual([2, 1, 0])
    expect(multi('add', '9995').faults.map(({ key, fault }) => [key, fault.code])).toEqual([
      ['1', 'above_max'],
      ['2', 'above_max'],
      ['30', 'above_max'],
    ])
  })

  it('[ED.126] adds exactly, in the form the number has', () => {
    const { changes, faults } = multi('add', '-4')
    expect(changes.map(({ value }) => (value as { count: unknown }).count)).toEqual([6, 1])
    expect(faults.map(({ key }) => key)).toEqual(['2'])
    expect(multi('add', 'many').wrong).toBe('not_int')
    expect(multi('clear', '').changes).toHaveLength(3)
  })
})

describe('the order of rows', () => {
  const order = (part: object) =>
    runWhole(
      orderRows(
        {
          keys: rows.map(({ key }) => key),
          base,
          rowOf,
          columns,
          context: gridContext,
          isFaulty: (key) => key === '2',
          language: 'en',
        },
        { ...WHOLE_TABLE, ...part },
      ),
    )

  it.each([
    ['count', ['30', '1', '2']],
    ['note', ['30', '2', '1']],
    ['at', ['1', '30', '2']],
    ['itemId', ['1', '2', '30']],
  ])('[ED.127] by %s, numbers exactly', (key, keys) => {
    expect(order({ sort: { key, isDescending: false } }).keys).toEqual(keys)
  })

  it.each([
    [{ count: '>9' }, ['1', '2']],
    [{ count: '>9007199254740992' }, ['2']],
    [{ count: '<=9007199254740992' }, ['1', '30']],
    [{ count: '5..10' }, ['1', '30']],
    [{ count: '!=5' }, ['1', '2']],
    [{ count: '0' }, ['1', '2']],
    [{ kind: '2' }, ['2']],
    [{ note: 'a' }, ['2']],
    [{ at: '>2026-01-01' }, ['2']],
    [{ tags: 'x' }, ['2']],
    [{ count: '>9', note: 'b' }, ['1']],
  ])('[ED.127] %j lets through %j', (filters, keys) => {
    expect(order({ filters }).keys).toEqual(keys)
  })

  it('[ED.127] a search finds labels and names too and counts its hits', () => {
    expect(order({ search: '稀有' })).toEqual({ keys: ['2'], hits: 1 })
    expect(order({ search: '青铜灯' }).keys).toEqual(['1'])
    expect(order({ search: '1,0' })).toMatchObject({ keys: ['1'], hits: 1 })
    expect(order({ isFaultyOnly: true }).keys).toEqual(['2'])
    expect(order({ isChangedOnly: true }).keys).toEqual([])
  })
})
