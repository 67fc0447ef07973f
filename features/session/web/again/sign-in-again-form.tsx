import { z } from '@qd/contract-kit'
import { isCallError, useTexts } from '@qd/web-base'
import { Form, FormActions, PasswordField, TextField, useZodForm } from '@qd/web-forms'
import { toast } from '@qd/web-frame'
import type { SessionUser } from '@qd/web-base'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { signInAgain } from '../sign-in-again.ts'
import '../texts.ts'

const form = z.object({ password: z.string().check(z.minLength(1)), otp: z.optional(z.string()) })

/** Password, and the code where one is asked for; the page below stays as it is. */
export function SignInAgain({ user, onDone }: { user: SessionUser; onDone: () => void }): ReactNode {
  const t = useTexts('session')
  const [asksCode, setAsksCode] = useState(user.hasSecondFactor)
  const state = useZodForm({
    schema: form,
    initial: { password: '' },
    async send({ password, otp }) {
      try {
        await signInAgain(password, otp)
      } catch (error) {
        if (isCallError(error) && error.code === 'second_factor_required') setAsksCode(true)
        throw error
      }
    },
    onSent: () => {
      toast.success(t('again.done'))
      onDone()
    },
  })
  return (
    <Form form={state}>
      <p>{t('again.who', { name: user.name === '' ? user.username : user.name })}</p>
      <PasswordField
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        isRequired
        isFirst
      />
      {asksCode ? (
        <TextField
          name="otp"
          label={t('login.otp')}
          help={t('login.otpHint')}
          autoComplete="one-time-code"
          isMono
        />
      ) : null}
      <FormActions submitLabel={t('again.submit')} onCancel={onDone} />
    </Form>
  )
}
