import { equalValues, exactInt } from '@qd/protocol-model'
import type { DiffInfo, PlayerData } from '@qd/protocol-model'
import { isPlain } from './wrong-type.ts'

/** A row of a table with what the draft does to it; a removed row still shows what it was. */
export interface TableRow {
  key: string
  row: Record<string, unknown>
  base: Record<string, unknown> | null
  state: 'same' | 'changed' | 'added' | 'removed'
}

export type Rows = Record<string, Record<string, unknown>>

export function rowsOf(data: PlayerData, info: DiffInfo): Rows {
  const rows = Object.hasOwn(data, info.netKey) ? data[info.netKey] : undefined
  return (isPlain(rows) ? rows : {}) as Rows
}

function isSortedInts(keys: readonly string[]): boolean {
  return keys.every((key, at) => {
    if (!/^(?:0|[1-9]\d{0,14})$/.test(key)) return false
    return at === 0 || Number(keys[at - 1]) <= Number(key)
  })
}

/** Keys in their order, numbers as numbers; a table of plain numbers comes sorted and costs one glance. */
export function sortKeys(keys: readonly string[]): readonly string[] {
  if (isSortedInts(keys)) return keys
  const known = keys.map((key) => ({ key, exact: exactInt(key) }))
  known.sort((a, b) => {
    if (a.exact === null || b.exact === null) return a.key.localeCompare(b.key)
    return a.exact < b.exact ? -1 : a.exact > b.exact ? 1 : 0
  })
  return known.map(({ key }) => key)
}

/** One row of base and draft; null where it stands in neither. */
export function tableRow(key: string, old: unknown, now: unknown): TableRow | null {
  const base = (old ?? null) as TableRow['base']
  const row = (now ?? null) as TableRow['base']
  if (row === null) return base === null ? null : { key, row: base, base, state: 'removed' }
  if (base === null) return { key, row, base: null, state: 'added' }
  return { key, row, base, state: base === row || equalValues(base, row) ? 'same' : 'changed' }
}

/** All rows of base and draft in the order of their keys, numbers as numbers. */
export function tableRows(info: DiffInfo, base: PlayerData, draft: PlayerData): TableRow[] {
  const before = rowsOf(base, info)
  const after = rowsOf(draft, info)
  const keys = sortKeys([...new Set([...Object.keys(before), ...Object.keys(after)])])
  return keys.flatMap((key) => {
    const old = Object.hasOwn(before, key) ? before[key] : null
    return tableRow(key, old, Object.hasOwn(after, key) ? after[key] : null) ?? []
  })
}
