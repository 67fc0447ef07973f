import { textOf, useTexts } from '@qd/web-base'
import { call, newConfirmation, queryClient, queryKeyOf } from '@qd/web-calls'
import { Form, FormActions, PasswordField, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import {
  disableFactorBody,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '../../contract/index.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import '../texts.ts'

const refresh = () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(getSecondFactor) })

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

/** The call asks for a code of the app first; the new codes are shown once it has worked. */
export async function renewCodes(): Promise<void> {
  const title = textOf('session', 'factor.renew')
  const confirmation = newConfirmation({ title, text: textOf('session', 'factor.renewHint') })
  const { recoveryCodes } = await call(
    renewRecoveryCodes,
    { body: {} },
    { tag: 'session:factor.renew', told: 'toast', confirmation },
  )
  openDialog(({ close }) => <RecoveryCodes codes={recoveryCodes} onKept={close} />, {
    title,
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
