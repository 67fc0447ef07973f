import type { ReactNode } from 'react'
import type { BoundViewer } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import { viewerPattern } from './view-names.ts'
import styles from './viewers-dialog.module.css'

/** What goes with an own decoder or a record layout: it is named, and the viewers that show values by it. */
export function DeleteText({ name, usedBy }: { name: string; usedBy: readonly BoundViewer[] }): ReactNode {
  const t = useRedisTexts()
  return (
    <>
      {t('viewers.deleteOwnText', { name })}
      {usedBy.length === 0 ? null : (
        <>
          <p className={styles.usedBy}>{t('viewers.usedBy')}</p>
          <ul>
            {usedBy.map((viewer) => (
              <li key={viewer.viewerId}>
                <bdi className={styles.pattern}>{viewerPattern(viewer)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
