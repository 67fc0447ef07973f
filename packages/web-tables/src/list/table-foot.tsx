import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { ZoneNote } from '@qd/web-controls'
import styles from './data-table.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { Pager } from './pager.tsx'

/** Below the rows: how many there are, how many are checked, the pages. */
export function TableFoot<T>(props: { table: DataTableProps<T>; settings: ReactNode }): ReactNode {
  const t = useKitText()
  const { rows, columns, paging, more, checked, onCheck } = props.table
  const count = checked?.size ?? 0
  const total = paging?.total ?? rows?.length
  // A list that goes on from a cursor does not know its end.
  const isOpenEnd = more?.load !== undefined
  return (
    <div className={styles.foot}>
      <span aria-live="polite">
        {total === undefined ? null : t(isOpenEnd ? 'table.loaded' : 'table.total', { count: total })}
      </span>
      {more?.isLoading === true ? <span>{t('loading')}</span> : null}
      {isOpenEnd && more?.isLoading === false ? (
        <button type="button" className={styles.link} onClick={more.load}>
          {t('table.more')}
        </button>
      ) : null}
      {columns.some(({ holds }) => holds === 'time') ? (
        <span className={styles.zone}>
          <ZoneNote />
        </span>
      ) : null}
      {count === 0 ? null : (
        <span className={styles.checked}>
          {t('table.checked', { count })}
          <button type="button" className={styles.link} onClick={() => onCheck?.(new Set())}>
            {t('table.uncheck')}
          </button>
        </span>
      )}
      <span className={styles.footEnd}>
        {paging === undefined ? null : <Pager paging={paging} />}
        {props.settings}
      </span>
    </div>
  )
}
