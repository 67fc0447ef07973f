import type { ReactNode } from 'react'
import { RecentPlayers } from './recent-players.tsx'
import { ServerPanel } from './server-panel.tsx'
import { useEditTexts } from '../texts.ts'
import styles from './server-home.module.css'

/** Home without a player: the selected server, and who was opened lately. */
export function ServerHome(): ReactNode {
  const t = useEditTexts()
  return (
    <div className={styles.grid}>
      <h1 className="qd-visually-hidden">{t('title')}</h1>
      <ServerPanel />
      <RecentPlayers />
    </div>
  )
}
