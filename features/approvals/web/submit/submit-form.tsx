import { z } from '@qd/contract-kit'
import { goTo, useKitText } from '@qd/web-base'
import type { UnapprovedCall } from '@qd/web-calls'
import { FirstLoad, TimeRangePicker } from '@qd/web-controls'
import {
  FieldFrame,
  Form,
  FormActions,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useZodForm,
} from '@qd/web-forms'
import { DialogActions } from '@qd/web-frame'
import { Button } from 'antd'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { reasonText } from '../../contract/index.ts'
import type { ApprovalView } from '../../contract/index.ts'
import { RiskWord } from '../parts/risk-word.tsx'
import { refreshRequests } from '../request/use-request-items.tsx'
import { useApprovalsTexts } from '../texts.ts'
import { sendRequest } from './send-request.ts'
import type { HandedIn } from './send-request.ts'
import styles from './submit.module.css'
import { useOwnOpen } from './use-own-open.ts'

const form = z.object({
  reason: reasonText,
  ticket: z.string().check(z.trim(), z.maxLength(200)),
  window: z.object({ from: z.nullable(z.number()), to: z.nullable(z.number()) }),
  auto: z.boolean(),
  /** Id of the request this is a new revision of; empty: a new one. */
  revises: z.string(),
})

/** Who has to agree, stage by stage. */
function Approvers({ refused }: { refused: UnapprovedCall }): ReactNode {
  const t = useApprovalsTexts()
  const { policy, risk } = refused
  return (
    <div className={styles.policy}>
      <p>
        {t('submit.text', { policy: policy.name })} <RiskWord risk={risk} />
      </p>
      <ol>
        {policy.stages.map(({ name, need, groups }, index) => (
          <li key={index}>
            <b>{name}</b>
            <span>
              {t('stage.need', { count: need })}
              {groups.length === 0 ? '' : ` · ${groups.join(', ')}`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Done({ done, onClose }: { done: HandedIn; onClose: () => void }): ReactNode {
  const t = useApprovalsTexts()
  const kit = useKitText()
  const open = () => {
    onClose()
    goTo(`/releaseApply?id=${encodeURIComponent(done.id)}&box=mine`)
  }
  return (
    <>
      <p className={styles.done} role="status">
        <CircleCheck size={18} aria-hidden />
        <span>
          <strong>{t(done.isReplayed ? 'submit.replayed' : 'submit.done', { number: done.number })}</strong>
          <span>{t(done.conflicts > 0 ? 'submit.conflicts' : 'submit.next')}</span>
        </span>
      </p>
      <DialogActions>
        <Button onClick={onClose}>{kit('close')}</Button>
        <Button type="primary" onClick={open}>
          {t('submit.open')}
        </Button>
      </DialogActions>
    </>
  )
}

interface SubmitProps {
  refused: UnapprovedCall
  onClose: () => void
  onDone: () => void
}

/** Why, under which ticket and when: what a request says beside the call itself. */
export function SubmitForm(props: SubmitProps): ReactNode {
  const own = useOwnOpen(props.refused)
  return own === undefined ? <FirstLoad /> : <OrderForm {...props} own={own} />
}

function OrderForm(props: SubmitProps & { own: readonly ApprovalView[] }): ReactNode {
  const t = useApprovalsTexts()
  const { refused, onClose, onDone, own } = props
  // What is handed in again for the same thing changes what was handed in before.
  const [known] = refused.objects === undefined || own.length > 1 ? [] : own
  const [done, setDone] = useState<HandedIn | null>(null)
  const state = useZodForm({
    schema: form,
    initial: {
      reason: refused.reason,
      ticket: '',
      window: { from: null, to: null },
      auto: true,
      revises: known?.id ?? '',
    },
    send: ({ auto, window, ...given }) =>
      sendRequest(refused, {
        ...given,
        window: { ...window, auto },
        revised: own.find(({ id }) => id === given.revises) ?? null,
      }),
    onSent: (reply) => {
      setDone(reply)
      onDone()
      refreshRequests()
    },
  })
  if (done !== null) return <Done done={done} onClose={onClose} />
  return (
    <Form form={state}>
      <Approvers refused={refused} />
      {own.length === 0 ? null : (
        <SelectField
          name="revises"
          label={t('submit.as')}
          options={[
            { value: '', label: t('submit.asNew') },
            ...own.map(({ id, number, title }) => ({
              value: id,
              label: t('submit.asRevision', { number, title }),
            })),
          ]}
        />
      )}
      <TextAreaField name="reason" label={t('decide.reason')} isRequired rows={2} />
      <TextField name="ticket" label={t('facts.ticket')} placeholder="OPS-4718" />
      <FieldFrame name="window" label={t('window.title')} help={t('submit.windowHelp')}>
        {(field, control) => (
          <TimeRangePicker
            id={control.id}
            label={t('window.title')}
            value={field.value as { from: number | null; to: number | null }}
            onChange={(value) => field.set(value)}
          />
        )}
      </FieldFrame>
      <SwitchField name="auto" label={t('submit.auto')} help={t('submit.autoHelp')} />
      <FormActions submitLabel={t('submit.action')} onCancel={onClose} />
    </Form>
  )
}
