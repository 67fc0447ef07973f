import { formatQuantity } from '@qd/web-base'
import { ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import { showDock, useDock } from '../workspace/dock.ts'
import styles from './log.module.css'
import { useCommandLog } from './log-store.ts'

/** Opens the command log; stands at the foot of the connections. */
export function LogButton(): ReactNode {
  const t = useRedisTexts()
  const count = useCommandLog(({ entries }) => entries.length)
  const isOpen = useDock(({ part }) => part === 'log')
  return (
    <button
      type="button"
      className={styles.open}
      aria-expanded={isOpen}
      onClick={() => showDock(isOpen ? null : 'log')}
    >
      <ScrollText size={13} aria-hidden />
      {t('log.short')}
      {count === 0 ? null : <span className={styles.count}>{formatQuantity(count)}</span>}
    </button>
  )
}
