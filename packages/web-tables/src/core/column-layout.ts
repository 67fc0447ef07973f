import { ownValue } from '@qd/protocol-model'
import { usualWidth } from './column-spec.ts'
import type { ColumnSpec } from './column-spec.ts'

/** What an operator made of a table's columns; keys of columns that no longer exist do no harm. */
export interface ColumnLayout {
  /** Keys in the operator's order; columns that are not named follow in the page's order. */
  order?: readonly string[]
  /** Shown or hidden against the page's choice. */
  shown?: Readonly<Record<string, boolean>>
  pinned?: Readonly<Record<string, boolean>>
  /** Pixels. */
  widths?: Readonly<Record<string, number>>
}

export interface PlacedColumn<C extends ColumnSpec> {
  column: C
  width: number
  /** Distance from the left edge of its part (pinned or free), in pixels. */
  left: number
}

export interface Placement<C extends ColumnSpec> {
  pinned: readonly PlacedColumn<C>[]
  free: readonly PlacedColumn<C>[]
  pinnedWidth: number
  freeWidth: number
}

export const MIN_COLUMN_WIDTH = 48
export const MAX_COLUMN_WIDTH = 1200
/** Pinned columns may cover this part of the width; more would leave nothing to scroll. */
const MAX_PINNED_PART = 0.5

export function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)))
}

export function isShown<C extends ColumnSpec>(column: C, layout: ColumnLayout): boolean {
  return ownValue(layout.shown ?? {}, column.key) ?? column.isHidden !== true
}

export function isPinned<C extends ColumnSpec>(column: C, layout: ColumnLayout): boolean {
  return ownValue(layout.pinned ?? {}, column.key) ?? column.isFixed === true
}

/** All columns in the operator's order, pinned ones first; every column exactly once. */
export function orderedColumns<C extends ColumnSpec>(
  columns: readonly C[],
  layout: ColumnLayout,
): readonly C[] {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const named = [...new Set(layout.order ?? [])].flatMap((key) => byKey.get(key) ?? [])
  const isNamed = new Set(named)
  const all = [...named]
  for (const [index, column] of columns.entries()) {
    if (isNamed.has(column)) continue
    // A column that came with an update stands behind the one it follows in the page.
    const before = index === 0 ? undefined : columns[index - 1]
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, column)
  }
  return [
    ...all.filter((column) => isPinned(column, layout)),
    ...all.filter((column) => !isPinned(column, layout)),
  ]
}

function placed<C extends ColumnSpec>(columns: readonly C[], widthOf: (column: C) => number) {
  let left = 0
  return columns.map((column): PlacedColumn<C> => {
    const width = widthOf(column)
    left += width
    return { column, width, left: left - width }
  })
}

function sum<C extends ColumnSpec>(columns: readonly PlacedColumn<C>[]): number {
  const last = columns.at(-1)
  return last === undefined ? 0 : last.left + last.width
}

/**
 * Where the shown columns stand in `room` pixels. What is left over goes to growing columns, else to the
 * last one; a room of 0 is not measured yet.
 */
export function placeColumns<C extends ColumnSpec>(
  columns: readonly C[],
  layout: ColumnLayout,
  room: number,
): Placement<C> {
  const shown = orderedColumns(columns, layout).filter((column) => isShown(column, layout))
  const plain = (column: C) => clampWidth(ownValue(layout.widths ?? {}, column.key) ?? usualWidth(column))
  const spare = room - shown.reduce((all, column) => all + plain(column), 0)
  const unsized = shown.filter((column) => ownValue(layout.widths ?? {}, column.key) === undefined)
  const marked = unsized.filter((column) => column.isGrowing === true)
  const growing = new Set(marked.length > 0 ? marked : shown.slice(-1))
  const share = spare > 0 ? spare / growing.size : 0
  const widthOf = (column: C) => plain(column) + (growing.has(column) ? share : 0)
  let covered = 0
  const pinned = shown.filter((column) => {
    if (!isPinned(column, layout)) return false
    covered += widthOf(column)
    return room === 0 || covered <= room * MAX_PINNED_PART
  })
  const isHeld = new Set(pinned)
  const held = placed(pinned, widthOf)
  const free = placed(
    shown.filter((column) => !isHeld.has(column)),
    widthOf,
  )
  return { pinned: held, free, pinnedWidth: sum(held), freeWidth: sum(free) }
}

/** The layout with a column moved by `step` places among all columns of its part. */
export function moveColumn<C extends ColumnSpec>(
  columns: readonly C[],
  layout: ColumnLayout,
  key: string,
  step: number,
): ColumnLayout {
  const keys = orderedColumns(columns, layout).map((column) => column.key)
  const from = keys.indexOf(key)
  const to = Math.min(keys.length - 1, Math.max(0, from + step))
  if (from === -1 || from === to) return layout
  keys.splice(from, 1)
  keys.splice(to, 0, key)
  return { ...layout, order: keys }
}
