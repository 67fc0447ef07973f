import { SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from '../log/log.module.css'
import { useRedisTexts } from '../texts.ts'
import { showDock, useDock } from '../workspace/dock.ts'
import { showConsoles, useConsoles } from './consoles.ts'

/** Opens the consoles; stands beside the command log at the foot of the connections. */
export function ConsoleButton(): ReactNode {
  const t = useRedisTexts()
  const count = useConsoles(({ list }) => list.length)
  const isOpen = useDock(({ part }) => part === 'console')
  return (
    <button
      type="button"
      className={styles.open}
      aria-expanded={isOpen}
      onClick={() => (isOpen ? showDock(null) : showConsoles())}
    >
      <SquareTerminal size={13} aria-hidden />
      {t('console.short')}
      {count === 0 ? null : <span className={styles.count}>{count}</span>}
    </button>
  )
}
