import { z } from '@qd/contract-kit'
import {
  Form,
  FormActions,
  PasswordField,
  call,
  openDialog,
  textOf,
  toast,
  useTexts,
  useZodForm,
} from '@qd/web-kit'
import type { ReactNode } from 'react'
import { changePassword } from '../../contract/index.ts'
import '../texts.ts'
import { passwordFault } from './check-password.ts'
import type { PasswordFault } from './check-password.ts'
import styles from './password-dialog.module.css'

const schema = z
  .object({ oldPassword: z.string(), password: z.string(), repeat: z.string() })
  // One rule after the other, in the order of S5.03: only the first that is broken is told.
  .check(({ value, issues }) => {
    const found = passwordFault(value)
    if (found === null) return
    issues.push({ code: 'custom', path: [found.field], message: found.fault, input: value })
  })

function PasswordForm({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('session')
  const form = useZodForm({
    schema,
    initial: { oldPassword: '', password: '', repeat: '' },
    send: ({ oldPassword, password }) =>
      call(changePassword, { body: { password, oldPassword } }, { silent: true }),
    issueText: (issue) => t(`password.${issue.message as PasswordFault['fault']}`),
    onSent: () => {
      toast.success(t('password.done'))
      onClose()
    },
  })
  return (
    <Form form={form}>
      <PasswordField name="oldPassword" label={t('password.old')} autoComplete="current-password" isFirst />
      <PasswordField name="password" label={t('password.new')} autoComplete="new-password" />
      <PasswordField name="repeat" label={t('password.repeat')} autoComplete="new-password" />
      <p className={styles.note}>{t('password.others')}</p>
      <FormActions submitLabel={t('password.save')} onCancel={onClose} />
    </Form>
  )
}

/** Own password, in a dialog (S2.28). */
export function openPasswordDialog(): void {
  openDialog(({ close }) => <PasswordForm onClose={close} />, {
    tab: null,
    title: textOf('session', 'password.title'),
    width: 400,
  })
}
