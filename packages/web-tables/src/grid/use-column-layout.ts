import { useMemo } from 'react'
import { useKept } from '@qd/web-frame'
import { clampWidth, moveColumn, orderedColumns } from '../core/column-layout.ts'
import type { ColumnLayout } from '../core/column-layout.ts'
import type { DataColumn } from '../list/data-column.ts'

export interface LayoutControls {
  layout: ColumnLayout
  isChanged: boolean
  resize: (key: string, width: number | undefined) => void
  show: (key: string, isShown: boolean) => void
  pin: (key: string, isPinned: boolean) => void
  move: (key: string, step: number) => void
  /** Puts a column where another stands. */
  moveTo: (key: string, target: string) => void
  reset: () => void
}

const USUAL: ColumnLayout = {}

function without<V>(values: Readonly<Record<string, V>> | undefined, key: string): Record<string, V> {
  const { [key]: _gone, ...rest } = values ?? {}
  return rest as Record<string, V>
}

/** A table's columns as the operator left them, in this browser and with the account. */
export function useColumnLayout<T>(name: string, columns: readonly DataColumn<T>[]): LayoutControls {
  const [layout, keep] = useKept<ColumnLayout>(`table.${name}`, USUAL)
  return useMemo(
    () => ({
      layout,
      isChanged: Object.keys(layout).length > 0,
      resize: (key, width) => {
        const widths = without(layout.widths, key)
        keep({ ...layout, widths: width === undefined ? widths : { ...widths, [key]: clampWidth(width) } })
      },
      show: (key, isShown) => keep({ ...layout, shown: { ...layout.shown, [key]: isShown } }),
      pin: (key, isPinned) => keep({ ...layout, pinned: { ...layout.pinned, [key]: isPinned } }),
      move: (key, step) => keep(moveColumn(columns, layout, key, step)),
      moveTo: (key, target) => {
        const keys = orderedColumns(columns, layout).map((column) => column.key)
        const [from, to] = [keys.indexOf(key), keys.indexOf(target)]
        if (from !== -1 && to !== -1) keep(moveColumn(columns, layout, key, to - from))
      },
      reset: () => keep(undefined),
    }),
    [layout, keep, columns],
  )
}
