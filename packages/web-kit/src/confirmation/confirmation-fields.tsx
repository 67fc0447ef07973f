import { Input } from 'antd'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useKitText } from '../i18n/kit-text.ts'
import styles from './confirmation.module.css'
import type { Confirmation } from './use-confirmation.ts'

/** As long as the audit keeps it. */
const MAX_REASON = 500

/** Reason and typed name, where the call has to be confirmed; nothing elsewhere. */
export function ConfirmationFields({
  confirmation,
}: {
  confirmation: Omit<Confirmation<unknown>, 'confirmed'>
}): ReactNode {
  const t = useKitText()
  const id = useId()
  const { expected, reason, typed } = confirmation
  if (expected === null) return null
  return (
    <div className={styles.fields}>
      <label htmlFor={`${id}-reason`}>{t('confirmation.reason')}</label>
      <Input
        id={`${id}-reason`}
        maxLength={MAX_REASON}
        value={reason}
        onChange={({ target }) => confirmation.setReason(target.value)}
      />
      <label htmlFor={`${id}-name`}>{t('confirmation.type', { expected })}</label>
      <Input
        id={`${id}-name`}
        dir="auto"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => confirmation.setTyped(target.value)}
      />
    </div>
  )
}
