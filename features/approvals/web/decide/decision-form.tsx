import { Button, Input } from 'antd'
import { ShieldCheck } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { ApprovalDetail } from '../../contract/index.ts'
import { shortHash } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import styles from './decide.module.css'
import { useDecision } from './use-decision.ts'
import type { Choice } from './use-decision.ts'
import { VoiceField } from './voice-field.tsx'

interface Props {
  request: ApprovalDetail
  choice: Choice | null
  /** A newer revision has come: nothing can be decided on this one. */
  isLocked: boolean
  onDone?: () => void
}

/** What a choice still needs, and the one button that makes it. */
export function DecisionForm({ request, choice, isLocked, onDone }: Props): ReactNode {
  const t = useApprovalsTexts()
  const id = useId()
  const decision = useDecision(request, choice)
  const { asksCode, asksReason, fault, isBusy } = decision
  const submit = async () => {
    if (!isLocked && (await decision.decide())) onDone?.()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {choice === 'approve' || choice === 'reject' ? (
        <VoiceField
          request={request}
          value={decision.voiceId}
          onChange={decision.setVoiceId}
          isLocked={isLocked}
        />
      ) : null}
      {asksCode ? (
        <>
          <label htmlFor={`${id}-code`} className={styles.label}>
            {t('decide.code')}
            <span>{t('decide.codeFor', { hash: shortHash(request.hash) })}</span>
          </label>
          <Input
            id={`${id}-code`}
            className={styles.code}
            data-decision-field
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={32}
            disabled={isLocked}
            value={decision.code}
            onChange={({ target }) => decision.setCode(target.value)}
          />
        </>
      ) : null}
      {choice !== null ? (
        <>
          <label htmlFor={`${id}-reason`} className={styles.label}>
            {t('decide.reason')}
            <span>{asksReason ? t('decide.needed') : t('decide.optional')}</span>
          </label>
          <Input.TextArea
            id={`${id}-reason`}
            data-decision-field={asksReason ? '' : undefined}
            autoSize={{ minRows: asksReason ? 3 : 1, maxRows: 8 }}
            maxLength={500}
            disabled={isLocked}
            value={decision.reason}
            onChange={({ target }) => decision.setReason(target.value)}
          />
        </>
      ) : null}
      {fault === '' ? null : (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <Button
        type="primary"
        htmlType="submit"
        block
        className={styles.act}
        data-production={request.environment === 'production'}
        icon={<ShieldCheck size={15} aria-hidden />}
        loading={isBusy}
        disabled={isLocked || !decision.isReady}
      >
        {decision.action}
      </Button>
    </form>
  )
}
