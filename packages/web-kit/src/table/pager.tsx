import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useKitText } from '../i18n/kit-text.ts'
import { IconButton } from '../parts/icon-button.tsx'
import type { Paging } from './data-table-props.ts'
import styles from './data-table.module.css'

/** Total, pages back and forth. */
export function Pager({ paging }: { paging: Paging }): ReactNode {
  const t = useKitText()
  const { page, pageSize, total, onPage } = paging
  const last = Math.max(1, Math.ceil(total / pageSize))
  return (
    <nav className={styles.pager} aria-label={t('table.pages')}>
      <IconButton label={t('table.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={15} />
      </IconButton>
      <span className={styles.pageOf}>{t('table.pageOf', { page, last })}</span>
      <IconButton label={t('table.next')} disabled={page >= last} onClick={() => onPage(page + 1)}>
        <ChevronRight size={15} />
      </IconButton>
    </nav>
  )
}
