import { LoadingRows, Panel, Skeleton } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { useEditTexts } from '../texts.ts'
import styles from './player-page.module.css'

/** The page's real heights while the player loads, so that nothing jumps. */
export function PlayerSkeleton({ isMobile }: { isMobile: boolean }): ReactNode {
  const t = useEditTexts()
  return (
    <div className={styles.page}>
      <div className={styles.header}>
        <Skeleton width={44} height={44} />
        <Skeleton width={220} height={16} />
      </div>
      <div className={styles.panels} data-mobile={isMobile}>
        <Panel title={t('modules.title')} status=" ">
          <LoadingRows rows={10} rowHeight={30} />
        </Panel>
        {isMobile ? null : (
          <Panel title={<Skeleton width={120} />} status=" ">
            <LoadingRows rows={14} rowHeight={33} />
          </Panel>
        )}
        {isMobile ? null : (
          <Panel title={t('pending.title')} className={styles.third}>
            {null}
          </Panel>
        )}
      </div>
    </div>
  )
}
