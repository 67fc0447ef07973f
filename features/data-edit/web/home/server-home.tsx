import type { ReactNode } from 'react'
import { RecentPlayers } from './recent-players.tsx'
import { ServerPanel } from './server-panel.tsx'
import styles from './server-home.module.css'

/** Home without a player: the selected server, and who was opened lately. */
export function ServerHome(): ReactNode {
  return (
    <div className={styles.grid}>
      <ServerPanel />
      <RecentPlayers />
    </div>
  )
}
