import { equalValues, exactInt } from '@qd/protocol-model'
import type { Change, DiffInfo, PlayerData } from '@qd/protocol-model'

/** A row of a table with what the draft does to it; a removed row still shows what it was. */
export interface TableRow {
  key: string
  row: Record<string, unknown>
  base: Record<string, unknown> | null
  state: 'same' | 'changed' | 'added' | 'removed'
}

type Rows = Record<string, Record<string, unknown>>

function rowsOf(data: PlayerData, info: DiffInfo): Rows {
  const rows = Object.hasOwn(data, info.netKey) ? data[info.netKey] : undefined
  return (typeof rows === 'object' && rows !== null ? rows : {}) as Rows
}

function compareKeys(left: string, right: string): number {
  const a = exactInt(left)
  const b = exactInt(right)
  if (a !== null && b !== null) return a < b ? -1 : a > b ? 1 : 0
  return left.localeCompare(right)
}

/** All rows of base and draft in the order of their keys, numbers as numbers. */
export function tableRows(info: DiffInfo, base: PlayerData, draft: PlayerData): TableRow[] {
  const before = rowsOf(base, info)
  const after = rowsOf(draft, info)
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(compareKeys)
  return keys.map((key): TableRow => {
    const old = Object.hasOwn(before, key) ? before[key]! : null
    const now = Object.hasOwn(after, key) ? after[key]! : null
    if (!now) return { key, row: old ?? {}, base: old, state: 'removed' }
    if (!old) return { key, row: now, base: null, state: 'added' }
    return { key, row: now, base: old, state: old === now || equalValues(old, now) ? 'same' : 'changed' }
  })
}

/** How many pending changes lie in each row of a module. */
export function changesByRow(changes: readonly Change[], diff: string): Map<string, Change[]> {
  return Map.groupBy(
    changes.filter((change) => change.diff === diff && change.key !== undefined),
    (change) => change.key ?? '',
  )
}
