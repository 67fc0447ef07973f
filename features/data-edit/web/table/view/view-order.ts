import { exactInt, ownValue } from '@qd/protocol-model'
import type { SortState } from '@qd/web-tables/core'
import type { TableRow } from '../../model/table-rows.ts'
import type { ValueContext } from '../../values/value-text.ts'
import { containsMatcher, filterMatcher } from './cell-matcher.ts'
import type { CellMatcher } from './cell-matcher.ts'
import type { GridColumn } from './grid-columns.tsx'

/** What of a table is shown, and in which order. */
export interface ViewQuery {
  search: string
  /** Typed text by column key. */
  filters: Readonly<Record<string, string>>
  isChangedOnly: boolean
  isFaultyOnly: boolean
  sort: SortState
}

export const WHOLE_TABLE: ViewQuery = {
  search: '',
  filters: {},
  isChangedOnly: false,
  isFaultyOnly: false,
  sort: { key: null, isDescending: false },
}

export interface ViewOrder {
  keys: readonly string[]
  /** Cells that contain what is searched for. */
  hits: number
}

export interface ViewSource {
  keys: readonly string[]
  /** The rows as loaded; others make another order. */
  base: object
  rowOf: (key: string) => TableRow | undefined
  columns: readonly GridColumn[]
  context: ValueContext
  isFaulty: (key: string) => boolean
  /** For the order of texts. */
  language: string
}

/** Rows looked at before the caller may do something else. */
const SLICE_ROWS = 1000

export function isFiltering(query: ViewQuery): boolean {
  const hasFilter = Object.values(query.filters).some((text) => text.trim() !== '')
  return hasFilter || query.search.trim() !== '' || query.isChangedOnly || query.isFaultyOnly
}

interface FieldMatcher {
  name: string
  matches: CellMatcher
}

function matchersOf(source: ViewSource, query: ViewQuery): FieldMatcher[] {
  return source.columns.flatMap((column) => {
    const matches = filterMatcher(column, ownValue(query.filters, column.key) ?? '', source.context)
    return matches ? [{ name: column.field.fieldName, matches }] : []
  })
}

function searchersOf(source: ViewSource, query: ViewQuery): FieldMatcher[] | null {
  const needle = query.search.trim().toLowerCase()
  if (needle === '') return null
  return source.columns.map((column) => ({
    name: column.field.fieldName,
    matches: containsMatcher(column, needle, source.context),
  }))
}

function countHits(row: TableRow, searchers: readonly FieldMatcher[]): number {
  return searchers.reduce((sum, { name, matches }) => sum + (matches(ownValue(row.row, name)) ? 1 : 0), 0)
}

/** Also a value that is not what its field says: it is marked in its cell, and no edit has to have touched it. */
function isFaulty({ isFaulty, columns, context }: ViewSource, { key, row }: TableRow): boolean {
  return (
    isFaulty(key) ||
    columns.some(
      ({ kind, field }) =>
        kind === 'field' && (context.wrongOf?.(field, ownValue(row, field.fieldName)) ?? null) !== null,
    )
  )
}

function* filtered(source: ViewSource, query: ViewQuery): Generator<void, ViewOrder> {
  const filters = matchersOf(source, query)
  const searchers = searchersOf(source, query)
  const keys: string[] = []
  let hits = 0
  for (const [index, key] of source.keys.entries()) {
    if (index % SLICE_ROWS === SLICE_ROWS - 1) yield
    const row = source.rowOf(key)
    if (!row) continue
    const found = searchers ? countHits(row, searchers) : 0
    // A row somebody has just added is never hidden from them.
    const isIn =
      row.state === 'added' ||
      ((!query.isChangedOnly || row.state !== 'same') &&
        (!query.isFaultyOnly || isFaulty(source, row)) &&
        (searchers === null || found > 0) &&
        filters.every(({ name, matches }) => matches(ownValue(row.row, name))))
    if (!isIn) continue
    keys.push(key)
    hits += found
  }
  return { keys, hits }
}

type SortValue = bigint | number | string | null

function sortValueOf(column: GridColumn): (row: TableRow) => SortValue {
  const { field, kind, text } = column
  if (kind === 'name' || field.type === 'string') return (row) => text?.(row) ?? null
  return ({ row }) => {
    const value = ownValue(row, field.fieldName)
    if (Array.isArray(value)) return value.length
    if (typeof value === 'number') return value
    const exact = exactInt(value)
    if (exact !== null) return exact
    return value === undefined || value === null ? null : JSON.stringify(value)
  }
}

function comparator(language: string): (a: SortValue, b: SortValue) => number {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return (a, b) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    if (typeof a === 'string' || typeof b === 'string') return compare(String(a), String(b))
    return a < b ? -1 : a > b ? 1 : 0
  }
}

function sorted(source: ViewSource, keys: readonly string[], sort: SortState): readonly string[] {
  const column = source.columns.find(({ key }) => key === sort.key)
  if (!column) return keys
  const valueOf = sortValueOf(column)
  const compare = comparator(source.language)
  const known = keys.map((key) => {
    const row = source.rowOf(key)
    return { key, value: row ? valueOf(row) : null }
  })
  // Equal rows keep the order of their keys, whichever way the column goes.
  known.sort((a, b) => (sort.isDescending ? compare(b.value, a.value) : compare(a.value, b.value)))
  return known.map(({ key }) => key)
}

/** Filters, then sorts; yields between slices of a long table. */
export function* orderRows(source: ViewSource, query: ViewQuery): Generator<void, ViewOrder> {
  const found = isFiltering(query) ? yield* filtered(source, query) : { keys: source.keys, hits: 0 }
  return { ...found, keys: sorted(source, found.keys, query.sort) }
}
