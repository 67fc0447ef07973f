import { useKitText, useTexts } from '@qd/web-base'
import { DialogActions, unsavedInPage, unsavedInTab, useUnsaved } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import '../../boot/texts.ts'
import styles from './loss-question.module.css'
import type { TabEntry } from './tab-list.ts'
import { useTabTitles } from './tab-title.ts'

interface LossProps {
  tabs: readonly TabEntry[]
  /** Only what the mounted page holds is lost. */
  isRefresh: boolean
  onSure: () => void
  onCancel: () => void
}

/** Names the tabs that would lose something, and how much. */
export function LossQuestion({ tabs, isRefresh, onSure, onCancel }: LossProps): ReactNode {
  const t = useTexts('shell')
  const kit = useKitText()
  const titles = useTabTitles(tabs)
  const counts = useUnsaved((state) => state.counts)
  const lostIn = isRefresh ? unsavedInPage : unsavedInTab
  return (
    <>
      <p className={styles.text}>{t(isRefresh ? 'tabs.loss.refreshText' : 'tabs.loss.text')}</p>
      <ul className={styles.list}>
        {tabs.map((tab) => (
          <li key={tab.id}>
            <span className={styles.name}>{titles.get(tab.id)}</span>
            <span>{t('tabs.loss.count', { count: lostIn(counts, tab.id) })}</span>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onCancel} data-first-focus>
          {kit('cancel')}
        </Button>
        <Button danger type="primary" onClick={onSure}>
          {t(isRefresh ? 'tabs.loss.refresh' : 'tabs.loss.close')}
        </Button>
      </DialogActions>
    </>
  )
}
