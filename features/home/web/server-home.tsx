import { useIsMobile } from '@qd/web-base'
import { useScope } from '@qd/web-calls'
import { LoadingRows, Panel } from '@qd/web-controls'
import { Slot } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { ServersPanel } from './servers/servers-panel.tsx'
import { useHomeTexts } from './texts.ts'
import styles from './server-home.module.css'
import { ServerPanel } from './server-panel.tsx'

/** A panel whose program is under way. */
function Waiting(): ReactNode {
  return (
    <Panel>
      <LoadingRows rows={4} />
    </Panel>
  )
}

/** What other features know of the selected server. */
function LatestEdits(): ReactNode {
  const game = useScope((state) => state.game)
  const lineId = useScope((state) => state.lineId)
  const sId = useScope((state) => state.sId)
  if (sId === 0) return null
  return (
    <Slot
      key={`${lineId}/${sId}`}
      name="latestEdits"
      values={{ at: { game, lineId, sId } }}
      fallback={<Waiting />}
    />
  )
}

/**
 * Home without a player: the servers to choose from, the selected one, and the reader's own work; the children, ways
 * to a player, stand above, on a narrow screen above all.
 */
export function ServerHome({ children }: { children: ReactNode }): ReactNode {
  const t = useHomeTexts()
  const isMobile = useIsMobile()
  const hasServer = useScope((state) => state.sId !== 0)
  // On a narrow screen the list stands first only as long as there is something to choose.
  const isListLast = isMobile && hasServer
  const ways = <div className={styles.top}>{children}</div>
  return (
    <div className={styles.home}>
      <h1 className="qd-visually-hidden">{t('title')}</h1>
      <div className={styles.grid}>
        {isMobile ? ways : null}
        {isListLast ? null : <ServersPanel />}
        <div className={styles.main}>
          {isMobile ? null : ways}
          <div className={styles.middle}>
            <ServerPanel />
            <LatestEdits />
          </div>
          <div className={styles.side}>
            <Slot name="firstSteps" />
            <Slot name="waitingForMe" />
            <Slot name="ownJobs" fallback={<Waiting />} />
            <Slot name="ownDrafts" fallback={<Waiting />} />
          </div>
        </div>
        {isListLast ? <ServersPanel /> : null}
      </div>
    </div>
  )
}
