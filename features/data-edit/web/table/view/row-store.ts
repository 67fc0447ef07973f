import type { DiffInfo } from '@qd/protocol-model'
import type { Draft } from '../../model/draft.ts'
import { rowsOf, sortKeys, tableRow, tableRows } from '../../model/table-rows.ts'
import type { Rows, TableRow } from '../../model/table-rows.ts'
import type { RowMarks } from './row-marks.ts'

/** The rows of a module's table, by key. A new edit keeps the objects of all rows it does not touch. */
export interface RowStore {
  readonly info: DiffInfo
  readonly base: Rows
  readonly changes: Draft['changes']
  /** All keys of base and draft, in their order; the same list while no row comes or goes. */
  readonly keys: readonly string[]
  readonly byKey: ReadonlyMap<string, TableRow>
}

function touchedKeys(info: DiffInfo, lists: readonly Draft['changes'][]): Set<string> {
  const touched = new Set<string>()
  for (const list of lists) {
    for (const { diff, key } of list) if (diff === info.name && key !== undefined) touched.add(key)
  }
  return touched
}

function opened(info: DiffInfo, draft: Draft): RowStore {
  const rows = tableRows(info, draft.base, draft.data)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return {
    info,
    base: rowsOf(draft.base, info),
    changes: draft.changes,
    keys: rows.map(({ key }) => key),
    byKey,
  }
}

/** The rows after the draft has changed; what an edit costs depends on its changes, not on the table. */
export function rowStore(info: DiffInfo, draft: Draft, before: RowStore | null): RowStore {
  const base = rowsOf(draft.base, info)
  if (before?.info !== info || before.base !== base) return opened(info, draft)
  if (before.changes === draft.changes) return before
  const data = rowsOf(draft.data, info)
  const own = (rows: Rows, key: string): unknown => (Object.hasOwn(rows, key) ? rows[key] : null)
  const byKey = new Map(before.byKey)
  let hasMoved = false
  for (const key of touchedKeys(info, [before.changes, draft.changes])) {
    const row = tableRow(key, own(base, key), own(data, key))
    hasMoved ||= byKey.has(key) !== (row !== null)
    if (row === null) byKey.delete(key)
    else byKey.set(key, row)
  }
  const keys = hasMoved ? sortKeys([...byKey.keys()]) : before.keys
  return { info, base, changes: draft.changes, keys, byKey }
}

/** Remembers the rows of one grid from draft to draft. */
export interface RowKeeper {
  take: (info: DiffInfo, draft: Draft, marks: ReadonlyMap<string, RowMarks>) => RowStore
  rowOf: (key: string) => TableRow | undefined
  isFaulty: (key: string) => boolean
}

export function createRowKeeper(): RowKeeper {
  let store: RowStore | null = null
  let marks: ReadonlyMap<string, RowMarks> = new Map()
  return {
    take(info, draft, noted) {
      marks = noted
      store = rowStore(info, draft, store)
      return store
    },
    rowOf: (key) => store?.byKey.get(key),
    isFaulty: (key) => (marks.get(key)?.faults.size ?? 0) > 0,
  }
}
