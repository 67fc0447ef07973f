import { useIsMobile } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import type { ReactNode } from 'react'
import { ServersPanel } from './servers/servers-panel.tsx'
import { useHomeTexts } from './texts.ts'
import { RecentPlayers } from './recent-players.tsx'
import styles from './server-home.module.css'
import { ServerPanel } from './server-panel.tsx'

/** Home without a player: the servers to choose from, the selected one, and who was opened lately. */
export function ServerHome(): ReactNode {
  const t = useHomeTexts()
  const isMobile = useIsMobile()
  const hasServer = useScope((state) => state.sId !== 0)
  // On a narrow screen the list stands first only as long as there is something to choose.
  const isListLast = isMobile && hasServer
  return (
    <div className={styles.grid}>
      <h1 className="qd-visually-hidden">{t('title')}</h1>
      {isListLast ? null : <ServersPanel />}
      <div className={styles.column}>
        <ServerPanel />
        <RecentPlayers />
      </div>
      {isListLast ? <ServersPanel /> : null}
    </div>
  )
}
