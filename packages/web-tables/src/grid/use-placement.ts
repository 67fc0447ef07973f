import { useMemo } from 'react'
import { placeColumns } from '../core/column-layout.ts'
import type { ColumnLayout, Placement } from '../core/column-layout.ts'
import type { ColumnSpec } from '../core/column-spec.ts'
import { columnsInView } from '../core/window.ts'
import type { ColumnSlice, GridWindow } from '../core/window.ts'

export interface PlacedColumns<C extends ColumnSpec> {
  placement: Placement<C>
  /** The free columns to draw. */
  slice: ColumnSlice<C>
  /** Shown columns from left to right. */
  visible: readonly C[]
  /** Pixels of all columns together, sides included. */
  width: number
}

/**
 * Where the columns stand and which of them are drawn. It changes only when they do, not as rows pass by: scrolling down
 * must not draw anew what stays. `sides` are the pixels of the grid's own first and last columns.
 */
export function usePlacement<C extends ColumnSpec>(
  columns: readonly C[],
  layout: ColumnLayout,
  { left, width }: Pick<GridWindow, 'left' | 'width'>,
  sides: number,
): PlacedColumns<C> {
  const placement = useMemo(
    () => placeColumns(columns, layout, Math.max(0, width - sides)),
    [columns, layout, width, sides],
  )
  const slice = useMemo(
    () => columnsInView({ left, width }, placement.free, placement.freeWidth),
    [left, width, placement],
  )
  return useMemo(
    () => ({
      placement,
      slice,
      visible: [...placement.pinned, ...placement.free].map(({ column }) => column),
      width: placement.pinnedWidth + placement.freeWidth + sides,
    }),
    [placement, slice, sides],
  )
}
