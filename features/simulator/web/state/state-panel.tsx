import { Panel } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { GitCompareArrows } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Connection } from '../connections/connection-store.ts'
import { useSimulatorTexts } from '../texts.ts'
import { ChangedValues } from './changed-values.tsx'
import { groupChanges } from './group-changes.ts'
import styles from './state-panel.module.css'

/** What frames changed of the player, newest first, by module; each leads to its frame. */
export function StatePanel({ connection }: { connection: Connection | null }): ReactNode {
  const t = useSimulatorTexts()
  const changes = connection?.changes
  const groups = useMemo(() => groupChanges(changes ?? []), [changes])
  const frames = [...new Set((changes ?? []).map(({ frame }) => frame))].slice(0, 3)
  return (
    <Panel
      title={t('page.state.title')}
      icon={<GitCompareArrows size={15} aria-hidden />}
      actions={
        frames.length === 0 ? undefined : (
          <span className={styles.by}>
            {t('page.state.by', { frames: frames.map((n) => `#${n}`).join(', ') })}
          </span>
        )
      }
    >
      {connection === null || groups.length === 0 ? (
        <EmptyState title={t('page.state.empty')} hint={t('page.state.emptyHint')} />
      ) : (
        <ChangedValues groups={groups} connection={connection.key} />
      )}
      {connection?.hasCutChanges === true ? <p className={styles.cut}>{t('page.state.cut')}</p> : null}
    </Panel>
  )
}
