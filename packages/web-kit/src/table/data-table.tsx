import { Button, Checkbox } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useKitText } from '../i18n/kit-text.ts'
import { EmptyState, ErrorState } from '../parts/faces.tsx'
import { LoadingRows } from '../parts/skeleton.tsx'
import { VirtualTable } from '../parts/virtual-table.tsx'
import type { Column } from '../parts/virtual-table.tsx'
import type { DataTableProps } from './data-table-props.ts'
import styles from './data-table.module.css'
import { Pager } from './pager.tsx'
import { RowMenu } from './row-menu.tsx'

function toggled(checked: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(checked)
  if (!next.delete(key)) next.add(key)
  return next
}

function useGridColumns<T>(props: DataTableProps<T>): Column<T>[] {
  const t = useKitText()
  const { columns, checked, onCheck, rowKey, rowActions } = props
  return useMemo(() => {
    const shown = columns
      .filter((column) => column.isHidden !== true)
      .map((column): Column<T> => {
        const { key, title, align, render, width } = column
        const track = column.isGrowing === true ? `minmax(${width}px, 1fr)` : width
        return { key, title, width: track, ...(align === undefined ? {} : { align }), render }
      })
    const checks: Column<T> = {
      key: '$check',
      title: '',
      width: 40,
      render: (row) => (
        <Checkbox
          aria-label={t('table.check')}
          checked={checked?.has(rowKey(row)) === true}
          onClick={(event) => event.stopPropagation()}
          onChange={() => onCheck?.(toggled(checked ?? new Set(), rowKey(row)))}
        />
      ),
    }
    const menus: Column<T> = {
      key: '$menu',
      title: '',
      width: 48,
      render: (row) => <RowMenu items={rowActions?.(row) ?? []} />,
    }
    return [
      ...(onCheck === undefined ? [] : [checks]),
      ...shown,
      ...(rowActions === undefined ? [] : [menus]),
    ]
  }, [columns, checked, onCheck, rowKey, rowActions, t])
}

function Body<T>(props: DataTableProps<T>): ReactNode {
  const t = useKitText()
  const columns = useGridColumns(props)
  const { rows, error, more } = props
  if (error && rows === undefined) return <ErrorState error={error} onRetry={props.onRetry} />
  if (rows === undefined) return <LoadingRows rows={10} rowHeight={33} />
  const filteredEmpty = (
    <EmptyState
      title={t('table.nothingFound')}
      action={
        props.onClearFilter === undefined ? undefined : (
          <Button onClick={props.onClearFilter}>{t('table.clearFilter')}</Button>
        )
      }
    />
  )
  return (
    <>
      <VirtualTable
        label={props.label}
        rows={rows}
        columns={columns}
        rowKey={props.rowKey}
        rowHeight={33}
        selectedKey={props.selectedKey}
        onSelect={props.onSelect}
        onActivate={props.onOpen}
        empty={props.isFiltered === true ? filteredEmpty : (props.empty ?? <EmptyState />)}
      />
      {more?.load === undefined ? null : (
        <Button type="text" block loading={more.isLoading} onClick={more.load}>
          {t('table.more')}
        </Button>
      )}
    </>
  )
}

/** The table of every list page: filters above, rows, pages below. */
export function DataTable<T>(props: DataTableProps<T>): ReactNode {
  const { filters, actions, paging, checked } = props
  const t = useKitText()
  const count = checked?.size ?? 0
  return (
    <div className={styles.root}>
      {filters === undefined && actions === undefined ? null : (
        <div className={styles.toolbar}>
          <div className={styles.filters}>{filters}</div>
          <div className={styles.actions}>{actions}</div>
        </div>
      )}
      <div className={styles.body}>
        <Body {...props} />
      </div>
      {paging === undefined && count === 0 ? null : (
        <div className={styles.foot}>
          <span>{paging === undefined ? null : t('table.total', { count: paging.total })}</span>
          {count === 0 ? null : <span>{t('table.checked', { count })}</span>}
          {paging === undefined ? null : <Pager paging={paging} />}
        </div>
      )}
    </div>
  )
}
