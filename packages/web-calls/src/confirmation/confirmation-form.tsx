import { Button, Input } from 'antd'
import type { InputRef } from 'antd'
import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { DialogActions } from '@qd/web-frame'
import { useKitText } from '@qd/web-base'
import { ConfirmButton } from '@qd/web-controls'
import type { AskedFor } from './ask-confirmation.tsx'
import type { GivenConfirmation, Question } from './confirmation.ts'
import styles from './confirmation.module.css'

/** As long as the audit keeps it. */
const MAX_REASON = 500

interface Props {
  question: Question
  asked: AskedFor
  onConfirm: (given: GivenConfirmation) => void
  onClose: () => void
}

/** Reason and typed name before a call that weighs much in production. */
export default function ConfirmationForm({ question, asked, onConfirm, onClose }: Props): ReactNode {
  const t = useKitText()
  const id = useId()
  const [reason, setReason] = useState(asked.reason)
  const [typed, setTyped] = useState('')
  // Said after a try or a look away, not before the first letter.
  const [isTried, setTried] = useState(false)
  const reasonInput = useRef<InputRef>(null)
  const { expected } = asked
  const isNamed = typed.trim() === expected.trim()
  const isLong = (reason?.trim().length ?? 0) > MAX_REASON
  const isMissing = reason?.trim() === ''
  const fault = isLong
    ? t('issue.tooLong', { limit: MAX_REASON })
    : isMissing && isTried
      ? t('issue.required')
      : null
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isMissing || isLong) {
          setTried(true)
          reasonInput.current?.focus()
          return
        }
        // The gate compares letter by letter; spaces around a name cannot be seen, so they need not be typed.
        if (isNamed) onConfirm({ confirm: expected, ...(reason === null ? {} : { reason: reason.trim() }) })
      }}
    >
      <div className={styles.text}>{question.text ?? t('confirmation.text')}</div>
      {reason === null ? null : (
        <>
          <label htmlFor={`${id}-reason`}>{t('confirmation.reason')}</label>
          <Input
            ref={reasonInput}
            id={`${id}-reason`}
            data-first-focus=""
            value={reason}
            status={fault === null ? undefined : 'error'}
            aria-invalid={fault !== null}
            aria-describedby={`${id}-fault`}
            onChange={({ target }) => setReason(target.value)}
            onBlur={() => setTried(true)}
          />
          <p id={`${id}-fault`} className={styles.fault} role="alert">
            {fault}
          </p>
        </>
      )}
      <label htmlFor={`${id}-name`}>
        {t('confirmation.type')} <code className={styles.expected}>{expected}</code>
      </label>
      <Input
        id={`${id}-name`}
        className="qd-mono"
        dir="auto"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <ConfirmButton htmlType="submit" disabled={!isNamed}>
          {question.action ?? t('confirmation.go')}
        </ConfirmButton>
      </DialogActions>
    </form>
  )
}
