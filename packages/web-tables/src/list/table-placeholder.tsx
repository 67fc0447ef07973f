import { Button } from 'antd'
import { SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { EmptyState, ErrorState, NoPermission } from '@qd/web-frame'
import { LoadingRows } from '@qd/web-controls'
import type { DataTableProps } from './data-table-props.ts'
import { useRowHeight } from '@qd/web-base'

/** What is there sooner than this shows no skeleton: it would only flicker. */
export const SKELETON_DELAY_MS = 200

function Loading(): ReactNode {
  const rowHeight = useRowHeight()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <LoadingRows rows={8} rowHeight={rowHeight} /> : null
}

/** What stands where the rows would; null when there are some. */
export function TablePlaceholder<T>({ table }: { table: DataTableProps<T> }): ReactNode {
  const t = useKitText()
  const { rows, error, onRetry } = table
  if (error && rows === undefined) {
    if (error.code === 'forbidden') return <NoPermission permission="" reason={error.message} />
    return <ErrorState error={error} onRetry={onRetry} />
  }
  if (rows === undefined) return <Loading />
  if (table.isFiltered !== true) return table.empty ?? <EmptyState />
  const clear = table.onClearFilter
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('table.nothingFound')}
      action={clear === undefined ? undefined : <Button onClick={clear}>{t('table.clearFilter')}</Button>}
    />
  )
}
