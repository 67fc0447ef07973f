import type { DiffInfo } from '@qd/protocol-model'
import { currentLanguage } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { useColumnLayout } from '@qd/web-tables'
import { placeColumns } from '@qd/web-tables/core'
import type { LayoutControls } from '@qd/web-tables'
import { useMemo, useState } from 'react'
import { awaitedAt } from '../../model/awaited.ts'
import type { TableRow } from '../../model/table-rows.ts'
import { useEditorPlace, useEditorSession } from '../../state/editor-context.ts'
import { useEditor } from '../../state/editor-store.ts'
import { isKeyOf, useLock } from '../../state/use-lock.ts'
import { useEditTexts } from '../../texts.ts'
import { useValueContext } from '../../values/use-value-context.ts'
import type { ValueContext } from '../../values/value-text.ts'
import { gridColumns, sampleNumbers } from './grid-columns.tsx'
import type { GridColumn } from './grid-columns.tsx'
import { rangeOf } from '@qd/web-tables/core'
import type { CellIndex, GridRange } from '@qd/web-tables/core'
import { useGridView } from './grid-view.ts'
import type { ChangeView, GridView } from './grid-view.ts'
import { useRowMarks } from './row-marks.ts'
import type { RowMarks } from './row-marks.ts'
import { layoutName } from './layout-name.ts'
import { createRowKeeper } from './row-store.ts'
import type { RowKeeper, RowStore } from './row-store.ts'
import { useViewOrder } from './use-view-order.ts'
import type { ShownOrder } from './use-view-order.ts'
import type { ViewSource } from './view-order.ts'

/** Rows drawn at most: the browser's own limit of a box's height lies not far above. */
export const MOST_ROWS = 200_000
/** Rows whose numbers say how wide a column is at first. */
const SAMPLE_ROWS = 200

/** Everything the parts of one grid share. */
export interface GridModel {
  info: DiffInfo
  context: ValueContext
  store: RowStore
  /** All columns, and those shown, from left to right. */
  allColumns: readonly GridColumn[]
  columns: readonly GridColumn[]
  controls: LayoutControls
  order: ShownOrder
  /** The rows shown, by key; -1: not shown. */
  indexOf: (key: string | null) => number
  rowAt: (index: number) => TableRow | undefined
  marks: ReadonlyMap<string, RowMarks>
  view: GridView
  change: ChangeView
  cursor: CellIndex
  range: GridRange | null
  /** Moves the cursor; an anchor of null ends what was marked. */
  go: (to: CellIndex, keepsAnchor?: boolean) => void
  /** Keys the operator means: rows picked and shown, else those of the marked cells. */
  targets: () => readonly string[]
}

/** What an order is made from; stays the same object while only values are edited. */
function useSource(
  rows: RowKeeper,
  { keys, base }: RowStore,
  columns: readonly GridColumn[],
  context: ValueContext,
): ViewSource {
  return useMemo(
    () => ({
      keys,
      base,
      columns,
      context,
      language: currentLanguage(),
      // Edited values are read when an order is made, and make none anew.
      rowOf: rows.rowOf,
      isFaulty: rows.isFaulty,
    }),
    [rows, keys, base, columns, context],
  )
}

/** Puts together rows, columns, order and selection of a module's grid. */
export function useGridModel(info: DiffInfo): GridModel {
  const t = useEditTexts()
  const { player, unknown } = useEditorPlace()
  const { draft, rowKey, column } = useEditorSession()
  const game = useScope((state) => state.game)
  const context = useValueContext(info.key)
  const [rows] = useState(createRowKeeper)
  const marks = useRowMarks(info.name)
  const store = useMemo(() => rows.take(info, draft, marks), [rows, info, draft, marks])
  const nameTitle = t('table.name')
  const lock = useLock()
  // Looked at once: a column does not change its width while somebody types.
  const [sample] = useState(() =>
    sampleNumbers(
      info,
      store.keys.slice(0, SAMPLE_ROWS).map((key) => store.byKey.get(key)?.row ?? {}),
    ),
  )
  const allColumns = useMemo(
    () =>
      gridColumns(info, context, nameTitle, {
        sample,
        lockOf: (name) => lock({ diff: info.name, key: '', path: [name] }, isKeyOf(info, name)),
        awaitedOf: (name, key) => awaitedAt(unknown, { diff: info.name, key, path: [name] }),
      }),
    [info, context, nameTitle, sample, lock, unknown],
  )
  const controls = useColumnLayout(`data-edit.${game}.${layoutName(info.name)}`, allColumns)
  const columns = useMemo(() => {
    const { pinned, free } = placeColumns(allColumns, controls.layout, 0)
    return [...pinned, ...free].map((placed) => placed.column as GridColumn)
  }, [allColumns, controls.layout])
  const [view, change] = useGridView(player, info.name)
  const found = useViewOrder(useSource(rows, store, columns, context), view.query)
  const keys = useMemo(() => found.keys.slice(0, MOST_ROWS), [found.keys])
  const indexes = useMemo(() => new Map(keys.map((key, index) => [key, index])), [keys])
  const indexOf = (key: string | null): number => (key === null ? -1 : (indexes.get(key) ?? -1))
  const columnIndex = (key: string | null): number => columns.findIndex((each) => each.key === key)
  const cursor = { row: indexOf(rowKey), column: columnIndex(column) }
  const { anchor } = view
  const range = rangeOf(cursor, anchor && { row: indexOf(anchor.row), column: columnIndex(anchor.column) })
  return {
    info,
    context,
    store,
    allColumns,
    columns,
    controls,
    order: { ...found, keys },
    indexOf,
    rowAt: (index) => store.byKey.get(keys[index] ?? ''),
    marks,
    view,
    change,
    cursor,
    range,
    go: (to, keepsAnchor = false) => {
      const row = keys[to.row]
      const at = columns[to.column]?.key
      if (row === undefined || at === undefined) return
      const isStart = keepsAnchor && anchor === null && rowKey !== null && column !== null
      if (isStart) change({ anchor: { row: rowKey, column } })
      else if (!keepsAnchor && anchor !== null) change({ anchor: null })
      useEditor.getState().patch(player, { rowKey: row, column: at })
    },
    targets: () => {
      const picked = view.picked.size === 0 ? [] : keys.filter((key) => view.picked.has(key))
      if (picked.length > 0) return picked
      return range === null ? [] : keys.slice(range.top, range.bottom + 1)
    },
  }
}
