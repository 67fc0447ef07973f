import { Input } from 'antd'
import type { InputRef } from 'antd'
import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { useKitText } from '@qd/web-base'
import styles from './confirmation.module.css'

/** Why something is done; the audit keeps it. */
export function ReasonField({
  ref,
  reason,
  fault,
  onChange,
  onBlur,
}: {
  ref: Ref<InputRef>
  reason: string
  fault: string | null
  onChange: (reason: string) => void
  onBlur: () => void
}): ReactNode {
  const t = useKitText()
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{t('confirmation.reason')}</label>
      <Input
        ref={ref}
        id={id}
        data-first-focus=""
        value={reason}
        status={fault === null ? undefined : 'error'}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      />
      <p id={`${id}-fault`} className={styles.fault} role="alert">
        {fault}
      </p>
    </>
  )
}
