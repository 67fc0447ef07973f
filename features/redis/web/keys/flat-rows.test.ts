import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeyRow } from '../../contract/index.ts'
import { FlatRows } from './flat-rows.ts'
import { BLOCK_ROWS } from './folder-rows.ts'
import type { RowsAnswer } from './folder-rows.ts'

/** What the server would answer for keys with `:` between folders: folders first, then keys, by name. */
function childrenOf(keys: readonly string[], prefix: string): KeyRow[] {
  const inside = keys.filter((key) => key.startsWith(prefix) && key !== prefix)
  const folders = new Map<string, number>()
  const leaves: string[] = []
  for (const key of inside) {
    const end = key.indexOf(':', prefix.length)
    if (end < 0) leaves.push(key)
    else folders.set(key.slice(0, end + 1), (folders.get(key.slice(0, end + 1)) ?? 0) + 1)
  }
  const named = (each: string): string => each.slice(prefix.length)
  return [
    ...[...folders].toSorted().map(([folder, count]): KeyRow => ({
      kind: 'folder',
      name: named(folder).slice(0, -1),
      prefix: folder,
      keys: count,
      count: 'exact',
    })),
    ...leaves.toSorted().map((key): KeyRow => ({ kind: 'key', key, name: named(key) })),
  ]
}

const answerOf = (keys: readonly string[], prefix: string, from: number): RowsAnswer => {
  const all = childrenOf(keys, prefix)
  return {
    from,
    rows: all.slice(from, from + BLOCK_ROWS),
    listed: all.length,
    isCut: false,
    isDropped: false,
  }
}

/** Reads what is in view until nothing is missing. */
function settle(rows: FlatRows, keys: readonly string[], first = 0, last = 1_000_000): void {
  for (let round = 0; round < 50; round += 1) {
    const needs = rows.needs(first, last)
    if (needs.length === 0) return
    for (const { prefix, from } of needs) {
      const answers = from.map((each) => answerOf(keys, String(prefix), each))
      rows.put(prefix, answers)
    }
  }
  throw new Error('it never ends')
}

const textOf = (rows: FlatRows): string[] =>
  Array.from({ length: rows.length }, (_none, line) => {
    const flat = rows.at(line)
    const text = flat?.kind === 'row' ? String(flat.row.name) : flat?.kind
    return `${' '.repeat(flat?.depth ?? 0)}${text}`
  })

/** The whole picture, drawn plainly. */
function drawn(keys: readonly string[], open: ReadonlySet<string>, prefix = '', depth = 0): string[] {
  return childrenOf(keys, prefix).flatMap((row) => [
    `${' '.repeat(depth)}${String(row.name)}`,
    ...(row.kind === 'folder' && open.has(String(row.prefix))
      ? drawn(keys, open, String(row.prefix), depth + 1)
      : []),
  ])
}

