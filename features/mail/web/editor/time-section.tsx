import { TimePicker, ZoneNote } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { useMailTexts } from '../texts.ts'
import styles from './mail-editor.module.css'
import type { MailDraftState } from './use-mail-draft.ts'

/** When it is sent and when it is gone. */
export function TimeSection({
  state,
  isReadOnly,
}: {
  state: MailDraftState
  isReadOnly: boolean
}): ReactNode {
  const t = useMailTexts()
  const { draft, patch } = state
  return (
    <section className={styles.section} aria-label={t('section.time')}>
      <h3>
        {t('section.time')} <ZoneNote />
      </h3>
      <div className={styles.row}>
        <span>{t('column.sendAt')}</span>
        <TimePicker
          label={t('column.sendAt')}
          value={draft.sendAt}
          disabled={isReadOnly}
          onChange={(sendAt) => patch({ sendAt })}
        />
        <span>{t('time.expireAt')}</span>
        <TimePicker
          label={t('time.expireAt')}
          value={draft.expireAt}
          disabled={isReadOnly}
          onChange={(expireAt) => patch({ expireAt })}
        />
      </div>
      <p className={styles.hint}>{t('time.atOnce')}</p>
      <p className={styles.hint}>{t('time.clock')}</p>
    </section>
  )
}
