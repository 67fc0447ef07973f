import { formatQuantity } from '@qd/web-base'
import type { ReactNode } from 'react'
import { FOLDER_CHILDREN_MAX, KEY_JOB_LIMITS } from '../../contract/index.ts'
import { MOST_LINES } from '../keys/use-key-scroll.ts'
import { useRedisTexts } from '../texts.ts'
import { useActiveDatabase } from '../workspace/workspace.ts'
import styles from './settings.module.css'

/** The limits nobody sets here, each with its number (S9.08). */
export function Limits(): ReactNode {
  const t = useRedisTexts()
  const database = useActiveDatabase()
  const rows = [
    ...(database === null ? [] : [['scan', database.connection.scanBudget] as const]),
    ['folder', FOLDER_CHILDREN_MAX],
    ['lines', MOST_LINES],
    ['chosen', KEY_JOB_LIMITS.named],
    ['job', KEY_JOB_LIMITS.keys],
  ] as const
  return (
    <dl className={styles.limits}>
      {rows.map(([limit, count]) => (
        <div key={limit}>
          <dt>{t(`settings.limit.${limit}`)}</dt>
          <dd>{formatQuantity(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