describe('lines of a tree', () => {
  const keys = ['a:1', 'a:2', 'a:b:3', 'c:4', 'tick']

  it('an open folder has its rows below it, folders first', () => {
    const rows = new FlatRows()
    settle(rows, keys)
    expect(textOf(rows)).toEqual(['a', 'c', 'tick'])
    rows.open('a:')
    expect(textOf(rows)).toEqual(['a', ' wait', 'c', 'tick'])
    settle(rows, keys)
    expect(textOf(rows)).toEqual(['a', ' b', ' 1', ' 2', 'c', 'tick'])
    expect(rows.lineOf('key ttick')).toBe(5)
    expect(rows.lineOf('key ta:2')).toBe(3)
    expect(rows.lineOf('key tnone')).toBe(-1)
    rows.close('a:')
    expect(textOf(rows)).toEqual(['a', 'c', 'tick'])
  })

  it('what is open stays open over a new scan, also what is inside a closed folder', () => {
    const rows = new FlatRows()
    settle(rows, keys)
    rows.open('a:', 'a:b:')
    settle(rows, keys)
    const before = textOf(rows)
    rows.reset()
    expect(rows.length).toBe(1)
    settle(rows, keys)
    expect(textOf(rows)).toEqual(before)
    rows.close('a:')
    rows.open('a:')
    settle(rows, keys)
    expect(textOf(rows)).toEqual(before)
  })

  it('rows stay where they are until their folder was read again', () => {
    const rows = new FlatRows()
    settle(rows, keys)
    rows.open('c:')
    settle(rows, keys)
    rows.age()
    expect(textOf(rows)).toEqual(['a', 'c', ' 4', 'tick'])
    settle(rows, ['0:0', ...keys, 'c:5'])
    expect(textOf(rows)).toEqual(['0', 'a', 'c', ' 4', ' 5', 'tick'])
  })

  it('an open folder that answers do not hold is named', () => {
    const rows = new FlatRows()
    settle(rows, keys)
    rows.open('c:')
    expect(rows.missingIn('', [answerOf(['a:1'], '', 0)])).toEqual(['c:'])
    expect(rows.missingIn('', [answerOf(keys, '', 0)])).toEqual([])
  })

  it('a folder that does not list all it holds says so at its end', () => {
    const rows = new FlatRows()
    rows.put('', [{ ...answerOf(keys, '', 0), isCut: true }])
    expect(rows.at(3)).toMatchObject({ kind: 'note', note: 'cut', total: 3 })
  })

  it('of a list without end only what was read last is kept', () => {
    const rows = new FlatRows()
    const blockAt = (from: number): RowsAnswer => ({
      from,
      rows: Array.from({ length: BLOCK_ROWS }, (_none, index) => {
        const name = `k${from + index}`
        return { kind: 'key', key: name, name }
      }),
      listed: 1_000_000,
      isCut: false,
      isDropped: false,
    })
    for (let from = 0; from < 50_000; from += BLOCK_ROWS) rows.put('', [blockAt(from)])
    expect(rows.length).toBe(1_000_000)
    expect(rows.at(0)?.kind).toBe('wait')
    expect(rows.at(49_999)).toMatchObject({ row: { key: 'k49999' } })
    expect(rows.lineOf('key tk0')).toBe(-1)
  })

  it('only what is in view is asked for', () => {
    const rows = new FlatRows()
    const many = Array.from({ length: 5_000 }, (_none, index) => `k${String(index).padStart(4, '0')}`)
    settle(rows, many, 0, 30)
    expect(rows.length).toBe(5_000)
    expect(rows.needs(0, 30)).toEqual([])
    expect(rows.needs(4_290, 4_310)).toEqual([{ prefix: '', from: [4_200] }])
    rows.age()
    expect(rows.needs(190, 210)).toEqual([{ prefix: '', from: [0, 200] }])
  })
})

const part = fc.constantFrom('a', 'b', 'c', 'd')
const keysOf = fc.uniqueArray(
  fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(':')),
  { maxLength: 60 },
)
const change = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), at: fc.nat(40) }),
  fc.record({ kind: fc.constant('close' as const), at: fc.nat(40) }),
  fc.record({ kind: fc.constant('keys' as const), keys: keysOf }),
  fc.record({ kind: fc.constant('reset' as const) }),
)

it('after any steps it shows what a plain drawing of the open folders shows', () => {
  fc.assert(
    fc.property(keysOf, fc.array(change, { maxLength: 25 }), (first, changes) => {
      const rows = new FlatRows()
      const open = new Set<string>()
      let keys = first
      settle(rows, keys)
      for (const step of changes) {
        if (step.kind === 'keys') {
          keys = step.keys
          rows.age()
        } else if (step.kind === 'reset') rows.reset()
        else {
          const flat = rows.at(step.at)
          if (flat?.kind !== 'row' || flat.row.kind !== 'folder') continue
          const { prefix } = flat.row
          if (step.kind === 'open') open.add(String(prefix))
          else open.delete(String(prefix))
          rows[step.kind](prefix)
        }
        settle(rows, keys)
        expect(textOf(rows)).toEqual(drawn(keys, open))
        for (let line = 0; line < rows.length; line += 1) expect(rows.lineOf(rows.at(line)!.id)).toBe(line)
      }
    }),
  )
})
