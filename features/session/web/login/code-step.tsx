import { useTexts } from '@qd/web-base'
import { Button } from 'antd'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { FormField } from '../form-field.tsx'
import styles from '../text-input.module.css'
import '../texts.ts'
import form from './login-page.module.css'

/** The second step of sign-in: a code of the app, or a recovery code. */
export function CodeStep(props: {
  error: string | undefined
  isSending: boolean
  onCode: (code: string) => void
  onBack: () => void
}): ReactNode {
  const t = useTexts('session')
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() !== '') props.onCode(code.trim())
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <p className={form.hint}>{t('login.otpHint')}</p>
      <FormField label={t('login.otp')} error={isMissing ? t('login.otpMissing') : props.error}>
        {(control) => (
          <input
            {...control}
            className={`${styles.input} ${form.code}`}
            name="otp"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={32}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- the step has one task
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </FormField>
      <Button type="primary" htmlType="submit" size="large" block loading={props.isSending}>
        {t('login.otpSubmit')}
      </Button>
      <Button type="text" block className={form.back} onClick={props.onBack}>
        {t('login.back')}
      </Button>
    </form>
  )
}
