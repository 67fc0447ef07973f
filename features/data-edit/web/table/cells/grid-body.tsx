import { useRowHeight } from '@qd/web-base'
import { FloatingMenu, GridHead, useGridWindow, usePlacement } from '@qd/web-tables'
import type { MenuPlace } from '@qd/web-tables'
import { hasAll, hasMany, nextSort, rowsInView } from '@qd/web-tables/core'
import type { GridSort } from '@qd/web-tables/core'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useEditorPlace } from '../../state/editor-context.ts'
import { useEditTexts } from '../../texts.ts'
import { FilterRow } from '../view/filter-row.tsx'
import { CellEditingContext } from './grid-cell.tsx'
import { ACTION_WIDTH, GridRow, NUMBER_WIDTH } from './grid-row.tsx'
import type { GridFrame } from './grid-row.tsx'
import { gridMenu } from './grid-menu.tsx'
import { useCellEditing } from './use-cell-editing.ts'
import { useGridEvents } from './use-grid-events.ts'
import type { RowActions } from '../edits/use-grid-actions.ts'
import type { GridModel } from '../view/use-grid-model.ts'
import { useReveal } from './use-reveal.ts'
import styles from './grid.module.css'

/** Pixels of the titles and of the filters below them, with their lines. */
const HEAD_HEIGHT = 34
const FILTER_HEIGHT = 32

function PickAll({ model }: { model: GridModel }): ReactNode {
  const t = useEditTexts()
  const { picked } = model.view
  const { keys } = model.order
  const isAll = hasAll(picked, keys)
  return (
    <input
      type="checkbox"
      aria-label={t('grid.pickAll')}
      checked={isAll}
      onChange={() => model.change({ picked: new Set(isAll ? [] : keys) })}
    />
  )
}

function useSort({ view, change, columns }: GridModel): GridSort {
  const { query } = view
  return useMemo(
    () => ({
      ...query.sort,
      isSortable: ({ key }) => columns.some((column) => column.key === key),
      toggle: (key) => {
        change({ query: { ...query, sort: nextSort(query.sort, key) } })
      },
    }),
    [query, change, columns],
  )
}

export interface GridBodyProps {
  model: GridModel
  actions: RowActions
  label: string
  /** Instead of rows: why there are none. */
  placeholder: ReactNode
}

/** Rows and columns in view of a module's table, with cursor, marked cells and the open input. */
export function GridBody({ model, actions, label, placeholder }: GridBodyProps): ReactNode {
  const t = useEditTexts()
  const id = useId()
  const { canEdit } = useEditorPlace()
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const shown = useGridWindow(scroller, rowHeight)
  const { order, columns, context, controls, range, view, cursor, marks } = model
  const canWhole = actions.canWhole
  const sides = NUMBER_WIDTH + (canWhole ? ACTION_WIDTH : 0)
  const placed = usePlacement(model.allColumns, controls.layout, shown, sides)
  const { placement, slice } = placed
  const frame = useMemo((): GridFrame => {
    const numbers = new Map(columns.map(({ key }, index) => [key, index + 2]))
    const numberOf = (key: string): number => numbers.get(key) ?? 0
    return { id, pinned: placement.pinned, slice, numberOf, context, canEdit, canWhole }
  }, [id, placement, slice, columns, context, canEdit, canWhole])
  const sort = useSort(model)
  // Scrolling draws rows and nothing else.
  const head = useMemo(() => {
    return (
      <GridHead
        placement={placement}
        slice={frame.slice}
        numberOf={frame.numberOf}
        hasMenu={canWhole}
        sort={sort}
        controls={controls}
        check={<PickAll model={model} />}
        checkWidth={NUMBER_WIDTH}
        filters={model.view.hasFilterRow ? <FilterRow model={model} frame={frame} /> : null}
      />
    )
  }, [placement, frame, canWhole, sort, controls, model])
  const headRows = view.hasFilterRow ? 2 : 1
  const headHeight = HEAD_HEIGHT + (view.hasFilterRow ? FILTER_HEIGHT : 0)
  useReveal(scroller, model, { rowHeight, headHeight, placement })
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const closeMenu = useCallback(() => setMenu(null), [])
  const focus = useCallback(() => scroller.current?.focus({ preventScroll: true }), [])
  const cell = useCellEditing(model, actions, focus)
  const perView = Math.max(1, Math.floor((shown.height - headHeight) / rowHeight) - 1)
  const handlers = useGridEvents({ model, actions, cell, perView, openMenu: setMenu, scroller })
  const { start, end } = rowsInView(shown, rowHeight, order.keys.length)
  const activeColumn = columns[cursor.column]?.key ?? null
  const hasCell = activeColumn !== null && cursor.row >= start && cursor.row < end
  const isMarked = hasMany(range)
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={order.keys.length + headRows}
      aria-colcount={columns.length + 1 + (canWhole ? 1 : 0)}
      aria-multiselectable
      aria-readonly={canEdit ? undefined : true}
      aria-busy={order.isBusy}
      aria-activedescendant={hasCell ? `${id}-cell` : undefined}
      data-cursor={hasCell || undefined}
      tabIndex={0}
      className={styles.grid}
      {...handlers}
    >
      <CellEditingContext value={cell.context}>
        <div className={styles.inner} style={{ width: placed.width }}>
          {head}
          {order.keys.length === 0 ? null : (
            <div role="rowgroup" className={styles.rows} style={{ height: order.keys.length * rowHeight }}>
              {order.keys.slice(start, end).map((key, offset) => {
                const row = model.store.byKey.get(key)
                if (!row) return null
                const index = start + offset
                const isActive = index === cursor.row
                const isRanged = isMarked && range !== null && index >= range.top && index <= range.bottom
                return (
                  <GridRow
                    key={key}
                    row={row}
                    index={index}
                    headRows={headRows}
                    height={rowHeight}
                    frame={frame}
                    isPicked={view.picked.has(key)}
                    activeColumn={isActive ? activeColumn : null}
                    rangeFrom={isRanged ? range.left + 2 : 0}
                    rangeTo={isRanged ? range.right + 2 : 0}
                    editing={isActive ? cell.editing : undefined}
                    marks={marks.get(key)}
                  />
                )
              })}
            </div>
          )}
        </div>
      </CellEditingContext>
      {placeholder === null ? null : (
        // A grid holds rows alone; what says why there are none may have a button.
        <div role="row" className={styles.placeholder}>
          <div role="gridcell" aria-colspan={columns.length + 1}>
            {placeholder}
          </div>
        </div>
      )}
      {menu === null ? null : (
        <FloatingMenu
          label={t('grid.actions')}
          place={menu}
          items={gridMenu({ t, model, actions, canEdit })}
          onClose={closeMenu}
        />
      )}
    </div>
  )
}
