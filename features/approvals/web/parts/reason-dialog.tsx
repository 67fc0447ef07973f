import { Form, FormActions, TextAreaField, useZodForm } from '@qd/web-forms'
import { z } from '@qd/contract-kit'
import { openDialog } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { reasonText } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'

interface Asked {
  title: string
  text: ReactNode
  action: string
  run: (reason: string) => Promise<unknown>
}

const form = z.object({ reason: reasonText })

function ReasonForm({ text, action, run, onClose }: Asked & { onClose: () => void }): ReactNode {
  const t = useApprovalsTexts()
  const state = useZodForm({
    schema: form,
    initial: { reason: '' },
    send: ({ reason }) => run(reason),
    onSent: onClose,
  })
  return (
    <Form form={state}>
      <p style={{ margin: '0 0 8px' }}>{text}</p>
      <TextAreaField name="reason" label={t('decide.reason')} isRequired />
      <FormActions submitLabel={action} onCancel={onClose} />
    </Form>
  )
}

/** Asks why before something is done that others read of. */
export function openReasonDialog(asked: Asked): void {
  openDialog(({ close }) => <ReasonForm {...asked} onClose={close} />, {
    title: asked.title,
    width: 480,
    danger: true,
  })
}
