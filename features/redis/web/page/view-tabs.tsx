import { SegmentedControl } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import { showView, useActiveDatabase, useWorkspace } from '../workspace/workspace.ts'
import styles from './redis-page.module.css'
import { REDIS_VIEWS } from './redis-views.ts'

/** The sides of the database in view: its keys, its server. */
export function ViewTabs(): ReactNode {
  const t = useRedisTexts()
  const database = useActiveDatabase()
  const view = useWorkspace((workspace) => workspace.view)
  if (database === null || REDIS_VIEWS.length < 2) return null
  return (
    <div className={styles.views}>
      <SegmentedControl
        label={t('page.views')}
        value={view}
        segments={REDIS_VIEWS.map(({ key, label }) => ({ value: key, label: label(t) }))}
        onChange={showView}
      />
      <span className={styles.viewOf}>
        {database.connection.name} · DB{database.db}
      </span>
    </div>
  )
}
