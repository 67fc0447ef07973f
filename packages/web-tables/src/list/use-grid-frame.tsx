import { useMemo } from 'react'
import { useKitText } from '@qd/web-base'
import type { ColumnLayout, Placement } from '../core/column-layout.ts'
import type { DataColumn } from './data-column.ts'
import type { DataTableProps } from './data-table-props.ts'
import { CHECK_WIDTH, MENU_WIDTH } from './grid-row.tsx'
import type { RowFrame } from './grid-row.tsx'
import { RowMenuButton } from './row-menu.tsx'
import { usePlacement } from '../grid/use-placement.ts'
import type { GridWindow } from '../core/window.ts'

export interface GridFrame<T> {
  placement: Placement<DataColumn<T>>
  frame: RowFrame<T>
  /** Shown columns from left to right. */
  visible: readonly DataColumn<T>[]
  /** Pixels of all columns together. */
  width: number
  /** Columns for readers, with those of check boxes and menus. */
  columnCount: number
}

/** Where the columns stand and which of them are drawn; changes only when they do, not as rows pass by. */
export function useGridFrame<T>(
  id: string,
  props: DataTableProps<T>,
  layout: ColumnLayout,
  shown: GridWindow,
): GridFrame<T> {
  const t = useKitText()
  const { columns } = props
  const hasChecks = props.onCheck !== undefined
  const hasMenu = props.rowActions !== undefined
  const sides = (hasChecks ? CHECK_WIDTH : 0) + (hasMenu ? MENU_WIDTH : 0)
  const { placement, slice, visible, width } = usePlacement(columns, layout, shown, sides)
  return useMemo(() => {
    const keys = visible.map(({ key }) => key)
    const frame: RowFrame<T> = {
      id,
      pinned: placement.pinned,
      slice,
      numberOf: (key) => keys.indexOf(key) + (hasChecks ? 2 : 1),
      hasChecks,
      checkLabel: t('table.check'),
      menu: hasMenu ? <RowMenuButton /> : null,
    }
    return {
      placement,
      frame,
      visible,
      width,
      columnCount: visible.length + (hasChecks ? 1 : 0) + (hasMenu ? 1 : 0),
    }
  }, [id, placement, slice, visible, width, hasChecks, hasMenu, t])
}
