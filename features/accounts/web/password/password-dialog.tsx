import { z } from '@qd/contract-kit'
import { getConfig } from '@qd/system/contract'
import { textOf, useTexts } from '@qd/web-base'
import { call, useCall } from '@qd/web-calls'
import { Form, FormActions, PasswordField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { changePassword } from '../../contract/index.ts'
import '../texts.ts'
import { PASSWORD_MIN, passwordFault } from './check-password.ts'
import type { PasswordFault } from './check-password.ts'
import styles from './password-dialog.module.css'

const schemaFor = (newMin: number) =>
  z
    .object({ oldPassword: z.string(), password: z.string(), repeat: z.string() })
    // One rule after the other, in the order of S5.03: only the first that is broken is told.
    .check(({ value, issues }) => {
      const found = passwordFault(value, newMin)
      if (found === null) return
      const params = found.fault === 'short' ? { min: found.min } : {}
      issues.push({ code: 'custom', path: [found.field], message: found.fault, input: value, params })
    })

function PasswordForm({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('accounts')
  // Until the settings came the floor is asked here; the server asks for all of it in any case.
  const config = useCall(
    getConfig,
    {},
    {
      staleTimeMs: Number.POSITIVE_INFINITY,
      tag: 'accounts:password.title',
      told: { quiet: 'the server asks for the shortest password in any case' },
    },
  )
  const newMin = config.data?.passwordMin ?? PASSWORD_MIN
  const schema = useMemo(() => schemaFor(newMin), [newMin])
  const form = useZodForm({
    schema,
    initial: { oldPassword: '', password: '', repeat: '' },
    send: ({ oldPassword, password }) =>
      call(
        changePassword,
        { body: { password, oldPassword } },
        { tag: 'accounts:password.title', told: 'form' },
      ),
    issueText: (issue) => {
      const { min = PASSWORD_MIN } = (issue.code === 'custom' ? issue.params : {}) as { min?: number }
      return t(`password.${issue.message as PasswordFault['fault']}`, { min })
    },
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
    title: textOf('accounts', 'password.title'),
    width: 400,
  })
}
