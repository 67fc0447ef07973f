import type { DiffInfo } from '@qd/protocol-model'
import { EmptyState, VirtualTable } from '@qd/web-kit'
import type { Column } from '@qd/web-kit'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { changesByRow, tableRows } from '../model/table-rows.ts'
import type { TableRow } from '../model/table-rows.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { useFaultTexts } from '../state/use-fault-texts.ts'
import { useEditTexts } from '../texts.ts'
import { useValueContext } from '../values/use-value-context.ts'
import { GridCell } from './grid-cell.tsx'
import { gridColumns } from './grid-columns.ts'
import { useGridCursor } from './use-grid-cursor.ts'
import styles from './table-view.module.css'

/** Takes a row away, or brings back one that is to be taken away. */
function RowAction({ info, row }: { info: DiffInfo; row: TableRow }): ReactNode {
  const t = useEditTexts()
  const { uId } = useEditorPlace()
  const changes = useEditorSession().draft.changes
  const isRemoved = row.state === 'removed'
  const act = (): void => {
    const own = changes.filter(({ diff, key }) => diff === info.name && key === row.key)
    if (isRemoved) draftActions.revert(uId, own)
    else draftActions.edit(uId, [{ diff: info.name, key: row.key, path: [], op: 'remove', old: row.row }])
  }
  const label = isRemoved ? t('table.restoreRow', { key: row.key }) : t('table.removeRow', { key: row.key })
  return (
    <button type="button" className={styles.action} aria-label={label} title={label} onClick={act}>
      {isRemoved ? <RotateCcw size={13} aria-hidden /> : <Trash2 size={13} aria-hidden />}
    </button>
  )
}

function useRows(info: DiffInfo): TableRow[] {
  const { base, data } = useEditorSession().draft
  return useMemo(() => tableRows(info, base, data), [info, base, data])
}

/** A module with many rows as a grid that is edited in place. */
export function TableView({ info }: { info: DiffInfo }): ReactNode {
  const t = useEditTexts()
  const { uId, canEdit } = useEditorPlace()
  const { draft, hiddenColumns } = useEditorSession()
  const box = useRef<HTMLDivElement>(null)
  const context = useValueContext(info.key)
  const faults = useFaultTexts()
  const rows = useRows(info)
  const columns = useMemo(() => gridColumns(info, hiddenColumns[info.name] ?? []), [info, hiddenColumns])
  const byRow = useMemo(() => changesByRow(draft.changes, info.name), [draft.changes, info.name])
  const cursor = useGridCursor(rows, columns, () => useEditor.getState().patch(uId, { mode: 'form' }))
  const focusGrid = (): void => box.current?.querySelector<HTMLElement>('[role="grid"]')?.focus()

  const number: Column<TableRow> = {
    key: '#',
    title: '#',
    width: 40,
    align: 'right',
    render: (_row, index) => <span className={styles.number}>{index + 1}</span>,
  }
  const cells = columns.map((column): Column<TableRow> => ({
    key: column.key,
    title: column.kind === 'name' ? t('table.name') : column.field.name,
    subTitle: column.kind === 'name' ? column.field.dataProvider : column.field.fieldName,
    width: column.width,
    align: column.align,
    render: (row) => {
      const isActive = cursor.rowKey === row.key && cursor.column === column.key
      const change = byRow.get(row.key)?.find(({ path }) => path[0] === column.field.fieldName)
      return (
        <GridCell
          row={row}
          column={column}
          context={context}
          isActive={isActive}
          editing={isActive ? cursor.editing : undefined}
          fault={change ? faults(change) : null}
          onPick={() => cursor.pick(row.key, column.key)}
          onEdit={() => cursor.edit(row.key, column.key)}
          onCommit={(value) =>
            draftActions.edit(uId, [
              { diff: info.name, key: row.key, path: [column.field.fieldName], op: 'set', value },
            ])
          }
          onLeave={(to) => {
            cursor.leave(to)
            focusGrid()
          }}
        />
      )
    },
  }))
  const actions: Column<TableRow> = {
    key: 'actions',
    title: <span className="qd-visually-hidden">{t('pending.remove')}</span>,
    width: 36,
    render: (row) => <RowAction info={info} row={row} />,
  }
  return (
    <div ref={box} className={styles.box}>
      <VirtualTable
        label={info.comment || info.name}
        rows={rows}
        columns={canEdit ? [number, ...cells, actions] : [number, ...cells]}
        rowKey={(row) => row.key}
        selectedKey={cursor.rowKey}
        onSelect={(row) => (row.key === cursor.rowKey ? undefined : cursor.pick(row.key))}
        onKeyDown={cursor.onKeyDown}
        empty={<EmptyState title={t('table.empty')} hint={canEdit ? t('table.emptyHint') : undefined} />}
      />
    </div>
  )
}
