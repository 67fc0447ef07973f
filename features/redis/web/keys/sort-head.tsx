import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import type { KeySession } from './key-session.ts'
import { useKeys } from './key-sessions.ts'
import { SORT_COLUMNS, nextSort } from './key-sort.ts'
import type { SortColumn } from './key-sort.ts'
import { useLoadSettings } from './load-settings.ts'
import styles from './sort-head.module.css'

/** What the keys are sorted by, and the way round; the choice is remembered. */
export function SortHead({ session }: { session: KeySession }): ReactNode {
  const t = useRedisTexts()
  const sort = useKeys(session, (state) => state.sort)
  const [, keep] = useLoadSettings()
  const textOf = (by: SortColumn): string => (by === 'ttl' ? 'TTL' : t(`keys.sort.${by}`))
  const pick = (by: SortColumn): void => {
    const next = nextSort(sort, by)
    session.sortBy(next)
    keep({ sort: next })
  }
  return (
    <div role="table" aria-label={t('keys.sort.title')} className={styles.head}>
      <div role="row" className={styles.row}>
        {SORT_COLUMNS.map((by) => {
          const isBy = sort.by === by
          const Arrow = sort.isDescending ? ArrowDown : ArrowUp
          return (
            <span
              key={by}
              role="columnheader"
              aria-sort={isBy ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
              className={styles.column}
              data-by={by}
            >
              <button
                type="button"
                className={styles.button}
                data-on={isBy}
                aria-label={t('keys.sort.by', { column: textOf(by) })}
                title={t('keys.sort.by', { column: textOf(by) })}
                onClick={() => pick(by)}
              >
                {textOf(by)}
                {isBy ? <Arrow size={11} aria-hidden /> : null}
              </button>
            </span>
          )
        })}
      </div>
    </div>
  )
}
