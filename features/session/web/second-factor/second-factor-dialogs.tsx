import { textOf, useTexts } from '@qd/web-base'
import { call, queryClient, queryKeyOf } from '@qd/web-calls'
import { Form, FormActions, PasswordField, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import { useState } from 'react'
import type { ReactNode } from 'react'
import {
  codeBody,
  disableFactorBody,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '../../contract/index.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import '../texts.ts'

const refresh = () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(getSecondFactor) })

function RenewForm({ close }: { close: () => void }): ReactNode {
  const t = useTexts('session')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useZodForm({
    schema: codeBody,
    initial: { code: '' },
    send: (body) => call(renewRecoveryCodes, { body }, { tag: 'session:factor.renew', told: 'form' }),
    onSent: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={close} />
  return (
    <Form form={form}>
      <TextField
        name="code"
        label={t('login.otp')}
        help={t('factor.renewHint')}
        autoComplete="one-time-code"
        isMono
        isFirst
        isRequired
      />
      <FormActions submitLabel={t('factor.renew')} onCancel={close} />
    </Form>
  )
}

function DisableForm({ close }: { close: () => void }): ReactNode {
  const t = useTexts('session')
  const form = useZodForm({
    schema: disableFactorBody,
    initial: { password: '', code: '' },
    send: (body) => call(disableSecondFactor, { body }, { tag: 'session:factor.turnOff', told: 'form' }),
    onSent: () => {
      toast.success(t('factor.offDone'))
      close()
    },
  })
  return (
    <Form form={form}>
      <PasswordField
        name="password"
        label={t('factor.passwordFirst')}
        autoComplete="current-password"
        isFirst
        isRequired
      />
      <TextField name="code" label={t('login.otp')} autoComplete="one-time-code" isMono isRequired />
      <FormActions submitLabel={t('factor.turnOff')} onCancel={close} isDanger />
    </Form>
  )
}

/** New recovery codes, for whoever has a code of the app. */
export function openRenewDialog(): void {
  openDialog(({ close }) => <RenewForm close={close} />, {
    title: textOf('session', 'factor.renew'),
    width: 440,
    isDismissible: false,
    onClose: refresh,
  })
}

export function openDisableDialog(): void {
  openDialog(({ close }) => <DisableForm close={close} />, {
    title: textOf('session', 'factor.turnOff'),
    width: 440,
    onClose: refresh,
  })
}
