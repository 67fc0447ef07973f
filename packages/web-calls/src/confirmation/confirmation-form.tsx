import { Button, Input } from 'antd'
import type { InputRef } from 'antd'
import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { DialogActions } from '@qd/web-frame'
import { useKitText } from '@qd/web-base'
import { ConfirmButton } from '@qd/web-controls'
import type { AskedFor } from './ask-confirmation.tsx'
import type { GivenConfirmation, Question } from './confirmation.ts'
import { ReasonField } from './reason-field.tsx'
import { StepUpField } from './step-up-field.tsx'
import { useStepUp } from './use-step-up.ts'
import styles from './confirmation.module.css'

/** As long as the audit keeps it. */
const MAX_REASON = 500

interface Props {
  question: Question
  asked: AskedFor
  onConfirm: (given: GivenConfirmation) => void
  onClose: () => void
}

function NameField(props: { expected: string; typed: string; onChange: (typed: string) => void }): ReactNode {
  const t = useKitText()
  const id = useId()
  return (
    <>
      <label htmlFor={id}>
        {t('confirmation.type')} <code className={styles.expected}>{props.expected}</code>
      </label>
      <Input
        id={id}
        className="qd-mono"
        dir="auto"
        autoComplete="off"
        value={props.typed}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </>
  )
}

/** Reason, typed name and proof: what a call that weighs much still wants, in one form. */
export default function ConfirmationForm({ question, asked, onConfirm, onClose }: Props): ReactNode {
  const t = useKitText()
  const [reason, setReason] = useState(asked.reason)
  const [typed, setTyped] = useState('')
  // Said after a try or a look away, not before the first letter.
  const [isTried, setTried] = useState(false)
  const reasonInput = useRef<InputRef>(null)
  const { expected, stepUp } = asked
  const proof = useStepUp(stepUp)
  const isNamed = expected === null || typed.trim() === expected.trim()
  const isLong = (reason?.trim().length ?? 0) > MAX_REASON
  const isMissing = reason?.trim() === ''
  const fault = isLong
    ? t('issue.tooLong', { limit: MAX_REASON })
    : isMissing && isTried
      ? t('issue.required')
      : null

  async function submit(): Promise<void> {
    if (isMissing || isLong) {
      setTried(true)
      reasonInput.current?.focus()
      return
    }
    if (!isNamed || !proof.isReady || proof.isBusy || !(await proof.prove())) return
    // The gate compares letter by letter; spaces around a name cannot be seen, so they need not be typed.
    const confirm = expected === null ? {} : { confirm: expected }
    onConfirm({ ...confirm, ...(reason === null ? {} : { reason: reason.trim() }) })
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={styles.text}>
        {question.text ?? t(expected === null ? 'stepUp.text' : 'confirmation.text')}
      </div>
      {reason === null ? null : (
        <ReasonField
          ref={reasonInput}
          reason={reason}
          fault={fault}
          onChange={setReason}
          onBlur={() => setTried(true)}
        />
      )}
      {expected === null ? null : <NameField expected={expected} typed={typed} onChange={setTyped} />}
      {stepUp === null ? null : (
        <StepUpField asked={stepUp} state={proof} isFirst={reason === null && expected === null} />
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <ConfirmButton htmlType="submit" loading={proof.isBusy} disabled={!isNamed || !proof.isReady}>
          {proof.way === 'provider' && stepUp !== null
            ? t('stepUp.provider', { label: stepUp.provider })
            : (question.action ?? t('confirmation.go'))}
        </ConfirmButton>
      </DialogActions>
    </form>
  )
}
