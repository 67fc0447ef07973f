import { z } from '@qd/contract-kit'
import { useKitText } from '@qd/web-base'
import { openDialog } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { FormActions } from './form-actions.tsx'
import { Form } from './form.tsx'
import styles from './form.module.css'
import { TextAreaField } from './text-field.tsx'
import { useZodForm } from './use-zod-form.ts'

interface Asked {
  title: string
  text: ReactNode
  action: string
  /** A failure stands in the dialog; success closes it. */
  run: (reason: string) => Promise<unknown>
}

const form = z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) })

function ReasonForm({ text, action, run, onClose }: Asked & { onClose: () => void }): ReactNode {
  const t = useKitText()
  const state = useZodForm({
    schema: form,
    initial: { reason: '' },
    send: ({ reason }) => run(reason),
    onSent: onClose,
  })
  return (
    <Form form={state}>
      <p className={styles.asked}>{text}</p>
      <TextAreaField name="reason" label={t('confirmation.reason')} isRequired />
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
