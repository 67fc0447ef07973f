import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeyTree } from '../src/index.ts'
import type { TreeRow } from '../src/index.ts'
import { NaiveTree } from './naive-tree.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const text = (from: Uint8Array) => Buffer.from(from).toString('latin1')
const CAP = 64 * 1_048_576

const treeOf = (separators: readonly string[], capBytes = CAP, listMax = 20_000) =>
  new KeyTree({ separators: separators.map(bytes), capBytes, listMax })

const plain = (row: TreeRow) =>
  row.kind === 'folder'
    ? { kind: row.kind, name: text(row.name), whole: text(row.prefix), keys: row.keys }
    : { kind: row.kind, name: text(row.name), whole: text(row.key), keys: 1 }

const rowsOf = (tree: KeyTree, prefix = '', from = 0, count = 1_000) =>
  tree.page(bytes(prefix), from, count).rows.map(plain)

/** Few different bytes, so that keys meet: separators, digits, letters, bytes that are no UTF-8. */
const key = fc.string({
  unit: fc.constantFrom(':', '/', '1', '0', '9', 'a', 'b', '\xff', '\0'),
  maxLength: 9,
})
const separators = fc.constantFrom([':'], [':', '/'], ['::', ':'], ['a:', ':'], [])
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('add' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('put' as const), key }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), key }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('replace' as const), at: fc.nat(), keys: fc.array(key) }),
  },
)

function same(tree: KeyTree, naive: NaiveTree): void {
  expect(tree.keys).toBe(naive.keys.size)
  for (const prefix of naive.folders()) {
    const expected = naive.rows(prefix)
    expect(rowsOf(tree, prefix)).toEqual(expected)
    const page = tree.page(bytes(prefix), 1, 2)
    expect(page.rows.map(plain)).toEqual(expected.slice(1, 3))
    expect(page).toMatchObject({ total: expected.length, listed: expected.length, isDropped: false })
  }
}

test('the tree is what one gets by splitting every key', () => {
  fc.assert(
    fc.property(separators, fc.array(step, { maxLength: 60 }), (by, steps) => {
      const tree = treeOf(by)
      const naive = new NaiveTree(by)
      for (const each of steps) {
        if (each.do === 'add') {
          expect(tree.add(bytes(each.key))).toBe(!naive.keys.has(each.key))
          naive.keys.add(each.key)
        } else if (each.do === 'put') {
          tree.put(bytes(each.key))
          naive.keys.add(each.key)
        } else if (each.do === 'remove') {
          tree.remove(bytes(each.key))
          naive.keys.delete(each.key)
        } else {
          const folders = naive.folders()
          const prefix = folders[each.at % folders.length]!
          const isBelow = (other: string) => below(naive, other, prefix)
          const again = treeOf(by)
          const found = each.keys.map((tail) => prefix + tail).filter(isBelow)
          for (const one of found) again.add(bytes(one))
          tree.replace(bytes(prefix), again)
          naive.keys = new Set([...naive.keys].filter((one) => !isBelow(one)).concat(found))
        }
      }
      same(tree, naive)
    }),
    { numRuns: 400 },
  )
})

/** A key below a folder begins with its parts: with `::` and `:` the text alone does not tell. */
function below(naive: NaiveTree, other: string, prefix: string): boolean {
  if (prefix === '') return true
  const depth = naive.parts(prefix).length - 1
  const parts = naive.parts(other)
  return parts.length > depth && parts.slice(0, depth).join('') === prefix
}

test('beyond the cap counts stay, and names of large folders go', () => {
  fc.assert(
    fc.property(fc.uniqueArray(key, { maxLength: 200 }), fc.nat({ max: 6_000 }), (keys, cap) => {
      const tree = treeOf([':'], cap, 5)
      const naive = new NaiveTree([':'])
      for (const each of keys) {
        tree.add(bytes(each))
        naive.keys.add(each)
      }
      expect(tree.keys).toBe(keys.length)
      const { rows } = tree.page(bytes(''), 0, 500)
      for (const row of rows.map(plain)) expect(naive.rows('')).toContainEqual(row)
    }),
    { numRuns: 300 },
  )
})

test('a key that is a folder, too, an empty key, empty parts, separators at both ends', () => {
  const tree = treeOf([':'])
  for (const each of ['a', 'a:b', '', 'a::b', ':c', 'd:', ':']) tree.add(bytes(each))
  expect(rowsOf(tree).map(({ kind, whole, keys }) => [kind, whole, keys])).toEqual([
    ['folder', ':', 2],
    ['folder', 'a:', 2],
    ['folder', 'd:', 1],
    ['key', '', 1],
    ['key', 'a', 1],
  ])
  expect(rowsOf(tree, 'a:').map(({ kind, name, whole }) => [kind, name, whole])).toEqual([
    ['folder', '', 'a::'],
    ['key', 'b', 'a:b'],
  ])
  expect(rowsOf(tree, 'd:')).toEqual([{ kind: 'key', name: '', whole: 'd:', keys: 1 }])
  expect(tree.page(bytes('a'), 0, 10).total).toBe(0)
})

