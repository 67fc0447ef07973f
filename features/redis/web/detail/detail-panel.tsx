import { Panel } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { Button } from 'antd'
import { KeyRound, Trash2 } from 'lucide-react'
import { Activity } from 'react'
import type { ReactNode } from 'react'
import { openBin } from '../bin/bin-dialog.tsx'
import { useRedisTexts } from '../texts.ts'
import { useActiveDatabase, useWorkspace } from '../workspace/workspace.ts'
import { KeyDetail } from './key-detail.tsx'
import { openKeyId, placeOf } from './key-place.ts'
import { KeyTabs } from './key-tabs.tsx'
import styles from './detail.module.css'

function BinButton(): ReactNode {
  const t = useRedisTexts()
  const database = useActiveDatabase()
  if (database === null) return null
  return (
    <Button
      size="small"
      icon={<Trash2 size={13} aria-hidden />}
      onClick={() => openBin(placeOf(database, ''))}
    >
      {t('bin.open')}
    </Button>
  )
}

/** The keys that are open, the one in view with its value; the others wait with what was typed into them. */
export function DetailPanel(): ReactNode {
  const t = useRedisTexts()
  const { databases, keys, key } = useWorkspace()
  if (keys.length === 0) {
    return (
      <Panel title={t('page.detail')} icon={<KeyRound size={15} aria-hidden />} actions={<BinButton />}>
        <EmptyState title={t('detail.noKey')} hint={t('detail.noKeyHint')} />
      </Panel>
    )
  }
  const activeId = key === null ? null : openKeyId(key)
  return (
    <Panel label={t('page.detail')}>
      <div className={styles.detail}>
        <div className={styles.top}>
          <KeyTabs />
          <BinButton />
        </div>
        {keys.map((opened) => {
          const database = databases.find(({ id }) => id === opened.databaseId)
          if (database === undefined) return null
          const id = openKeyId(opened)
          return (
            <Activity key={id} mode={id === activeId ? 'visible' : 'hidden'}>
              <KeyDetail opened={opened} database={database} />
            </Activity>
          )
        })}
        {activeId === null ? <EmptyState title={t('detail.noKey')} hint={t('detail.noKeyHint')} /> : null}
      </div>
    </Panel>
  )
}
