import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import styles from './data-table.module.css'
import type { Paging } from './data-table-props.ts'

/** The page that is shown; typing another one and Enter goes there. */
function PageJump(props: { page: number; last: number; onPage: (page: number) => void }): ReactNode {
  const t = useKitText()
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    const page = Number(typed)
    if (typed !== null && Number.isInteger(page) && page >= 1) props.onPage(Math.min(page, props.last))
    setTyped(null)
  }
  return (
    <input
      className={styles.jump}
      inputMode="numeric"
      aria-label={t('table.page')}
      style={{ width: `${Math.max(3, `${props.last}`.length + 2)}ch` }}
      value={typed ?? props.page}
      onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
      onFocus={(event) => event.target.select()}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go()
      }}
    />
  )
}

/** Pages back and forth, and to any page. */
export function Pager({ paging }: { paging: Paging }): ReactNode {
  const t = useKitText()
  const { page, pageSize, total, onPage } = paging
  const last = Math.max(1, Math.ceil(total / pageSize))
  return (
    <nav className={styles.pager} aria-label={t('table.pages')}>
      <IconButton isSmall label={t('table.first')} disabled={page <= 1} onClick={() => onPage(1)}>
        <ChevronsLeft size={15} />
      </IconButton>
      <IconButton isSmall label={t('table.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={15} />
      </IconButton>
      <PageJump page={page} last={last} onPage={onPage} />
      <span className={styles.pageOf}>/ {last}</span>
      <IconButton isSmall label={t('table.next')} disabled={page >= last} onClick={() => onPage(page + 1)}>
        <ChevronRight size={15} />
      </IconButton>
      <IconButton isSmall label={t('table.last')} disabled={page >= last} onClick={() => onPage(last)}>
        <ChevronsRight size={15} />
      </IconButton>
    </nav>
  )
}