test('a key of a megabyte, and one that is nothing but separators', () => {
  const tree = treeOf([':'])
  const long = `x:${'y'.repeat(1_048_574)}`
  tree.add(bytes(long))
  tree.add(bytes(':'.repeat(1_048_576)))
  expect(rowsOf(tree, 'x:')[0]!.whole).toBe(long)
  expect(tree.keys).toBe(2)
  // Only so many folders lie in each other; the rest is a name.
  const deep = rowsOf(tree, ':'.repeat(64))
  expect(deep).toMatchObject([{ kind: 'key', keys: 1 }])
  expect(deep[0]!.whole).toHaveLength(1_048_576)
})

test('numbers come in their order, and a folder lists so many with its real count', () => {
  const tree = treeOf([':'], CAP, 50)
  for (let at = 5_000; at > 0; at -= 1) tree.add(bytes(`hero:${at}`))
  const page = tree.page(bytes('hero:'), 0, 500)
  expect(page).toMatchObject({ total: 5_000, listed: 50 })
  expect(page.rows.map((row) => text(row.name))).toEqual(Array.from({ length: 50 }, (_, at) => `${at + 1}`))
})

test('a long list without folders stays in the order it was found', () => {
  const tree = treeOf([], CAP, 3)
  for (const each of ['d', 'a', 'c', 'b', 'a']) tree.add(bytes(each))
  expect(rowsOf(tree, '', 1, 2).map(({ whole }) => whole)).toEqual(['a', 'c'])
  tree.remove(bytes('a'))
  tree.add(bytes('e'))
  expect(tree.page(bytes(''), 0, 9)).toMatchObject({ total: 4, listed: 4 })
  expect(rowsOf(tree).map(({ whole }) => whole)).toEqual(['d', 'c', 'b', 'e'])
})

test('a folder whose names were dropped is read anew, then lists the first of them', () => {
  const tree = treeOf([':'], 40_000, 100)
  for (let at = 0; at < 20; at += 1) tree.add(bytes(`small:${at}`))
  for (let at = 0; at < 5_000; at += 1) tree.add(bytes(`big:${at}`))
  expect(tree.isCapped).toBe(true)
  expect(tree.bytes).toBeLessThan(60_000)
  expect(tree.page(bytes('big:'), 0, 9)).toMatchObject({ total: 5_000, listed: 0, isDropped: true })
  expect(tree.page(bytes('small:'), 0, 9)).toMatchObject({ total: 20, listed: 20, isDropped: false })

  const again = treeOf([':'], 40_000, 100)
  again.keep(bytes('big:'))
  for (let at = 1_000; at < 5_000; at += 1) again.add(bytes(`big:${at}`))
  tree.replace(bytes('big:'), again)
  expect(tree.page(bytes('big:'), 0, 9)).toMatchObject({ total: 4_000, listed: 100, isDropped: false })
  expect(tree.keys).toBe(4_020)
  // The scan that still runs comes by again: what was read to the end is not counted twice.
  for (let at = 1_000; at < 5_000; at += 1) tree.add(bytes(`big:${at}`))
  expect(tree.keys).toBe(4_020)
})

test('a change in a folder without names is counted and makes it stale', () => {
  const tree = treeOf([':'], 40_000, 100)
  for (let at = 0; at < 5_000; at += 1) tree.add(bytes(`big:${at}`))
  const [before] = tree.page(bytes(''), 0, 1).rows
  expect(before).toMatchObject({ keys: 5_000, isStale: false })
  tree.remove(bytes('big:7'))
  expect(tree.page(bytes(''), 0, 1).rows[0]).toMatchObject({ keys: 4_999, isStale: true })
})

test('folders alone can fill the cap: the rest is counted above', () => {
  const tree = treeOf([':'], 100_000, 100)
  for (let at = 0; at < 20_000; at += 1) tree.add(bytes(`user:${at}:bag`))
  expect(tree.keys).toBe(20_000)
  expect(tree.bytes).toBeLessThan(150_000)
  expect(rowsOf(tree)).toEqual([{ kind: 'folder', name: 'user', whole: 'user:', keys: 20_000 }])
  expect(rowsOf(tree, 'user:', 0, 100)).toHaveLength(100)
})
