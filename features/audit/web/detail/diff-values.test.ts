import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffValues } from './diff-values.ts'
import { notedChanges, otherNotes } from './noted-changes.ts'

describe('comparison of before and after', () => {
  it.each([
    ['a field', { level: 1 }, { level: 2 }, ['level changed 1>2']],
    ['a new and a lost field', { a: 1 }, { b: 2 }, ['a removed 1>', 'b added >2']],
    ['below', { a: { b: { c: 'x' } } }, { a: { b: { c: 'y' } } }, ['a.b.c changed "x">"y"']],
    ['other order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
    ['a set of rights', ['read', 'edit'], ['read', 'undo'], ['[] removed "edit">', '[] added >"undo"']],
    ['twice the same', ['a', 'a'], ['a'], ['[] removed "a">']],
    ['another order', ['a', 'b'], ['b', 'a'], [' changed ["a","b"]>["b","a"]']],
    [
      'elements with ids',
      {
        grants: [
          { id: 'g1', scope: '*' },
          { id: 'g2', scope: 'lantern' },
        ],
      },
      {
        grants: [
          { id: 'g1', scope: 'lantern' },
          { id: 'g3', scope: '*' },
        ],
      },
      [
        'grants[g2] removed {"id":"g2","scope":"lantern"}>',
        'grants[g1].scope changed "*">"lantern"',
        'grants[g3] added >{"id":"g3","scope":"*"}',
      ],
    ],
    [
      'functions without ids',
      [
        { code: 'data.edit', type: 'button' },
        { code: 'data.edit', type: 'menu' },
      ],
      [{ code: 'data.edit', type: 'button' }],
      ['[] removed {"code":"data.edit","type":"menu"}>'],
    ],
    ['made', null, { name: 'x' }, [' added >{"name":"x"}']],
    ['deleted', { name: 'x' }, null, [' removed {"name":"x"}>']],
    ['strange keys', { 'a b': 1 }, { 'a b': 2 }, ['["a b"] changed 1>2']],
    ['text and number', { a: '1' }, { a: 1 }, ['a changed "1">1']],
  ])('[T25] %s', (_what, before, after, lines) => {
    const said = diffValues(before, after).map(
      ({ path, kind, ...values }) =>
        `${path} ${kind} ${JSON.stringify(values.before) ?? ''}>${JSON.stringify(values.after) ?? ''}`,
    )
    expect(said).toEqual(lines)
  })

  it('[T25] says nothing of equal values and something of all others', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    fc.assert(
      fc.property(value, value, (before, after) => {
        expect(diffValues(before, structuredClone(before))).toEqual([])
        const isSame = JSON.stringify(sorted(before)) === JSON.stringify(sorted(after))
        expect(diffValues(before, after).length === 0).toBe(isSame)
      }),
    )
  })
})

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}

describe('what an entry noted', () => {
  const outcome = (detail: Record<string, unknown>) => ({ seq: 2, at: 0, hash: '', detail })

  it('[T25] takes the comparison from wherever it was noted', () => {
    expect(
      notedChanges({ detail: {}, outcome: outcome({ before: { a: 1 }, after: { a: 2 } }) }),
    ).toHaveLength(1)
    expect(notedChanges({ detail: { before: null, after: { a: 2 } }, outcome: null })?.[0]?.kind).toBe(
      'added',
    )
    expect(notedChanges({ detail: { count: 1 }, outcome: null })).toBeNull()
  })

  it('[T25] shows edits of a player where they were made', () => {
    const changes = [
      { diff: 'RoleInfo', path: ['bag', 3, 'count'], op: 'set', old: 480, value: 680 },
      { diff: 'BagItem', key: '10007', path: ['count'], op: 'set', old: 1, value: 2 },
    ]
    expect(notedChanges({ detail: { changes }, outcome: null })).toEqual([
      { path: 'RoleInfo.bag.3.count', isGameField: true, kind: 'changed', before: 480, after: 680 },
      { path: 'BagItem[10007].count', isGameField: true, kind: 'changed', before: 1, after: 2 },
    ])
    expect(
      otherNotes({ detail: { changes, name: '', users: [] }, outcome: outcome({ version: '3' }) }),
    ).toEqual([['version', '3']])
  })
})
