import { Copy } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { copyAloud } from '@qd/web-frame'
import { useKitText } from '@qd/web-base'
import type { MenuItem } from '@qd/web-controls'
import type { DataColumn } from './data-column.ts'
import { FloatingMenu } from '../grid/floating-menu.tsx'
import type { MenuPlace } from '../grid/floating-menu.tsx'
import { rowAsJson, rowsAsText } from './row-text.ts'

interface RowMenuOptions<T> {
  columns: readonly DataColumn<T>[]
  rowActions: ((row: T) => readonly MenuItem[]) | undefined
}

export interface RowMenu<T> {
  open: (row: T, column: string | null, place: MenuPlace) => void
  menu: ReactNode
}

interface Opened<T> {
  row: T
  column: string | null
  place: MenuPlace
}

/** The menu of a row: what the page offers for it, then copying. */
export function useRowMenu<T>({ columns, rowActions }: RowMenuOptions<T>): RowMenu<T> {
  const t = useKitText()
  const [opened, setOpened] = useState<Opened<T> | null>(null)
  const close = useCallback(() => setOpened(null), [])
  const open = useCallback(
    (row: T, column: string | null, place: MenuPlace) => setOpened({ row, column, place }),
    [],
  )
  if (opened === null) return { open, menu: null }
  const { row, place } = opened
  const cell = columns.find(({ key, text }) => key === opened.column && text !== undefined)
  const actions = rowActions?.(row) ?? []
  const copies: MenuItem[] = [
    ...(cell === undefined
      ? []
      : [
          {
            key: '$cell',
            label: t('table.copyCell'),
            onSelect: () => void copyAloud(cell.text?.(row) ?? ''),
          },
        ]),
    { key: '$row', label: t('table.copyRow'), onSelect: () => void copyAloud(rowsAsText(columns, [row])) },
    { key: '$json', label: t('table.copyJson'), onSelect: () => void copyAloud(rowAsJson(columns, row)) },
  ]
  const items = [
    ...actions,
    ...copies.map((item, index) => ({
      ...item,
      icon: <Copy size={15} />,
      isSeparated: index === 0 && actions.length > 0,
    })),
  ]
  return {
    open,
    menu: <FloatingMenu label={t('table.rowActions')} place={place} items={items} onClose={close} />,
  }
}
