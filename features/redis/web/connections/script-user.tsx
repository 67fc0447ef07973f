import { SecretField, TextField } from '@qd/web-forms'
import { CopyButton } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { scriptUserCommand } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import type { SectionProps } from './basic-section.tsx'
import styles from './connection-form.module.css'

/** Who sends scripts, and the command that makes such a user on the server. */
export function ScriptUser({ draft, editing }: Pick<SectionProps, 'draft' | 'editing'>): ReactNode {
  const t = useRedisTexts()
  const user = draft.config.scriptUser?.trim() ?? ''
  const command = scriptUserCommand(user)
  return (
    <>
      <div className={styles.pair}>
        <TextField
          name="config.scriptUser"
          label={t('connections.form.scriptUser')}
          help={t('connections.form.scriptUserHint')}
          isMono
        />
        {user === '' ? null : (
          <SecretField
            name="secrets.scriptPassword"
            label={t('connections.form.scriptPassword')}
            isSet={editing?.secrets.scriptPassword === true}
          />
        )}
      </div>
      {user === '' ? null : (
        <div>
          <p className={styles.hint}>{t('connections.form.scriptLine')}</p>
          <div className={styles.command}>
            <code>{command}</code>
            <CopyButton text={command} label={t('connections.form.copyScriptLine')} />
          </div>
          <p className={styles.hint}>{t('connections.form.scriptLineHint')}</p>
        </div>
      )}
    </>
  )
}
