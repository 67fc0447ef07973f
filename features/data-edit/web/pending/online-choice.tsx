import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { OnlinePolicy } from '@qd/game-contract'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { rememberPolicy } from '../state/online-policy.ts'
import { useLostPlace } from '../state/use-lost-place.ts'
import { useEditTexts } from '../texts.ts'
import styles from './pending-panel.module.css'

/** What becomes of a player who is online: what their server can do, and what that means for them now. */
export function OnlineChoice(): ReactNode {
  const t = useEditTexts()
  const { player, canEdit } = useEditorPlace()
  const { isOnline, policy, policies, version } = useEditorSession()
  const isLost = useLostPlace() !== null
  const choose = (next: OnlinePolicy): void => {
    rememberPolicy(next)
    // What was checked by another choice says nothing of this one.
    useEditor.getState().patch(player, { policy: next, check: null })
  }
  const isChosen = canEdit && policies.length > 1
  return (
    <div>
      {canEdit ? (
        <div className={styles.policy}>
          <span title={t('policy.label')}>{t('policy.label')}</span>
          {isChosen ? (
            <Select
              size="small"
              variant="borderless"
              aria-label={t('policy.label')}
              popupMatchSelectWidth={false}
              value={policy}
              options={policies.map((value) => ({ value, label: t(`policy.${value}`) }))}
              onChange={choose}
            />
          ) : (
            <b>{t(`policy.${policy}`)}</b>
          )}
        </div>
      ) : null}
      <div className={styles.fateLine}>
        {canEdit ? (
          <p className={styles.fate} data-warn={isLost || (isOnline && policy !== 'live')}>
            {t(`policy.now.${isLost ? 'unknown' : isOnline ? policy : 'offline'}`)}
          </p>
        ) : null}
        <span className={styles.version} title={version}>
          {t('policy.version', { version: version.length > 14 ? `${version.slice(0, 12)}…` : version })}
        </span>
      </div>
    </div>
  )
}
